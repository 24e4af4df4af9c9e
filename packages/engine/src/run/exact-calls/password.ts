import { isObject, type BodySource, looseField, message } from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import type { Refusal } from '../../refusal.ts';
import { guessablePassword } from '../../session/common-passwords.ts';
import { ownerOf } from '../sign-up.ts';
import { hashPassword } from '../../session/password.ts';
import { hashToken } from '../../session/sessions.ts';
import { keepPassword } from '../../session/set-password.ts';
import { USER } from '../../session/user.ts';
import { run } from '../../store/pool.ts';
import { fieldError, refuse, refuseFields } from '../refuse.ts';
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
  const value = body[property.name];
  const refusal = refusalOf(index, value) ?? (await refusalOfGuessable(index, value, body));
  if (refusal !== null || typeof value !== 'string')
    return { kind: 'refused', refusal: refusal ?? missingPassword(index) };
  return { kind: 'hashed', hash: await hashPassword(value) };
}

export function missingPassword(index: PlanIndex): Refusal {
  return refuseFields(index, [fieldError(index, 'REQUIRED', PASSWORD, 'password', message('noPassword'))]);
}

function refusalOf(index: PlanIndex, value: unknown): Refusal | null {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return missingPassword(index);
  if (typeof value !== 'string')
    return refuseFields(index, [fieldError(index, 'INVALID', PASSWORD, 'password', message('textPassword'))]);
  const { passwordLength } = index.plan.settings;
  if (Array.from(value).length >= passwordLength) return null;
  const words = message('shortPassword', { least: passwordLength });
  return refuseFields(index, [fieldError(index, 'TOO_SHORT', PASSWORD, 'password', words)]);
}

/** The words of the password's owner are those that the body shows of them. */
async function refusalOfGuessable(index: PlanIndex, value: unknown, body: object): Promise<Refusal | null> {
  if (typeof value !== 'string') return null;
  const words = await guessablePassword(index.plan, value, ownerOf(index, { ...body }));
  if (words === null) return null;
  return refuseFields(index, [fieldError(index, 'NOT_ALLOWED', GUESSABLE, 'password', words)]);
}

const GUESSABLE = looseField('password', 'Password', { kind: 'text' }, true, '9.COMMON_PASSWORDS');
const PASSWORD = looseField('password', 'Password', { kind: 'text' }, true, '9.PASSWORD_LENGTH');

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
