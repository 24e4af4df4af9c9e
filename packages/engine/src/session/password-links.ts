import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, type Queryable, transaction } from '../store/pool.ts';
import type { Account } from './account.ts';
import { forgetFailures } from './login-attempts.ts';
import { hashPassword } from './password.ts';
import { hashToken } from './sessions.ts';
import { keepPassword, refusePassword } from './set-password.ts';
import { askUsers, hasUsers } from './user.ts';

/** A link for setting a password. Its token leaves the engine here, and only for its user's mailbox. */
export interface PasswordLink {
  readonly account: Account;
  readonly token: string;
  /** The number of hours until the link expires. */
  readonly hours: number;
}

/** Links with which people choose their own password. */
export interface PasswordLinks {
  /**
   * A link for a user who forgot the password; null if no user has this address, the user may not sign in, or was sent
   * as many links as LOGIN_ATTEMPTS (9) allows. The requester must not learn which of these is the case.
   */
  forEmail(email: string): Promise<PasswordLink | null>;
  /** A link for a user who was just created; null if the user may not sign in, or has a password. */
  forNewUser(userId: string): Promise<PasswordLink | null>;
  /**
   * Sets the password, ends the user's sessions and their other links; null if the token opens nothing (any more).
   * Refuses (INVALID) a password that is too short, and the link stays.
   */
  use(token: string, password: string): Promise<Account | null>;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const RESET_HOURS = 1;
const INVITATION_HOURS = 7 * 24;

export function createPasswordLinks(pool: Pool, index: PlanIndex): PasswordLinks {
  const { plan } = index;
  return {
    forEmail: async (email) => {
      if (!hasUsers(plan)) return null;
      const rows = await askUsers<Account>(
        pool,
        index,
        'who have an address',
        (user, parameters) => `select ${user.columns} from ${user.table} u
          where lower(u.email) = lower(${parameters.slot('email', 'text')}) and ${user.active} limit 2`,
        { email: email.normalize('NFC').trim() },
      );
      return rows.length === 1 && rows[0] ? makeLink(pool, plan, rows[0], RESET_HOURS) : null;
    },
    forNewUser: async (userId) => {
      const [account] = await askUsers<Account>(
        pool,
        index,
        'who have no password',
        (user, parameters) => `select ${user.columns} from ${user.table} u
          where u.id = ${parameters.slot('id', 'uuid')} and ${user.active}
            and not exists (select from nonet.credential c where c.user_id = u.id)`,
        { id: userId },
      );
      return account ? makeLink(pool, plan, account, INVITATION_HOURS) : null;
    },
    use: (token, password) => useLink(pool, index, token, password),
  };
}

/** One mailbox gets at most as many links as it has sign-in attempts in the same time. */
async function makeLink(pool: Pool, plan: Plan, account: Account, hours: number): Promise<PasswordLink | null> {
  const { count, seconds } = plan.settings.loginAttempts;
  const token = randomBytes(32).toString('base64url');
  const made = await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`nonet.password_link ${account.id}`]);
    await client.query(
      'delete from nonet.password_link where expires_at <= now() and created_at < now() - make_interval(secs => $1)',
      [seconds],
    );
    return client.query(
      `insert into nonet.password_link (token_hash, user_id, created_at, expires_at)
       select $1, $2, now(), now() + make_interval(hours => $3)
       where (select count(*) from nonet.password_link
              where user_id = $2 and created_at > now() - make_interval(secs => $4)) < $5`,
      [hashToken(token), account.id, hours, seconds, count],
    );
  });
  return made.rowCount === 1 ? { account, token, hours } : null;
}

async function useLink(pool: Pool, index: PlanIndex, token: string, password: string): Promise<Account | null> {
  await refusePassword(index, password, {});
  if (!TOKEN.test(token) || !hasUsers(index.plan)) return null;
  // Checks the token before the costly hash, and again under the lock: of two simultaneous requests, one finds it used.
  const owner = await accountOfLink(pool, index, token, false);
  if (owner === null) return null;
  await refusePassword(index, password, owner);
  const hash = await hashPassword(password);
  return transaction(pool, async (client) => {
    const account = await accountOfLink(client, index, token, true);
    if (account === null) return null;
    await client.query('delete from nonet.password_link where user_id = $1', [account.id]);
    await keepPassword(client, account.id, hash, new Date().toISOString());
    await client.query('delete from nonet.session where user_id = $1', [account.id]);
    await forgetFailures(client, index.plan, account.id);
    return account;
  });
}

async function accountOfLink(
  client: Queryable,
  index: PlanIndex,
  token: string,
  locked: boolean,
): Promise<Account | null> {
  const [account] = await askUsers<Account>(
    client,
    index,
    `of a password link${locked ? ', locked' : ''}`,
    (user, parameters) => `select ${user.columns} from nonet.password_link l join ${user.table} u on u.id = l.user_id
      where l.token_hash = ${parameters.slot('token', 'bytea')} and l.expires_at > now() and ${user.active}
      ${locked ? 'for update of l' : ''}`,
    { token: hashToken(token) },
  );
  return account ?? null;
}
