import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { LIBRARY } from '../fixtures/library.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool } from '../store/pool.ts';
import { describeTables } from './describe.ts';
import { migrate } from './migrate.ts';
import { migrateOwnTables } from './own.ts';
import type { MigrationSession } from './session.ts';
import { buildable, provideTrigrams } from './trigrams.ts';

const index = indexPlan(planOfDocument(LIBRARY));
const indexes = describeTables(index).flatMap((table) => table.indexes);
const OF_TRIGRAMS = ['author_name_words', 'book_place_words', 'book_title_words', 'user_name_words'];

test('a text has such an index if a screen searches it or filters by it, and if it is `indexed`', () => {
  const filtered = LIBRARY.replace(
    '| search | title, author.name |',
    '| filters | title, author.name, locked, remark |',
  );
  const described = describeTables(indexPlan(planOfDocument(filtered))).flatMap((table) => table.indexes);
  expect(described.flatMap(({ name, ofTrigrams }) => (ofTrigrams === true ? [name] : [])).sort()).toEqual(
    [...OF_TRIGRAMS, 'book_remark_words'].sort(),
  );
});

test("trigram indexes are built if pg_trgm exists; if it can't be created, the start says so", async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const pool = openPool(database.url, { connections: 1 });
  const client = await pool.connect();
  const said: string[] = [];
  const session: MigrationSession = {
    client,
    onWait: (line) => said.push(line),
    onStep: () => undefined,
    remainingMilliseconds: 0,
    hasTrigrams: false,
  };
  const names = () =>
    buildable(session, indexes).flatMap(({ name, ofTrigrams }) => (ofTrigrams === true ? [name] : []));
  try {
    await migrateOwnTables(client);
    await client.query('set default_transaction_read_only = on');
    await provideTrigrams(session, index);
    expect(said.join('\n')).toContain('Let an administrator of the database run `create extension pg_trgm;` in it');
    expect(names()).toEqual([]);

    await client.query('set default_transaction_read_only = off');
    await provideTrigrams(session, index);
    expect(said).toHaveLength(1);
    expect(names().sort()).toEqual(OF_TRIGRAMS);
  } finally {
    client.release(true);
    await pool.end();
    await database.drop();
  }
});

test('indexes of lower-case texts stay while a connection may use them that is older than those of folded texts', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 1 });
  const former = openPool(database.url, { connections: 1 });
  const lines: string[] = [];
  const start = () => migrate(pool, index, { onWait: (line) => lines.push(line) });
  const names = async () => {
    const { rows } = await pool.query<{ name: string }>(
      "select indexname as name from pg_indexes where schemaname = 'product' and indexdef like '%gin_trgm_ops%' order by 1",
    );
    return rows.map(({ name }) => name);
  };
  try {
    await start();
    // The state that an earlier version of the engine has left, and which still serves.
    await pool.query(`drop index product.book_title_words;
      create index book_title_search on product.book using gin (lower(title collate nonet.text) nonet.gin_trgm_ops);
      delete from nonet.migration where number = 46; drop function nonet.folded cascade; drop function nonet.fold`);
    await former.query('select');
    await start();
    expect(await names()).toEqual([...OF_TRIGRAMS, 'book_title_search'].sort());
    expect(lines.join('\n')).toContain('An index of searches as they were stays until a later start');
    await former.end();
    await start();
    expect(await names()).toEqual(OF_TRIGRAMS);
  } finally {
    if (!former.ended) await former.end();
    await pool.end();
    await database.drop();
  }
});
