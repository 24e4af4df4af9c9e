import { readdir } from 'node:fs/promises';
import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { planOfExample } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool } from '../store/pool.ts';
import { StorageInUse } from './locks.ts';
import { migrate } from './migrate.ts';

test('each of the engine’s own migrations has a unique number', async () => {
  const files = (await readdir(new URL('./own/', import.meta.url))).filter((name) => name.endsWith('.sql'));
  const numbers = files.map((name) => /^\d{4}/.exec(name)?.[0]);
  expect(new Set(numbers).size, files.join(', ')).toBe(files.length);
});

test('a table of the engine that somebody reads for long is waited for no longer than those of the product', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 3 });
  const index = indexPlan(planOfExample('todo-backend'));
  await migrate(pool, index);
  // The state that an earlier version of the engine has left.
  await pool.query('alter table nonet.product drop column conversions; delete from nonet.migration where number = 23');
  const reader = await pool.connect();
  await reader.query('begin; select from nonet.product');
  await expect(migrate(pool, index, { lockSeconds: 1 })).rejects.toThrow(StorageInUse);
  await reader.query('commit');
  reader.release();
  expect((await migrate(pool, index)).kind).toBe('unchanged');
  await pool.end();
  await database.drop();
});
