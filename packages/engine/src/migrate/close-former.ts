import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from '../store/pool.ts';
import { SERVING } from './former/serving.ts';

const LOOK_MILLISECONDS = 20;
/** The time that statements in progress have to end by themselves. */
const GRACE_MILLISECONDS = 3000;

/**
 * Ends the connections of processes that serve a version of the document, except for those with the behaviours in
 * `kept` (hashes; null: of all). Busy connections end after a while, and new ones wait until the transaction of
 * `client` ends; then the database decides which may connect. Their open transactions are rolled back, and their
 * clients are answered that the product is unavailable.
 */
export async function closeFormerVersions(
  pool: Pool,
  client: PoolClient,
  kept: readonly string[] | null,
): Promise<void> {
  const versions = kept === null ? null : await versionsBut(client, kept);
  if (versions?.length === 0) return;
  const locked =
    versions === null
      ? client.query(`select pg_advisory_xact_lock(${SERVING})`)
      : client.query(`select pg_advisory_xact_lock(${SERVING}, number) from unnest($1::int[]) number`, [versions]);
  // A failure reaches both those who wait for the lock and those who ask for connections, whichever comes first.
  locked.catch(() => {});
  const began = performance.now();
  while ((await Promise.race([locked, delay(LOOK_MILLISECONDS, null)])) === null) {
    const isWithinGrace = performance.now() - began < GRACE_MILLISECONDS;
    await pool.query(
      `select pg_terminate_backend(a.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted
         and (case when $2::int[] is null then l.classid = 0 and l.objid = ${SERVING} and l.objsubid = 1
              else l.classid = ${SERVING} and l.objid = any($2::int[]::oid[]) and l.objsubid = 2 end)
         and l.database = (select oid from pg_database where datname = current_database())
         and (a.state = 'idle' or not $1)`,
      [isWithinGrace, versions],
    );
  }
}

/** The versions that do anything else than these hashes say. */
async function versionsBut(client: PoolClient, kept: readonly string[]): Promise<readonly number[]> {
  const { rows } = await client.query<{ number: number }>(
    'select number from nonet.version where behaviour_hash <> all($1::text[]) order by number',
    [kept],
  );
  return rows.map(({ number }) => number);
}
