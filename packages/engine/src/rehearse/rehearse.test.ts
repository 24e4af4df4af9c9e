import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { planOfExample, startStory } from '../fixtures/story.ts';
import { openPool } from '../store/pool.ts';
import { copyProduct } from './copy-product.ts';

test('a copy has all records and their history, and no passwords, sessions or tokens', async () => {
  const story = await startStory(planOfExample('expenses'));
  const database = await createTestDatabase();
  const copy = openPool(database.url, { connections: 2 });
  try {
    const copied = await copyProduct(story.engine.pool, copy, {});
    const { rows: tables } = await copy.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'product' or (schemaname = 'nonet' and tablename in ('history', 'number_counter', 'outbound_call', 'version', 'product')) order by 1`,
    );
    expect(tables.length).toBeGreaterThan(5);
    for (const { name } of tables) {
      const all = `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`;
      expect((await copy.query(all)).rows).toEqual((await story.engine.pool.query(all)).rows);
    }
    const { rows } = await story.engine.pool.query<{ count: number }>(
      'select count(*)::int as count from product.claim',
    );
    expect(copied.records).toBeGreaterThan(rows[0]?.count ?? 0);
    expect((await copy.query('select from nonet.credential')).rowCount).toBe(0);
    const { rows: keys } = await copy.query(
      `select conname from pg_constraint where contype = 'f' and not convalidated and connamespace = 'product'::regnamespace`,
    );
    expect(keys).toEqual([]);
  } finally {
    await copy.end();
    await database.drop();
    await story.end();
  }
});
