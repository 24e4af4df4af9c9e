import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { openPool, transaction } from './pool.ts';

test('a connection that breaks in the middle of a transaction fails that transaction, and nothing else', async () => {
  const database = await createTestDatabase();
  const broken: string[] = [];
  const pool = openPool(database.url, { connections: 2, onError: (error) => broken.push(error.message) });
  const work = transaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow(/terminat|not queryable/);
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(broken).toEqual([]);
  await pool.end();
  await database.drop();
});
