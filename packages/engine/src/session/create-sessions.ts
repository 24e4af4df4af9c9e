import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, transaction } from '../store/pool.ts';
import type { Account } from './account.ts';
import { rememberBrowser } from './known-browsers.ts';
import { endSessionOf, openSessionsOf, SessionUse } from './own-sessions.ts';
import { hashPassword } from './password.ts';
import { closeSession, closeSessionsOf, findSession, hashToken, openSession, type Sessions } from './sessions.ts';
import { keepPassword, refusePassword } from './set-password.ts';
import { countTry, endPending, findPending } from './second-factor/pending.ts';
import { checkPassword, nextStep, signIn, stepOf } from './sign-in.ts';
import { askUsers, USER } from './user.ts';

const MOST_REMEMBERED = 10_000;

/** The sessions of one product, on its database (which `createEngine` has brought to the plan). */
export function createSessions(pool: Pool, index: PlanIndex): Sessions {
  const { plan } = index;
  const use = new SessionUse(pool);
  const remembered = new Map<string, { readonly account: Account; readonly tokenHash: string }>();
  const find = async (token: string): Promise<Account | null> => {
    const account = await findSession(pool, index, token);
    remembered.delete(token);
    if (account !== null) {
      use.note(token);
      if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(token, { account, tokenHash: `\\x${hashToken(token).toString('hex')}` });
    }
    return account;
  };
  return {
    open: (userId, seconds, from, secondFactor) => openSession(pool, plan, userId, seconds, from, secondFactor),
    nextStep: (account) => nextStep(pool, plan, account),
    findPending: async (token) => {
      const account = await findPending(pool, index, token);
      const needs = account && (await stepOf(pool, plan, account));
      return account === null || needs === null ? null : { account, needs };
    },
    countTry: (pending) => countTry(pool, pending),
    endPending: (pending) => endPending(pool, pending),
    markFactor: async (userId, token) => {
      await pool.query('update nonet.session set second_factor = true where token_hash = $1', [hashToken(token)]);
      await pool.query('delete from nonet.session where user_id = $1 and not second_factor', [userId]);
    },
    openOf: (userId, token) => openSessionsOf(pool, plan, userId, token),
    endOf: (userId, id) => endSessionOf(pool, userId, id),
    find,
    recall: (token) => {
      const known = remembered.get(token);
      if (known === undefined) return null;
      use.note(token);
      const { account, tokenHash } = known;
      const session = { tokenHash, find: async () => actorOf(await find(token)) };
      return { account, actor: { ...actorOf(account), session } };
    },
    close: async (token) => {
      remembered.delete(token);
      await closeSession(pool, token);
    },
    closeAll: (userId) => closeSessionsOf(pool, userId),
    signIn: (email, password, place, seconds) => signIn(pool, index, email, password, place, seconds),
    rememberBrowser: (userId, known) => rememberBrowser(pool, userId, known),
    takeWarning: (userId) => takeWarning(pool, index, userId),
    setPassword: async (userId, password) => {
      await refusePassword(index, password, {});
      await setPassword(pool, userId, password);
    },
    changePassword: async (userId, current, password, place, secondFactor) => {
      await refusePassword(index, password, {});
      const checked = await checkPassword(pool, index, { userId }, current, place);
      if (checked.kind !== 'fits') return checked;
      await refusePassword(index, password, checked.account);
      await setPassword(pool, userId, password);
      return {
        kind: 'signed in',
        account: checked.account,
        token: await openSession(pool, plan, userId, undefined, place, secondFactor),
      };
    },
    chooseTimeZone: (userId, timeZone) => keepChosen(pool, 'time_zone', userId, timeZone),
    chooseRegion: (userId, region) => keepChosen(pool, 'region', userId, region),
    demoAccounts: () => accountsOf(pool, index, demoAddresses(index)),
    accountsOf: (emails) => accountsOf(pool, index, emails),
  };
}

function actorOf(account: Account | null): Actor {
  return account === null ? { userId: null, roles: [] } : { userId: account.id, roles: account.roles };
}

async function setPassword(pool: Pool, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await transaction(pool, async (client) => {
    await keepPassword(client, userId, hash, new Date().toISOString());
    await client.query('delete from nonet.session where user_id = $1', [userId]);
  });
}

/** Keeps one thing that a user has chosen for themselves; null: nothing. */
async function keepChosen(
  pool: Pool,
  what: 'time_zone' | 'region',
  userId: string,
  chosen: string | null,
): Promise<void> {
  if (chosen === null) await pool.query(`delete from nonet.personal_${what} where user_id = $1`, [userId]);
  else
    await pool.query(
      `insert into nonet.personal_${what} (user_id, ${what}) values ($1, $2)
       on conflict (user_id) do update set ${what} = excluded.${what}`,
      [userId, chosen],
    );
}

async function takeWarning(pool: Pool, index: PlanIndex, userId: string): Promise<Account | null> {
  const taken = await pool.query(
    `update nonet.credential set warned_at = now()
     where user_id = $1 and (warned_at is null or warned_at < now() - interval '1 day')`,
    [userId],
  );
  if (taken.rowCount !== 1) return null;
  const [account] = await askUsers<Account>(
    pool,
    index,
    'who are warned',
    (user, parameters) =>
      `select ${user.columns} from ${user.table} u where u.id = ${parameters.slot('id', 'uuid')} and ${user.active}`,
    { id: userId },
  );
  return account ?? null;
}

function demoAddresses(index: PlanIndex): readonly string[] {
  const records = index.findEntity(USER)?.demoRecords ?? [];
  return records.flatMap(({ values: { email } }) =>
    email?.kind === 'value' && typeof email.value === 'string' ? [email.value] : [],
  );
}

async function accountsOf(pool: Pool, index: PlanIndex, emails: readonly string[]): Promise<readonly Account[]> {
  if (emails.length === 0) return [];
  return askUsers<Account>(
    pool,
    index,
    'with these addresses',
    (user, parameters) => {
      const sought = parameters.listSlot('emails', 'text');
      return `select ${user.columns} from ${user.table} u where lower(u.email) = any(${sought}) and ${user.active}
        order by array_position(${sought}, lower(u.email))`;
    },
    { emails: emails.map((email) => email.toLowerCase()) },
  );
}
