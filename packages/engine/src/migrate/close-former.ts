import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from '../store/pool.ts';

/** The lock that every connection of a serving process shares (`nonet.serve_version`, 0017-versions.sql). */
const SERVING = 1936028005;
const LOOK_MILLISECONDS = 20;
/** So long what is under way may take to end by itself. */
const PATIENCE_MILLISECONDS = 3000;

/**
 * Ends the connections of all processes that serve a version of the document, those in the middle of something after a
 * while, and keeps new ones waiting until the transaction of `client` ends: then the database judges which may come in.
 * Their open transactions are rolled back, and their clients get the answer that the product can't be reached for now.
 */
export async function closeFormerVersions(pool: Pool, client: PoolClient): Promise<void> {
  const locked = client.query('select pg_advisory_xact_lock($1)', [SERVING]);
  // A failure reaches both those who wait for it and those who ask for connections, whichever comes first.
  locked.catch(() => {});
  const began = performance.now();
  while ((await Promise.race([locked, delay(LOOK_MILLISECONDS, null)])) === null) {
    const isPatient = performance.now() - began < PATIENCE_MILLISECONDS;
    await pool.query(
      `select pg_terminate_backend(a.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.mode = 'ShareLock' and l.granted
         and l.database = (select oid from pg_database where datname = current_database())
         and (a.state = 'idle' or not $2)`,
      [SERVING, isPatient],
    );
  }
}
