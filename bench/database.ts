import { readFile } from 'node:fs/promises';
import { createEngine, createSessions, openPool, type Pool } from '@nonet/engine';
import type { Pairs } from './operations.ts';
import { INVOICES, planOf } from './plan.ts';
import { serverOfBackend } from './processor.ts';

export interface Prepared {
  readonly pairs: Pairs;
  /** The cookie of a session of a user with the role `clerk`. */
  readonly cookie: string;
  /** The process of the database's server, if it runs on this machine. */
  readonly database: number | null;
  /** Sets the invoices back to drafts after a round of events. */
  readonly redraft: () => Promise<void>;
  /** The number of invoices in a state. */
  readonly countOf: (status: string) => Promise<number>;
  close(): Promise<void>;
}

/**
 * Both products in one empty database: 100,000 invoices of 5,000 customers; those of the server written by hand are in
 * `public`.
 */
export async function prepare(url: string): Promise<Prepared> {
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  const plan = await planOf(INVOICES);
  await runFile(pool, 'floor.sql');
  const engine = await createEngine({ plan, pool });
  await engine.close();
  await runFile(pool, 'data.sql');

  const clerk = await idOf(pool, `select id from product."user" where roles = array['clerk']`);
  const sessions = createSessions(pool, engine.index);
  const cookies = await Promise.all(Array.from({ length: 97 }, async () => cookieOf(await sessions.open(clerk))));
  return {
    pairs: await readPairs(pool, clerk, cookies),
    cookie: cookieOf(await sessions.open(clerk)),
    database: await serverOfBackend((await oneOf<{ id: number }>(pool, 'select pg_backend_pid() as id')).id),
    countOf: async (status) =>
      (await oneOf<{ n: number }>(pool, 'select count(*)::int as n from product.invoice where status = $1', [status]))
        .n,
    redraft: async () => {
      await pool.query(
        `update product.invoice i set status = 'draft', sent_at = null from public.pair p
         where p.status = 'draft' and p.record = i.id and i.status <> 'draft'`,
      );
      await pool.query('vacuum product.invoice');
    },
    close: () => pool.end(),
  };
}

const cookieOf = (token: string): string => `nonet_session=${token}`;

/** Sends each statement alone, because `vacuum` can't be in a transaction. */
async function runFile(pool: Pool, name: string): Promise<void> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  // A setting of the pool's connection would be gone with it, when nothing is asked for a while.
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of text.replaceAll(/^\s*--.*$/gm, '').split(/;\s*$/m))
      if (statement.trim() !== '') await client.query(statement);
  } finally {
    client.release();
  }
}

async function readPairs(pool: Pool, owner: string, cookies: readonly string[]): Promise<Pairs> {
  const pairs = async (where: string) => {
    const { rows } = await pool.query<{ id: number; record: string }>(
      `select id, record from public.pair where ${where} order by id`,
    );
    return rows;
  };
  const [customer] = (
    await pool.query<{ id: number; record: string }>(
      'select f.id, c.id as record from public.customer f join product.customer c on c.email = f.email order by f.id limit 1',
    )
  ).rows;
  if (customer === undefined) throw new Error('There are no customers.');
  return {
    invoices: await pairs(`status <> 'void'`),
    drafts: await pairs(`status = 'draft' and total > 0`),
    customer,
    owner,
    cookies,
  };
}

async function idOf(pool: Pool, text: string): Promise<string> {
  return (await oneOf<{ id: string }>(pool, text)).id;
}

async function oneOf<Row extends object>(pool: Pool, text: string, values: readonly string[] = []): Promise<Row> {
  const { rows } = await pool.query<Row>(text, [...values]);
  if (rows[0] === undefined) throw new Error(`Nothing was found: ${text}`);
  return rows[0];
}
