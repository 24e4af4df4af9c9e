import { message, type Message, type Plan } from '@nonet/language';
import { Refusal } from '../refusal.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import { guessablePassword, type PasswordOwner } from './common-passwords.ts';
import type { PoolClient } from '../store/pool.ts';

/** @throws {Refusal} INVALID for a forbidden password, under the name of its field in the request. */
export async function refusePassword(plan: Plan, password: unknown, owner: PasswordOwner): Promise<string> {
  const { passwordLength } = plan.settings;
  const refuse = (code: string, words: Message, clause: string) =>
    new Refusal({
      code: 'INVALID',
      status: 400,
      words,
      errors: [{ field: 'password', code, message: words, clause }],
    });
  if (typeof password !== 'string') throw refuse('REQUIRED', message('noPassword'), '9.PASSWORD_LENGTH');
  if (Array.from(password).length < passwordLength)
    throw refuse('OUT_OF_RANGE', message('shortPassword', { least: passwordLength }), '9.PASSWORD_LENGTH');
  const guessable = await guessablePassword(plan, password, owner);
  if (guessable !== null) throw refuse('NOT_ALLOWED', guessable, '9.COMMON_PASSWORDS');
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
