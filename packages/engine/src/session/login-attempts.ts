import type { Plan } from '@nonet/language';
import { type Pool, type PoolClient, transaction } from '../store/pool.ts';
import { networkOf } from './network.ts';

/**
 * One network address may try this many times as often as one name: a whole office may share it, and still
 * nobody tries one password on everybody.
 */
export const SHARED_ADDRESS_FACTOR = 10;

/** LOGIN_ATTEMPTS (9) are used up. */
export interface TooMany {
  readonly kind: 'too many';
  readonly retryAfterSeconds: number;
}

/**
 * Counts an attempt before anything of it is looked at, so that parallel ones can't overtake the limit. For a name (an
 * e-mail address, mostly; null where none is known yet) the failures since its last success count.
 */
export async function reserveAttempt(
  pool: Pool,
  plan: Plan,
  name: string | null,
  address: string,
): Promise<{ readonly kind: 'reserved'; readonly id: number } | TooMany> {
  const { count, seconds } = plan.settings.loginAttempts;
  const network = networkOf(address);
  return transaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('nonet.login_attempt', 0))`);
    await client.query('delete from nonet.login_attempt where at < now() - make_interval(secs => $1)', [seconds]);
    const failed = await client.query<{ of: 'name' | 'address'; failures: number; wait: number }>(
      `select 'name' as of, count(*)::int as failures,
              ceil($3 - extract(epoch from now() - min(at)))::int as wait
       from nonet.login_attempt a
       where email = $1 and not succeeded
         and not exists (select from nonet.login_attempt b where b.email = a.email and b.succeeded and b.at > a.at)
       union all
       select 'address', count(*)::int, ceil($3 - extract(epoch from now() - min(at)))::int
       from nonet.login_attempt where address = $2 and not succeeded`,
      [name, network, seconds],
    );
    for (const { of, failures, wait } of failed.rows) {
      const limit = of === 'name' ? count : count * SHARED_ADDRESS_FACTOR;
      if (failures >= limit) return { kind: 'too many', retryAfterSeconds: Math.max(1, wait) };
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into nonet.login_attempt (address, email, at, succeeded) values ($1, $2, now(), false) returning id`,
      [network, name],
    );
    return { kind: 'reserved', id: rows[0]?.id ?? 0 };
  });
}

/** An attempt that nobody could have succeeded in counts for nothing. */
export async function forgetAttempt(client: Pool | PoolClient, id: number): Promise<void> {
  await client.query('delete from nonet.login_attempt where id = $1', [id]);
}

export async function noteSuccess(client: Pool | PoolClient, id: number): Promise<void> {
  await client.query('update nonet.login_attempt set succeeded = true where id = $1', [id]);
}
