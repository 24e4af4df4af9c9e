import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { planOfExample } from '../fixtures/story.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { isFormer, openPool, type Pool, run, transaction } from './pool.ts';

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
});
afterAll(async () => {
  await pool?.end();
  await drop?.();
});

test.each([
  ['TimeZone', 'UTC'],
  // A usual PostgreSQL compiles what it takes for large, and takes each page of a list for that.
  ['jit', 'off'],
])('a connection has %s = %s, whatever the server has', async (setting, value) => {
  const { rows } = await pool.query('select current_setting($1) as value', [setting]);
  expect(rows).toEqual([{ value }]);
});

test.each(['40001', '40P01'])('a transaction that loses (%s) is tried so often, and then refused', async (code) => {
  const losing = (times: number) => {
    let tries = 0;
    const done = transaction(pool, async (client) => {
      tries += 1;
      await client.query('select 1');
      if (tries <= times) throw Object.assign(new Error('lost'), { code });
      return tries;
    });
    return done;
  };
  expect(await losing(ENGINE_LIMITS.transactionAttempts - 1)).toBe(ENGINE_LIMITS.transactionAttempts);
  await expect(losing(ENGINE_LIMITS.transactionAttempts)).rejects.toThrow('lost');
});

test.each([
  ['40001', 2, 'done'],
  ['23514', 1, '23514'],
])(
  'a statement that is sent ahead and fails with %s decides what becomes of its transaction',
  async (code, tries, end) => {
    let attempts = 0;
    const raise = `do $$ begin raise exception using errcode = '${code}'; end $$`;
    const done = transaction(pool, async (client) => {
      attempts += 1;
      // As `sendAhead` does: the next statement that is awaited fails with 25P02.
      if (attempts === 1) run(client, { text: raise, values: [] }).catch(() => undefined);
      await run(client, { text: 'select 1', values: [] });
      return 'done';
    });
    expect(await done.catch((error: { code: string }) => error.code)).toBe(end);
    expect(attempts).toBe(tries);
  },
);

test('a transaction that loses to those of another line again and again goes alone, and is done', async () => {
  let others = 0;
  const ended = new AbortController();
  const short = async () => {
    while (!ended.signal.aborted) {
      await transaction(pool, async (client) => (await client.query('select 1'), (others += 1)), { line: 'short' });
    }
  };
  const ending = Promise.all([short(), short(), short()]);
  await vi.waitUntil(() => others > 0);
  const long = transaction(
    pool,
    async (client) => {
      const before = others;
      for (let statement = 0; statement < 100; statement += 1) await client.query('select 1');
      if (others > before) throw Object.assign(new Error('lost'), { code: '40001' });
      return 'done';
    },
    { line: 'long' },
  ).finally(() => ended.abort());
  expect(await long).toBe('done');
  await ending;
});

test('a connection keeps a limited number of statements prepared, and carries out the others as well', async () => {
  // A process gives out so many names: not those that other test files have used up.
  const { run }: typeof import('./pool.ts') = await import(`${import.meta.resolve('./pool.ts')}?own`);
  const client = await pool.connect();
  try {
    for (let place = 0; place < ENGINE_LIMITS.preparedStatements + 20; place += 1) {
      for (let times = 0; times < 4; times += 1) {
        const [row] = await run<{ value: number }>(client, { text: `select $1::int + ${place} as value`, values: [1] });
        expect(row?.value).toBe(place + 1);
      }
    }
    const { rows } = await client.query('select count(*)::int as count from pg_prepared_statements');
    expect(rows).toEqual([{ count: ENGINE_LIMITS.preparedStatements }]);
  } finally {
    client.release();
  }
});

test('an engine waits for the database as long as it is asked to; 0: without an end', async () => {
  const database = await createTestDatabase();
  const timeouts = { connectMilliseconds: 0, answerMilliseconds: 0 };
  const engine = await createEngine({ plan: planOfExample('expenses'), databaseUrl: database.url, timeouts });
  expect(engine.pool.options).toMatchObject({ connectionTimeoutMillis: 0, query_timeout: 0 });
  await engine.close();
  await database.drop();
});

test.each([
  ['the first one that is found', null, { system: '1', timeline: '00000001' }, false],
  ['the same', { system: '1', timeline: '00000002' }, { system: '1', timeline: '00000002' }, false],
  ['one that was promoted', { system: '1', timeline: '00000002' }, { system: '1', timeline: '00000003' }, false],
  ['one that follows', { system: '1', timeline: '00000002' }, { system: '1', timeline: null }, true],
  ['one that follows, where nothing else was found', null, { system: '1', timeline: null }, false],
  [
    'the former primary, which goes on',
    { system: '1', timeline: '0000000A' },
    { system: '1', timeline: '00000009' },
    true,
  ],
  ['one of a restored dump', { system: '1', timeline: '00000002' }, { system: '2', timeline: '00000001' }, false],
])('after a primary: %s', (_what, primary, found, expected) => {
  expect(isFormer(primary, found)).toBe(expected);
});
