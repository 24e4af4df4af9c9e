import { looseField, message } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { Refusal } from '../refusal.ts';
import { fieldError, refuseFields } from '../run/refuse.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import { guessablePassword, type PasswordOwner } from './common-passwords.ts';
import type { PoolClient } from '../store/pool.ts';

const PASSWORD = looseField('password', 'Password', { kind: 'text' }, true, '9.PASSWORD_LENGTH');
const GUESSABLE = looseField('password', 'Password', { kind: 'text' }, true, '9.COMMON_PASSWORDS');

/** The value as a password of its owner, or why it can't be theirs: the errors of a required text, at `password`. */
export async function passwordOrRefusal(
  index: PlanIndex,
  value: unknown,
  owner: PasswordOwner,
): Promise<string | Refusal> {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return missingPassword(index);
  if (typeof value !== 'string')
    return refuseFields(index, [fieldError(index, 'INVALID', PASSWORD, 'password', message('textPassword'))]);
  const { passwordLength } = index.plan.settings;
  if (Array.from(value).length < passwordLength) {
    const words = message('shortPassword', { least: passwordLength });
    return refuseFields(index, [fieldError(index, 'TOO_SHORT', PASSWORD, 'password', words)]);
  }
  const guessable = await guessablePassword(index.plan, value, owner);
  if (guessable === null) return value;
  return refuseFields(index, [fieldError(index, 'NOT_ALLOWED', GUESSABLE, 'password', guessable)]);
}

/** The refusal of a request without a password. */
export function missingPassword(index: PlanIndex): Refusal {
  return refuseFields(index, [fieldError(index, 'REQUIRED', PASSWORD, 'password', message('noPassword'))]);
}

/** @throws {Refusal} for a value that can't be the password of its owner. */
export async function refusePassword(index: PlanIndex, value: unknown, owner: PasswordOwner): Promise<string> {
  const password = await passwordOrRefusal(index, value, owner);
  if (typeof password !== 'string') throw password;
  return password;
}

/** Puts a hash in the place of a user's former one; their API tokens end with it. */
export async function keepPassword(client: PoolClient, userId: string, hash: string, now: string): Promise<void> {
  await client.query(
    `insert into nonet.credential (user_id, hash, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [userId, hash, now],
  );
  await noteSecurityEvent(client, { kind: 'password changed', subject: userId });
  // People who change a password because somebody else knew it also want that person's tokens to end.
  await client.query('delete from nonet.api_token where user_id = $1', [userId]);
}
