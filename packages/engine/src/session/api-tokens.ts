import { randomBytes } from 'node:crypto';
import { type Message, message } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { type Pool, transaction } from '../store/pool.ts';
import { noteSecurityEvent } from '../security-events/note.ts';
import type { Account } from './account.ts';
import { hasNeededFactor } from './second-factor/required.ts';
import { hashToken } from './sessions.ts';
import { askUsers, hasUsers, userRead } from './user.ts';

/** A token, without what it opens with. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** The roles to which the token narrows the user's assigned roles; null if it has them all. */
  readonly roles: readonly string[] | null;
  /** The slug of the calendar that the token opens, and nothing else; null if it acts on the API. */
  readonly screen: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To the minute; null if the token was not used yet. */
  readonly usedAt: string | null;
}

export interface NewApiToken {
  readonly name: string;
  readonly roles: readonly string[] | null;
  /** The number of days until the token expires. */
  readonly days: number;
}

export interface NewCalendarToken {
  readonly name: string;
  /** The slug of a calendar that the person may open. */
  readonly screen: string;
  /** The form in which the person reads values (BCP 47). */
  readonly locale: string;
}

/** A calendar that a token opens, for whom, and in which form of values. */
export interface OpenedCalendar {
  /** The id of the token. */
  readonly token: string;
  readonly account: Account;
  readonly screen: string;
  readonly locale: string;
}

/** The tokens with which programs sign in. A token has the rights of the person who made it, or fewer. */
export interface ApiTokens {
  /** The token itself leaves the engine here and never again. Refuses (INVALID) roles that the user does not have. */
  make(account: Account, token: NewApiToken): Promise<{ readonly secret: string; readonly token: ApiToken }>;
  /** A token of a calendar alone. It ends a year after it was used last. Refuses (INVALID) a name that is none. */
  makeForCalendar(
    account: Account,
    token: NewCalendarToken,
  ): Promise<{ readonly secret: string; readonly token: ApiToken }>;
  /** The valid tokens of a user, the newest first. */
  list(userId: string): Promise<readonly ApiToken[]>;
  /** The tokens of the person with an e-mail address, even if that person may not sign in. */
  listOf(email: string): Promise<readonly (ApiToken & { readonly userId: string })[]>;
  /** Revokes a token; false if the user has no such token. */
  revoke(userId: string, id: string): Promise<boolean>;
  /** Its user, with those of today's roles that the token lends; null if it opens nothing, or the user is disabled. */
  find(secret: string): Promise<Account | null>;
  /** The calendar of a token, for its user with today's roles; null if it opens none, or the user is disabled. */
  findCalendar(secret: string): Promise<OpenedCalendar | null>;
  /** Notes what was read with a token of a calendar. Answers when it was first read so (an instant). */
  noteContent(token: string, tag: string): Promise<string | null>;
}

/** Answers programs that look for lost secrets what they have found. */
const PREFIX = 'nonet_';
const SECRET = /^nonet_[A-Za-z0-9_-]{43}$/;
/** Longer than a token of the API, so that no program takes one for the other. */
const CALENDAR_PREFIX = `${PREFIX}cal_`;
const CALENDAR_SECRET = /^nonet_cal_[A-Za-z0-9_-]{43}$/;
const MOST_OF_ONE_USER = 50;
const LONGEST_DAYS = 366;
const LONGEST_NAME = 100;

const COLUMNS = `id, name, roles, screen, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`;

export function createApiTokens(pool: Pool, index: PlanIndex): ApiTokens {
  return {
    make: (account, token) => make(pool, account, token),
    makeForCalendar: (account, token) => makeForCalendar(pool, account, token),
    list: async (userId) => {
      const { rows } = await pool.query<ApiToken>(
        `select ${COLUMNS} from nonet.api_token where user_id = $1 and expires_at > now() order by id desc`,
        [userId],
      );
      return rows;
    },
    listOf: async (email) => {
      if (!hasUsers(index.plan)) return [];
      const { rows } = await pool.query<ApiToken & { userId: string }>(
        `select t.id, t.name, t.roles, t.screen, t.created_at as "createdAt", t.expires_at as "expiresAt", t.used_at as "usedAt",
           t.user_id as "userId"
         from nonet.api_token t join ${userRead(index.plan).table} u on u.id = t.user_id
         where lower(u.email) = lower($1) and t.expires_at > now() order by t.id desc`,
        [email],
      );
      return rows;
    },
    revoke: async (userId, id) => {
      const revoked = await pool.query('delete from nonet.api_token where user_id = $1 and id::text = $2', [
        userId,
        id,
      ]);
      if (revoked.rowCount !== 1) return false;
      await noteSecurityEvent(pool, { kind: 'token ended', subject: userId, detail: { token: id } });
      return true;
    },
    find: (secret) => find(pool, index, secret),
    findCalendar: (secret) => findCalendar(pool, index, secret),
    noteContent: async (token, tag) => {
      const known = 'select content_at as at from nonet.api_token where id = $1 and content_tag = $2';
      const { rows } = await pool.query<{ at: string }>(known, [token, tag]);
      if (rows[0]) return rows[0].at;
      const noted = await pool.query<{ at: string }>(
        `update nonet.api_token set content_tag = $2,
           content_at = case when content_tag = $2 then content_at else now() end
         where id = $1 returning content_at as at`,
        [token, tag],
      );
      return noted.rows[0]?.at ?? null;
    },
  };
}

async function make(pool: Pool, account: Account, { name, roles, days }: NewApiToken) {
  const wrong: FieldError[] = [];
  const refuse = (field: string, words: Message) =>
    wrong.push({ field, code: 'INVALID', message: words, clause: null });
  if (!isName(name)) refuse('name', message('tokenName', { most: LONGEST_NAME }));
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_DAYS)
    refuse('days', message('tokenDays', { most: LONGEST_DAYS }));
  for (const role of roles ?? []) if (!account.roles.includes(role)) refuse('roles', message('tokenRole', { role }));
  if (wrong.length > 0) throw new Refusal({ code: 'INVALID', status: 400, words: message('noToken'), errors: wrong });
  return save(pool, account, PREFIX, { name, roles, days, screen: null, locale: null });
}

async function makeForCalendar(pool: Pool, account: Account, { name, screen, locale }: NewCalendarToken) {
  if (!isName(name)) {
    const words = message('tokenName', { most: LONGEST_NAME });
    const errors: FieldError[] = [{ field: 'name', code: 'INVALID', message: words, clause: null }];
    throw new Refusal({ code: 'INVALID', status: 400, words: message('noToken'), errors });
  }
  return save(pool, account, CALENDAR_PREFIX, { name, roles: null, days: LONGEST_DAYS, screen, locale });
}

const isName = (name: string): boolean => name.trim() !== '' && [...name].length <= LONGEST_NAME;

interface SavedToken extends NewApiToken {
  readonly screen: string | null;
  readonly locale: string | null;
}

async function save(
  pool: Pool,
  account: Account,
  prefix: string,
  { name, roles, days, screen, locale }: SavedToken,
): Promise<{ readonly secret: string; readonly token: ApiToken }> {
  const secret = prefix + randomBytes(32).toString('base64url');
  return transaction(pool, async (client) => {
    // One at a time for one user, so that their number holds.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`nonet.api_token ${account.id}`]);
    await client.query('delete from nonet.api_token where expires_at <= now()');
    const { rows } = await client.query<ApiToken>(
      `insert into nonet.api_token
         (token_hash, user_id, name, roles, created_at, expires_at, second_factor, screen, locale)
       select $1, $2, $3, $4, now(), now() + make_interval(days => $5), $6, $7, $8
       where (select count(*) from nonet.api_token where user_id = $2) < ${MOST_OF_ONE_USER} returning ${COLUMNS}`,
      [hashToken(secret), account.id, name.trim(), roles, days, account.secondFactor === true, screen, locale],
    );
    const [token] = rows;
    if (token) {
      const detail = screen === null ? { token: token.id, days } : { token: token.id, days, screen };
      await noteSecurityEvent(client, { kind: 'token made', actor: account.id, detail });
      return { secret, token };
    }
    throw new Refusal({ code: 'INVALID', status: 400, words: message('manyTokens', { most: MOST_OF_ONE_USER }) });
  });
}

interface FoundToken extends Account {
  readonly screen: string | null;
  readonly locale: string | null;
  readonly stale: boolean;
  readonly token: string;
}

async function find(pool: Pool, index: PlanIndex, secret: string): Promise<Account | null> {
  const found = SECRET.test(secret) ? await look(pool, index, secret) : null;
  if (found === null) return null;
  const { stale, token, screen, locale: _locale, ...account } = found;
  if (screen !== null) return null;
  if (stale) await pool.query('update nonet.api_token set used_at = now() where id = $1', [token]);
  return account;
}

async function findCalendar(pool: Pool, index: PlanIndex, secret: string): Promise<OpenedCalendar | null> {
  const found = CALENDAR_SECRET.test(secret) ? await look(pool, index, secret) : null;
  if (found === null) return null;
  const { stale, token, screen, locale, ...account } = found;
  if (screen === null) return null;
  if (stale) {
    const until = `now() + interval '${LONGEST_DAYS} days'`;
    await pool.query(`update nonet.api_token set used_at = now(), expires_at = ${until} where id = $1`, [token]);
  }
  return { token, account, screen, locale: locale ?? index.plan.settings.locale };
}

/** Reads the token and the user in one statement, so that a disabled user, or a lost role, counts here immediately. */
async function look(pool: Pool, index: PlanIndex, secret: string): Promise<FoundToken | null> {
  if (!hasUsers(index.plan)) return null;
  const [found] = await askUsers<FoundToken>(
    pool,
    index,
    'of an API token',
    (user, parameters) => `select own.id, own.name, own.email, t.id as token, t.screen, t.locale,
        array(select role from unnest(own.roles) role where t.roles is null or role = any (t.roles)) as roles,
        t.second_factor as "secondFactor",
        t.used_at is null or t.used_at < now() - interval '1 minute' as stale
      from nonet.api_token t join lateral (
        select ${user.columns} from ${user.table} u where ${[`u.id = t.user_id and ${user.active}`, hasNeededFactor(index.plan, 't', user) ?? 'true'].join(' and ')}
      ) own on true
      where t.token_hash = ${parameters.slot('token', 'bytea')} and t.expires_at > now()`,
    { token: hashToken(secret) },
  );
  return found ?? null;
}
