import type { Plan } from '@nonet/language';
import { type Pool, type PoolClient, transaction } from '../store/pool.ts';
import { networkOf } from './network.ts';
import { userRead } from './user.ts';

/**
 * One network address may make this many times the attempts of one name, because a whole office may share it; that is
 * too few to try one password on every name. One name may be tried this many times as often from all networks together,
 * so that attempts from one network do not lock the name's owner out in another.
 */
export const SHARED_ADDRESS_FACTOR = 10;

/** The seconds for which a name is refused that all networks together have tried too often; doubled each time. */
const FIRST_PAUSE_SECONDS = 60;

/** The origin of a sign-in attempt. */
export interface Place {
  readonly address: string;
  /** The mark of a browser with which the name's user has signed in before; null for other browsers. */
  readonly browser: string | null;
}

/** LOGIN_ATTEMPTS (9) are used up. */
export interface TooMany {
  readonly kind: 'too many';
  readonly retryAfterSeconds: number;
}

/**
 * Counts an attempt before it is checked, so that parallel attempts can't exceed the limit. For a name (mostly an
 * e-mail address; null if none is known yet), the failures since its last success count: those from this network, and
 * those from all networks, after too many of which each further attempt must wait twice as long. For a browser with
 * which the name's user has signed in before, only its own failures count: others can't lock that person out.
 */
export async function reserveAttempt(
  pool: Pool,
  plan: Plan,
  name: string | null,
  { address, browser }: Place,
): Promise<Reserved | TooMany> {
  const { count, seconds } = plan.settings.loginAttempts;
  const network = browser ?? networkOf(address);
  return transaction(pool, async (client) => {
    await lockCounts(client, name, network);
    // Others may remove the same ones at this moment, and need not be waited for.
    await client.query(
      `delete from nonet.login_attempt where id in (
         select id from nonet.login_attempt where at < now() - make_interval(secs => $1) for update skip locked)`,
      [seconds],
    );
    const failed = await client.query<{ of: 'name here' | 'name' | 'address'; failures: number; wait: number }>(
      `with failed as (
         select address, at from nonet.login_attempt a where email = $1 and not succeeded
           and not exists (select from nonet.login_attempt b where b.email = a.email and b.succeeded and b.at > a.at)
           and (address = $2 or address not like 'browser %')
       )
       select 'name here' as of, count(*)::int as failures,
              ceil($3 - extract(epoch from now() - min(at)))::int as wait from failed where address = $2
       union all
       select 'name', count(*)::int, ceil(
           least($3, ${FIRST_PAUSE_SECONDS} * 2 ^ greatest(0, least(20, count(*) - $4))) - extract(epoch from now() - max(at))
         )::int from failed
       union all
       select 'address', count(*)::int, ceil($3 - extract(epoch from now() - min(at)))::int
       from nonet.login_attempt where address = $2 and not succeeded`,
      [name, network, seconds, count * SHARED_ADDRESS_FACTOR],
    );
    let failuresOfName = 0;
    for (const { of, failures, wait } of failed.rows) {
      if (of === 'name') failuresOfName = failures;
      if (browser !== null && of !== 'name here') continue;
      const limit = of === 'name here' ? count : count * SHARED_ADDRESS_FACTOR;
      if (failures >= limit && (of !== 'name' || wait > 0))
        return { kind: 'too many', retryAfterSeconds: Math.max(1, wait) };
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into nonet.login_attempt (address, email, at, succeeded) values ($1, $2, now(), false) returning id`,
      [network, name],
    );
    return { kind: 'reserved', id: rows[0]?.id ?? 0, isSuspicious: failuresOfName + 1 >= count };
  });
}

/**
 * Lets one attempt after the other be counted for a name, and for a network; others are counted at the same time. The
 * two locks are taken in one order, so that no two attempts wait for each other.
 */
async function lockCounts(client: PoolClient, name: string | null, network: string): Promise<void> {
  const counted = [`address ${network}`, ...(name === null ? [] : [`name ${name}`])];
  await client.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('nonet.login_attempt ' || counted, 0) as key from unnest($1::text[]) counted order by 1
     ) keys`,
    [counted],
  );
}

/** An attempt that is counted, and not yet checked. */
interface Reserved {
  readonly kind: 'reserved';
  readonly id: number;
  /** Whether the name has LOGIN_ATTEMPTS failures if this attempt fails too: its user is notified. */
  readonly isSuspicious: boolean;
}

/** Removes an attempt that could not have succeeded, so that it does not count. */
export async function forgetAttempt(client: Pool | PoolClient, id: number): Promise<void> {
  await client.query('delete from nonet.login_attempt where id = $1', [id]);
}

export async function noteSuccess(client: Pool | PoolClient, id: number): Promise<void> {
  await client.query('update nonet.login_attempt set succeeded = true where id = $1', [id]);
}

/** A user who has proven by the mailbox that a name is theirs need not wait because of others' attempts. */
export async function forgetFailures(client: PoolClient, plan: Plan, userId: string): Promise<void> {
  const user = userRead(plan);
  await client.query(
    `delete from nonet.login_attempt a using ${user.table} u
     where u.id = $1 and not a.succeeded and (${user.isCalled('a.email')} or a.email = u.id::text)`,
    [userId],
  );
}
