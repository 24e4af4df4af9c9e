import { createHash, randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import type { Account } from './account.ts';
import type { TooMany } from './login-attempts.ts';
import { networkOf } from './network.ts';
import { hasNeededFactor } from './second-factor/required.ts';
import { askUsers, hasUsers, type UserRead } from './user.ts';

/**
 * The sessions of signed-in people and programs. Tokens leave the engine once, and the database stores only their hash.
 */
export interface Sessions {
  /** Signs a user in for the product's SESSION_LENGTH, or these seconds; the token has 256 random bits. */
  open(userId: string, seconds?: number, from?: SessionOrigin | null, secondFactor?: boolean): Promise<string>;
  /** The step that is left after a right password, before a session opens; `pending`: the token of that sign-in. */
  nextStep(
    account: Pick<Account, 'id' | 'roles'>,
  ): Promise<{ readonly needs: NextStep; readonly pending: string } | null>;
  /** Who has begun a sign-in, and what they still have to do; null if the token opens nothing. */
  findPending(token: string | null): Promise<{ readonly account: Account; readonly needs: NextStep } | null>;
  /** Counts a try of the second step; false if there were too many. */
  countTry(pending: string): Promise<boolean>;
  endPending(pending: string): Promise<void>;
  /** Notes that the user of a session has set up a second factor in it; their sessions without one end. */
  markFactor(userId: string, token: string): Promise<void>;
  /** A user's open sessions, the one last used first; `token` is that of the one that asks. */
  openOf(userId: string, token: string | null): Promise<readonly OpenSession[]>;
  /** Ends one of them; false if the user has no such session. */
  endOf(userId: string, id: string): Promise<boolean>;
  /** The user behind a token, with today's roles; null if it opens nothing (any more) or the user is disabled. */
  find(token: string): Promise<Account | null>;
  /**
   * The user of a token as an earlier `find` of this process saw them, and a mark by which the engine's operations
   * confirm it; null if there was none. Only these operations may use it, because the session may be revoked by now.
   */
  recall(token: string): { readonly account: Account; readonly actor: Actor } | null;
  close(token: string): Promise<void>;
  /** Ends all sessions of a user. */
  closeAll(userId: string): Promise<void>;
  /**
   * Checks a name (by default the e-mail address) and a password from one place. Every failure has the same
   * answer, after the same work.
   */
  signIn(name: string, password: string, place: SignInPlace, seconds?: number): Promise<SignIn>;
  /** Remembers a browser that a user has signed in with; answers the token that it keeps (`SignInPlace`). */
  rememberBrowser(userId: string, known: string | null): Promise<string>;
  /** The user who is to be notified, at most once a day, that others try their password; null if nobody is. */
  takeWarning(userId: string): Promise<Account | null>;
  /** Sets a user's password and ends the sessions that were opened with the former one. */
  setPassword(userId: string, password: string): Promise<void>;
  /**
   * A user's own change, with the password of today: every session ends, and a new one is opened for who changed it.
   */
  changePassword(
    userId: string,
    current: string,
    password: string,
    place: SignInPlace,
    secondFactor?: boolean,
  ): Promise<Exclude<SignIn, { kind: 'second factor' }>>;
  /** Keeps the time zone in which a user reads instants: IANA, or `device`; null: the product's. */
  chooseTimeZone(userId: string, timeZone: string | null): Promise<void>;
  /** Keeps the region in whose form a user reads dates and numbers: ISO 3166; null: none. */
  chooseRegion(userId: string, region: string | null): Promise<void>;
  /** The users that `#### Demo records` inserted, in the document's order. */
  demoAccounts(): Promise<readonly Account[]>;
  /** The users with these e-mail addresses who may sign in, in this order. */
  accountsOf(emails: readonly string[]): Promise<readonly Account[]>;
}

/** An open session, without what it opens with. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: string;
  /** To the minute. */
  readonly seenAt: string;
  readonly expiresAt: string;
  /** The browser's own description; null if no request opened the session. */
  readonly userAgent: string | null;
  /** The network that it was opened from. */
  readonly network: string | null;
  /** Whether it is the session of this request. */
  readonly isCurrent: boolean;
}

/** The origin of a session, as its user sees it. */
export interface SessionOrigin {
  /** The network address. */
  readonly address: string;
  /** The browser's own description. */
  readonly userAgent?: string | null;
}

/** The origin of a sign-in. */
export interface SignInPlace extends SessionOrigin {
  /** The token that `rememberBrowser` gave the browser; null if it sends none. */
  readonly browser?: string | null;
}

/** A factor that is to be given, or to be set up. */
export type NextStep = 'factor' | 'enrolment';

export type SignIn =
  | { readonly kind: 'signed in'; readonly account: Account; readonly token: string }
  /** The password fits; `pending` is the token of the sign-in that goes on with a second factor. */
  | { readonly kind: 'second factor'; readonly account: Account; readonly needs: NextStep; readonly pending: string }
  /** `warned`: the user whose password was tried so often that they should know. The requester must not learn it. */
  | { readonly kind: 'refused'; readonly warned: string | null }
  | TooMany;

const LONGEST_USER_AGENT = 300;
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
  from: SessionOrigin | null = null,
  secondFactor = false,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await pool.query('delete from nonet.session where expires_at < now()');
  await pool.query(
    `insert into nonet.session (token_hash, user_id, created_at, seen_at, expires_at, user_agent, network, second_factor)
     values ($1, $2, now(), now(), now() + make_interval(secs => $3), $4, $5, $6)`,
    [
      hashToken(token),
      userId,
      seconds,
      from?.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      from && networkOf(from.address),
      secondFactor,
    ],
  );
  await noteSecurityEvent(pool, {
    kind: 'signed in',
    actor: userId,
    address: from?.address ?? null,
    detail: { second_factor: secondFactor },
  });
  return token;
}

/** The last use of a session is noted to the minute. */
const SEEN_SECONDS = 60;

/** The SQL of whether a session still opens something: it has not expired, and was used within SESSION_IDLE (9). */
export function isOpen({ settings }: Plan, alias: string): string {
  const lasts = `${alias}.expires_at > now()`;
  const idle = settings.sessionIdleSeconds ?? null;
  if (idle === null) return lasts;
  return `${lasts} and ${alias}.seen_at > now() - make_interval(secs => ${Math.ceil(idle) + SEEN_SECONDS})`;
}

/** The SQL of whether a session opens its user's account, `u`: it is open, and has the factor that its user needs. */
export function opens(plan: Plan, alias: string, user: Pick<UserRead, 'roles'>): string {
  const factor = hasNeededFactor(plan, alias, user);
  return factor === null ? isOpen(plan, alias) : `${isOpen(plan, alias)} and ${factor}`;
}

/** One statement for the session and the user's roles, so that what was revoked is gone with the next request. */
export async function findSession(pool: Pool, index: PlanIndex, token: string): Promise<Account | null> {
  if (!TOKEN.test(token) || !hasUsers(index.plan)) return null;
  const [found] = await askUsers<Account>(
    pool,
    index,
    'of a session',
    (user, parameters) => `select ${user.columns}, s.second_factor as "secondFactor"
      from nonet.session s join ${user.table} u on u.id = s.user_id
      where s.token_hash = ${parameters.slot('token', 'bytea')} and ${opens(index.plan, 's', user)} and ${user.active}`,
    { token: hashToken(token) },
  );
  return found ?? null;
}

export async function closeSession(pool: Pool, token: string): Promise<void> {
  const { rows } = await pool.query<{ user_id: string }>(
    'delete from nonet.session where token_hash = $1 returning user_id',
    [hashToken(token)],
  );
  for (const { user_id: actor } of rows) await noteSecurityEvent(pool, { kind: 'signed out', actor });
}

export async function closeSessionsOf(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from nonet.session where user_id = $1', [userId]);
}
