import type { Pool, PoolClient } from '../store/pool.ts';

export interface SessionOptions {
  /** How long all waiting for locks may take, in seconds. */
  readonly lockSeconds?: number;
  /** Is called with what a change waits for, a line each; standard error where nobody does. */
  readonly onWait?: (line: string) => void;
}

/** The one connection that changes the storage, as long as it does. */
export interface MigrationSession {
  readonly client: PoolClient;
  readonly onWait: (line: string) => void;
  /** How long locks may still be waited for, in milliseconds. */
  patience: number;
}

/** One number for all processes that start on the same database ("nonet"). */
const LOCK = 0x6e6f6e65;
const PATIENCE_SECONDS = 300;
const TURN_PAUSE = 50;

/**
 * Does `work` on a connection of its own, one process after the other. Its turn is asked for again and again: whoever
 * waited in a statement would have a snapshot, and the other one's `create index concurrently` would wait for its end.
 */
export async function withSession<T>(
  pool: Pool,
  options: SessionOptions,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // A large table takes its time.
    await client.query('set statement_timeout = 0');
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
      if (rows[0]?.taken === true) break;
      await pause(TURN_PAUSE);
    }
    return await work({
      client,
      onWait: options.onWait ?? ((line) => console.error(line)),
      patience: (options.lockSeconds ?? PATIENCE_SECONDS) * 1000,
    });
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // What was set for this work ends with the connection.
    client.release(true);
  }
}

/** Does `work` in a transaction of the session's connection. */
export async function inTransaction<T>({ client }: MigrationSession, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // Where the connection is gone the transaction is, too: the first error says why.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
