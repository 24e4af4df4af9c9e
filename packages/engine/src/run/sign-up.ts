import { isObject } from '@nonet/language';
import type { Identity } from '../session/account.ts';
import { bindIdentity } from '../session/identities.ts';
import { hashPassword } from '../session/password.ts';
import type { PasswordOwner } from '../session/common-passwords.ts';
import { keepPassword, refusePassword } from '../session/set-password.ts';
import { USER } from '../session/user.ts';
import { createRecord } from './create.ts';
import type { PlanIndex } from '../plan-index.ts';
import { refuse } from './refuse.ts';
import type { Write } from './write.ts';

/**
 * Fields that people set of themselves at sign-up, regardless of their own rows in point 6 (6: sign-up sets `email`,
 * never `roles`).
 */
const OPEN: ReadonlySet<string> = new Set(['email']);

export interface SignUp {
  readonly body: unknown;
  readonly passwordHash: string;
}

/** Takes the password out of a sign-up. @throws {Refusal} if there is none, or one that can't be theirs. */
export async function readSignUp(index: PlanIndex, body: unknown): Promise<SignUp> {
  const given = isObject(body) && !Array.isArray(body) ? body : {};
  const { password, ...rest } = given;
  const checked = await refusePassword(index, password, ownerOf(index, rest));
  return { body: rest, passwordHash: await hashPassword(checked) };
}

/** The words of a body about the person who signs up. */
export function ownerOf(index: PlanIndex, body: Readonly<Record<string, unknown>>): PasswordOwner {
  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' ? value : null;
  };
  const { signInBy } = index.entity(USER);
  return { email: text('email'), name: text('name'), others: signInBy ? [text(signInBy)] : [] };
}

/**
 * Adds who signs up, as somebody who is not signed in: `create` on `User` decides, and every rule. Answers their id.
 */
export async function signUp(write: Write, { body, passwordHash }: SignUp): Promise<string> {
  const id = await createRecord(write, USER, body, { open: OPEN });
  // The record is there once everything that was sent ahead is.
  await Promise.all(write.sent);
  await keepPassword(write.client, id, passwordHash, write.now);
  return id;
}

/**
 * Adds a person whom a provider identifies, with the provider's values for what a sign-up asks. They have no password.
 * Returns their id.
 */
export async function signUpAs(write: Write, identity: Identity, body: unknown): Promise<string> {
  const id = await createRecord(write, USER, body, { open: OPEN });
  await Promise.all(write.sent);
  if (!(await bindIdentity(write.client, write.index.plan, identity, id))) throw refuse(write.index, 'NOT_UNIQUE');
  return id;
}
