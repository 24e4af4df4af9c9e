import type { Plan } from '@nonet/language';
import { type Pool, transaction } from '../store/pool.ts';
import type { Account } from './account.ts';
import { unknownHash, verifyPassword } from './password.ts';
import { openSession, type SignIn } from './sessions.ts';
import { hasUsers, userRead } from './user.ts';

/** RFC 5321 has no longer addresses. */
const MAXIMUM_NAME = 320;

/**
 * One network address may try this many times as often as one name: a whole office may share it, and still
 * nobody tries one password on everybody.
 */
const SHARED_ADDRESS_FACTOR = 10;

/** What an unknown user's password is compared with, so that the answer takes as long as a known one's. */
const UNKNOWN = unknownHash();

export async function signIn(
  pool: Pool,
  plan: Plan,
  name: string,
  password: string,
  address: string,
  seconds?: number,
): Promise<SignIn> {
  const checked = await checkPassword(pool, plan, { name }, password, address);
  if (checked.kind !== 'fits') return checked;
  const { account } = checked;
  return { kind: 'signed in', account, token: await openSession(pool, plan, account.id, seconds) };
}

type Checked = Exclude<SignIn, { kind: 'signed in' }> | { readonly kind: 'fits'; readonly account: Account };

/** Whether a password is that of somebody who may sign in; each look counts as an attempt. */
export async function checkPassword(
  pool: Pool,
  plan: Plan,
  who: { readonly name: string } | { readonly userId: string },
  password: string,
  address: string,
): Promise<Checked> {
  if (!hasUsers(plan)) return { kind: 'refused' };
  const given = ('name' in who ? who.name : who.userId)
    .normalize('NFC')
    .trim()
    .slice(0, MAXIMUM_NAME + 1);
  const attempt = await reserveAttempt(pool, plan, given.slice(0, MAXIMUM_NAME).toLowerCase(), address);
  if (attempt.kind === 'too many') return attempt;
  const user = userRead(plan);
  const found = await pool.query<Account & { hash: string | null }>(
    `select ${user.columns}, c.hash from ${user.table} u left join nonet.credential c on c.user_id = u.id
     where ${'name' in who ? user.isCalled : 'u.id = $1::uuid'} and ${user.active} limit 2`,
    [given],
  );
  const candidate = found.rows.length === 1 ? found.rows[0] : undefined;
  const fits = await verifyPassword(password, candidate?.hash ?? UNKNOWN);
  if (!fits || !candidate?.hash) return { kind: 'refused' };
  await pool.query('update nonet.login_attempt set succeeded = true where ctid = $1::tid', [attempt.row]);
  const { hash: _, ...account } = candidate;
  return { kind: 'fits', account };
}

type Attempt = { readonly kind: 'reserved'; readonly row: string } | Extract<SignIn, { kind: 'too many' }>;

/**
 * Counts an attempt before its password is looked at, so that parallel ones can't overtake the limit. For a name (an
 * e-mail address, mostly) the failures since its last success count.
 */
async function reserveAttempt(pool: Pool, plan: Plan, email: string, address: string): Promise<Attempt> {
  const { count, seconds } = plan.settings.loginAttempts;
  return transaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('nonet.login_attempt', 0))`);
    await client.query('delete from nonet.login_attempt where at < now() - make_interval(secs => $1)', [seconds]);
    const failed = await client.query<{ of: 'email' | 'address'; failures: number; wait: number }>(
      `select 'email' as of, count(*)::int as failures,
              ceil($3 - extract(epoch from now() - min(at)))::int as wait
       from nonet.login_attempt a
       where email = $1 and not succeeded
         and not exists (select from nonet.login_attempt b where b.email = a.email and b.succeeded and b.at > a.at)
       union all
       select 'address', count(*)::int, ceil($3 - extract(epoch from now() - min(at)))::int
       from nonet.login_attempt where address = $2 and not succeeded`,
      [email, address, seconds],
    );
    for (const { of, failures, wait } of failed.rows) {
      const limit = of === 'email' ? count : count * SHARED_ADDRESS_FACTOR;
      if (failures >= limit) return { kind: 'too many', retryAfterSeconds: Math.max(1, wait) };
    }
    const row = await client.query<{ row: string }>(
      `insert into nonet.login_attempt (address, email, at, succeeded)
       values ($1, $2, now(), false) returning ctid::text as row`,
      [address, email],
    );
    return { kind: 'reserved', row: row.rows[0]?.row ?? '' };
  });
}
