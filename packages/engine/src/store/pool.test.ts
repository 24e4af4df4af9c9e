import { createTestDatabase } from '@nonet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGINE_LIMITS } from '../limits.ts';
import { openPool, type Pool, run, transaction } from './pool.ts';

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 2 });
});
afterAll(async () => {
  await pool?.end();
  await drop?.();
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

test('a connection keeps so many statements prepared, and carries out the others all the same', async () => {
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
