import type { Pool, PoolClient } from '../store/pool.ts';
import type { PlannedStep } from './plan/migration-plan.ts';

export interface SessionOptions {
  /** The time, in seconds, for which it may wait for locks in all. */
  readonly lockSeconds?: number;
  /** Is called with a line for each thing that a change waits for; by default the lines go to standard error. */
  readonly onWait?: (line: string) => void;
  /** Is called with the kind of each step of a change as it begins. */
  readonly onStep?: (step: PlannedStep['kind']) => void;
}

/** The one connection that changes the storage, while it does so. */
export interface MigrationSession {
  readonly client: PoolClient;
  readonly onWait: (line: string) => void;
  readonly onStep: (step: PlannedStep['kind']) => void;
  /** The time that is left to wait for locks, in milliseconds. */
  remainingMilliseconds: number;
  /** Whether the database has pg_trgm: without it, trigram indexes are left out (`provideTrigrams`). */
  hasTrigrams: boolean;
}

/** One number for all processes that start on the same database ("nonet"); a product in a schema of its own has another one. */
const LOCK = 0x6e6f6e65;
const LOCK_TIMEOUT_SECONDS = 300;
/** With less, PostgreSQL looks for each of a million keys among all of them, one after the other. */
export const WORK_MEMORY = '128MB';
const TURN_PAUSE = 50;
const TRIES_BETWEEN_LINES = 100;

/**
 * Does `work` on its own connection, one process after the other. It polls for its turn: a waiting statement would
 * hold a snapshot, and the other process's `create index concurrently` would wait for its end.
 */
export async function withSession<T>(
  pool: Pool,
  options: SessionOptions,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // A large table takes its time, and the keys of its records are looked up in memory.
    await client.query(`set statement_timeout = 0; set work_mem = '${WORK_MEMORY}'`);
    const onWait = options.onWait ?? ((line: string) => console.error(line));
    for (let tries = 1; ; tries++) {
      const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`);
      if (rows[0]?.taken === true) break;
      if (tries % TRIES_BETWEEN_LINES === 0) onWait(await describeLockHolder(client));
      await pause(TURN_PAUSE);
    }
    return await work({
      client,
      onWait,
      onStep: options.onStep ?? (() => undefined),
      remainingMilliseconds: (options.lockSeconds ?? LOCK_TIMEOUT_SECONDS) * 1000,
      hasTrigrams: false,
    });
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // The settings of this work end with the connection.
    client.release(true);
  }
}

/** The process that holds the lock. */
async function describeLockHolder(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null; seconds: number }>(
    `select a.pid, host(a.client_addr) as address, extract(epoch from clock_timestamp() - a.backend_start)::int as seconds
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${LOCK} and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
  );
  const [holder] = rows;
  const who =
    holder === undefined
      ? 'another process'
      : `another process (from ${holder.address ?? 'this machine'}, for ${holder.seconds} s, PostgreSQL's process ${holder.pid})`;
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} changes this database: waiting for its end.`;
}

/** Does `work` in a transaction of the session's connection. */
export async function inTransaction<T>({ client }: MigrationSession, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // If the connection is lost, so is the transaction: the first error says why.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
