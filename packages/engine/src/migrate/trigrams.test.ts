import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { LIBRARY } from '../fixtures/library.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool } from '../store/pool.ts';
import { describeTables } from './describe.ts';
import { migrateOwnTables } from './own.ts';
import type { MigrationSession } from './session.ts';
import { buildable, provideTrigrams } from './trigrams.ts';

const index = indexPlan(planOfDocument(LIBRARY));
const indexes = describeTables(index).flatMap((table) => table.indexes);
const OF_TRIGRAMS = ['author_name_search', 'book_place_search', 'book_title_search'];

test('a text has such an index if a screen searches it or filters by it, and if it is `indexed`', () => {
  const filtered = LIBRARY.replace(
    '| search | title, author.name |',
    '| filters | title, author.name, locked, remark |',
  );
  const described = describeTables(indexPlan(planOfDocument(filtered))).flatMap((table) => table.indexes);
  expect(described.flatMap(({ name, ofTrigrams }) => (ofTrigrams === true ? [name] : [])).sort()).toEqual(
    [...OF_TRIGRAMS, 'book_remark_search'].sort(),
  );
});

test("trigram indexes are built if pg_trgm exists; if it can't be created, the start says so", async () => {
  const database = await createTestDatabase();
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
