import { isObject, type BodySource } from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import type { Refusal } from '../../refusal.ts';
import { ownerOf } from '../sign-up.ts';
import { hashPassword } from '../../session/password.ts';
import { hashToken } from '../../session/sessions.ts';
import { keepPassword, passwordOrRefusal } from '../../session/set-password.ts';
import { USER } from '../../session/user.ts';
import { run } from '../../store/pool.ts';
import { refuse } from '../refuse.ts';
import type { Write } from '../write.ts';
import { bodyAt } from './request.ts';
import { shapeNamed } from './shape-body.ts';

/** The password of a body, hashed before its transaction begins; or why it can't be one. */
export type GivenPassword =
  | { readonly kind: 'hashed'; readonly hash: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Null if the body has none. */
export async function readPassword(
  index: PlanIndex,
  { path, shape }: BodySource,
  request: ExactCallRequest,
): Promise<GivenPassword | null> {
  const property = shapeNamed({ index }, shape).properties.find(({ value }) => value.kind === 'password');
  const body = bodyAt(request.body, path);
  if (property === undefined || !isObject(body) || !Object.hasOwn(body, property.name)) return null;
  // The words of the password's owner are those that the body shows of them.
  const password = await passwordOrRefusal(index, body[property.name], ownerOf(index, { ...body }));
  if (typeof password !== 'string') return { kind: 'refused', refusal: password };
  return { kind: 'hashed', hash: await hashPassword(password) };
}

/**
 * Replaces the caller's password: only its holder may do that (6). All access that the former password gave ends,
 * except for the session of this request.
 */
export async function changeOwnPassword(
  write: Write,
  id: string,
  password: GivenPassword,
  token: string | null,
): Promise<void> {
  if (id !== write.actor.userId) throw refuse(write.index, 'FORBIDDEN', { clause: `3.${USER}` });
  if (password.kind === 'refused') throw password.refusal;
  await keepPassword(write.client, id, password.hash, write.now);
  await run(write.client, {
    text: 'delete from nonet.session where user_id = $1 and token_hash is distinct from $2',
    values: [id, token === null ? null : hashToken(token)],
  });
}
