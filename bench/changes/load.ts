import { setTimeout as pause } from 'node:timers/promises';
import { openPool, type Pool } from '@nonet/engine';

export interface Blocks {
  /** Milliseconds of each write and read, from when it was due. */
  readonly writes: readonly number[];
  readonly reads: readonly number[];
  /** The answers to the former process after its names were gone, and their numbers. */
  readonly ended: ReadonlyMap<string, number>;
}

const WRITES_A_SECOND = 200;
const READS_A_SECOND = 50;
/** Each request has a connection of its own, so that it waits for the database alone. */
const CONNECTIONS = 60;
const TICK = 20;
/** The errors that a former process meets after the change: a missing table, column or value, and a duplicate value. */
const ENDINGS = new Set(['42P01', '42703', '23502', '23503', '23505']);

/** Writes and reads as processes of the former document do, with one long reader, until `work` has ended. */
export async function under(
  url: string,
  ids: readonly string[],
  readerSeconds: number,
  work: () => Promise<void>,
): Promise<Blocks> {
  const pool = openPool(url, { connections: CONNECTIONS });
  const reader = openPool(url, { connections: 1 });
  const writes: number[] = [];
  const reads: number[] = [];
  const ended = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const until = new AbortController();
  const ask = (statement: string, values: unknown[], times: number[], due: number): void => {
    const asked = timed(pool, statement, values, times, due, ended).finally(() => underWay.delete(asked));
    underWay.add(asked);
  };
  let turn = 0;
  const load = (async () => {
    const began = performance.now();
    for (let write = 0, read = 0; !until.signal.aborted; ) {
      const now = performance.now() - began;
      for (; (write * 1000) / WRITES_A_SECOND <= now; write++) {
        const due = began + (write * 1000) / WRITES_A_SECOND;
        const id = ids[(turn++ * 7919) % ids.length];
        if (write % 10 === 0)
          ask(
            `insert into product.claim (title, amount, customer, status) select 'Later ' || gen_random_uuid(), 5, customer, 'open' from product.claim where id = $1`,
            [id],
            writes,
            due,
          );
        else
          ask(
            'update product.claim set amount = amount + 0.01, version = version + 1 where id = $1',
            [id],
            writes,
            due,
          );
      }
      for (; (read * 1000) / READS_A_SECOND <= now; read++)
        ask(
          'select title, amount from product.claim where id = $1',
          [ids[(turn++ * 104729) % ids.length]],
          reads,
          began + (read * 1000) / READS_A_SECOND,
        );
      await pause(TICK);
    }
  })();
  await reader.query("set application_name = 'long reader'");
  await reader.query(
    'begin isolation level repeatable read; select count(*) from product.claim; select count(*) from product.customer',
  );
  const long = pause(readerSeconds * 1000).then(() => reader.query('commit'));
  try {
    await pause(1000);
    await work();
    await pause(500);
  } finally {
    until.abort();
    await load;
    await Promise.all(underWay);
    await long;
    await Promise.all([pool.end(), reader.end()]);
  }
  return { writes, reads, ended };
}

async function timed(
  pool: Pool,
  statement: string,
  values: unknown[],
  times: number[],
  due: number,
  ended: Map<string, number>,
): Promise<void> {
  try {
    await pool.query(statement, values);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!ENDINGS.has(code)) throw error;
    // Processes of the former document have ended by then, so they do not wait.
    ended.set(message, (ended.get(message) ?? 0) + 1);
    return;
  }
  times.push(performance.now() - due);
}
