import { createHash, randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';
import type { Account } from './account.ts';
import type { TooMany } from './login-attempts.ts';
import { askUsers, hasUsers } from './user.ts';

/** Who is signed in, and with what. Tokens leave the engine once, and only their hash stays in the database. */
export interface Sessions {
  /** Signs a user in for the product's SESSION_LENGTH, or these seconds; the token has 256 random bits. */
  open(userId: string, seconds?: number): Promise<string>;
  /** The user behind a token, with today's roles; null where it opens nothing (any more) or the user is disabled. */
  find(token: string): Promise<Account | null>;
  /**
   * The user behind a token as an earlier `find` of this process saw them, and how the engine's operations make sure of it;
   * null where there was none. For nothing but these operations: what is remembered may be revoked by now.
   */
  recall(token: string): { readonly account: Account; readonly actor: Actor } | null;
  close(token: string): Promise<void>;
  /** Ends all sessions of a user. */
  closeAll(userId: string): Promise<void>;
  /**
   * Checks what people sign in with (by default their e-mail address) and a password from one network address. Whatever is wrong with them, the answer is the
   * same, after the same work.
   */
  signIn(name: string, password: string, address: string, seconds?: number): Promise<SignIn>;
  /** Sets a user's password and ends the sessions that were opened with the former one. */
  setPassword(userId: string, password: string): Promise<void>;
  /** A user's own change, with the password of today: every session ends, and a new one is opened for who changed it. */
  changePassword(userId: string, current: string, password: string, address: string): Promise<SignIn>;
  /** The users that `#### Demo records` put in, in the document's order. */
  demoAccounts(): Promise<readonly Account[]>;
  /** Those with these e-mail addresses who may sign in, in this order. */
  accountsOf(emails: readonly string[]): Promise<readonly Account[]>;
}

export type SignIn =
  | { readonly kind: 'signed in'; readonly account: Account; readonly token: string }
  | { readonly kind: 'refused' }
  | TooMany;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export async function openSession(
  pool: Pool,
  plan: Plan,
  userId: string,
  seconds = plan.settings.sessionSeconds,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await pool.query('delete from nonet.session where expires_at < now()');
  await pool.query(
    `insert into nonet.session (token_hash, user_id, created_at, seen_at, expires_at)
     values ($1, $2, now(), now(), now() + make_interval(secs => $3))`,
    [hashToken(token), userId, seconds],
  );
  return token;
}

/** One statement for the session and the user's roles, so that what was revoked is gone with the next request. */
export async function findSession(pool: Pool, index: PlanIndex, token: string): Promise<Account | null> {
  if (!TOKEN.test(token) || !hasUsers(index.plan)) return null;
  const [found] = await askUsers<Account>(
    pool,
    index,
    'of a session',
    (user, parameters) => `select ${user.columns} from nonet.session s join ${user.table} u on u.id = s.user_id
      where s.token_hash = ${parameters.slot('token', 'bytea')} and s.expires_at > now() and ${user.active}`,
    { token: hashToken(token) },
  );
  return found ?? null;
}

export async function closeSession(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from nonet.session where token_hash = $1', [hashToken(token)]);
}

export async function closeSessionsOf(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from nonet.session where user_id = $1', [userId]);
}
