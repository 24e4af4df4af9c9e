import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOfDatabase, isUnreachable } from './connection-errors.ts';
import { openPool, type Pool, transaction } from './pool.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, { connections: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

async function inOtherPool(url: string, work: (other: Pool) => Promise<unknown>): Promise<unknown> {
  const other = openPool(url, { connections: 1 });
  try {
    return await work(other);
  } finally {
    if (!other.ended) await other.end();
  }
}

/** As on a standby that was the primary a moment ago. */
async function writeWhereNothingMay(other: Pool): Promise<unknown> {
  await other.query('set default_transaction_read_only = on');
  return transaction(other, (client) => client.query('create table product_ (id int)'));
}

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';

test.each<[what: string, unreachable: boolean, work: () => Promise<unknown>]>([
  ['nothing answers at the port', true, () => inOtherPool(NOWHERE, (other) => other.query('select 1'))],
  ['the pool has ended', true, () => inOtherPool(NOWHERE, (other) => other.end().then(() => other.query('select 1')))],
  [
    'the connection is ended by the server',
    true,
    () => inOtherPool(database.url, (other) => other.query('select pg_terminate_backend(pg_backend_pid())')),
  ],
  [
    'a transaction goes on over a connection that is gone',
    true,
    () =>
      inOtherPool(database.url, (other) =>
        transaction(other, async (client) => {
          await errorOf(client.query('select pg_terminate_backend(pg_backend_pid())'));
          await client.query('select 1');
        }),
      ),
  ],
  ['it only lets itself be read', true, () => inOtherPool(database.url, writeWhereNothingMay)],
  ['PostgreSQL refuses a statement', false, () => pool.query('select 1 / 0')],
  ['a program fails', false, () => transaction(pool, () => Promise.reject(new Error('Connection terminated')))],
])('%s: the database is away: %s', async (_what, unreachable, work) => {
  expect(isUnreachable(await errorOf(work()))).toBe(unreachable);
});

test('a connection to a server that only reads is not used again', async () => {
  await inOtherPool(database.url, async (other) => {
    const pid = async () => (await other.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const former = await pid();
    await errorOf(writeWhereNothingMay(other));
    expect(await pid()).not.toBe(former);
  });
});

test('an error of PostgreSQL has an SQLSTATE', async () => {
  const error = await errorOf(pool.query('select 1 / 0'));
  expect(isOfDatabase(error) && error.code).toBe('22012');
});
