import { randomBytes } from 'node:crypto';
import type { PlanIndex } from '../../plan-index.ts';
import type { Pool } from '../../store/pool.ts';
import type { Account } from '../account.ts';
import { hashToken } from '../sessions.ts';
import { askUsers, hasUsers } from '../user.ts';

/** So long somebody has for their second factor, and so many tries, before they give their password again. */
export const PENDING_SECONDS = 600;
const MOST_ATTEMPTS = 5;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Begins a sign-in whose first factor fits; the token opens nothing but the second step. */
export async function beginPending(pool: Pool, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query('delete from nonet.pending_sign_in where expires_at < now()');
  await pool.query(
    `insert into nonet.pending_sign_in (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(secs => ${PENDING_SECONDS}))`,
    [hashToken(token), userId],
  );
  return token;
}

/** Who has begun a sign-in, and may still sign in; null if it opens nothing. */
export async function findPending(pool: Pool, index: PlanIndex, token: string | null): Promise<Account | null> {
  if (token === null || !TOKEN.test(token) || !hasUsers(index.plan)) return null;
  const [found] = await askUsers<Account>(
    pool,
    index,
    'of a pending sign-in',
    (user, parameters) => `select ${user.columns} from nonet.pending_sign_in p join ${user.table} u on u.id = p.user_id
      where p.token_hash = ${parameters.slot('token', 'bytea')} and p.expires_at > now()
        and p.attempts < ${MOST_ATTEMPTS} and ${user.active}`,
    { token: hashToken(token) },
  );
  return found ?? null;
}

/** Counts a try of a pending sign-in before it is checked; false if it has had too many. */
export async function countTry(pool: Pool, token: string): Promise<boolean> {
  const counted = await pool.query(
    `update nonet.pending_sign_in set attempts = attempts + 1 where token_hash = $1 and attempts < ${MOST_ATTEMPTS}`,
    [hashToken(token)],
  );
  return counted.rowCount === 1;
}

export async function endPending(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from nonet.pending_sign_in where token_hash = $1', [hashToken(token)]);
}
