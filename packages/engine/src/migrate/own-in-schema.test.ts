import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateOwnTables } from './own.ts';
import { openPool, type Pool, transaction } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
});
afterAll(() => database?.drop());

/** All that the numbered files make in a schema, by the names that statements use. */
async function partsOf(pool: Pool, schema: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ part: string }>(
    `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as part
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
         left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where n.nspname = $1::text and c.relkind in ('r', 'S') and a.attnum > 0 and not a.attisdropped
     union all select conname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = $1
     union all select pg_get_indexdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'i'
     union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and not t.tgisinternal
     union all select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1
     order by 1`,
    [schema],
  );
  return rows
    .map(({ part }) =>
      part
        .replaceAll(/"?acme"?\._nonet_/g, 'nonet.')
        .replaceAll(/"?acme"?\./g, 'product.')
        .replaceAll('"acme", public', 'product, public')
        .replaceAll('acme_former_', 'former_')
        // A table is called as before in the rest of its statement.
        .replaceAll(/nonet\.(\w+) as \1\b/g, 'nonet.$1')
        // A name of the schema alone, and the numbers of locks.
        .replaceAll(/'(?:acme|product|nonet)'::regnamespace/g, 'schema')
        .replaceAll(OWN_PREFIX, '')
        .replaceAll(/(?<=hashtextextended\('[^']*', |advisory_\w*\()\d+/g, 'lock'),
    )
    .toSorted();
}

test('the engine makes the same tables of its own in a schema of another name', async () => {
  const plain = openPool(database.url, { connections: 1 });
  const named = openPool(`${database.url}?schema=acme`, { connections: 1 });
  await transaction(plain, (client) => migrateOwnTables(client), { attempts: 1 });
  await transaction(named, (client) => migrateOwnTables(client, 'acme'), { attempts: 1 });
  expect(await partsOf(plain, 'acme')).toEqual(await partsOf(plain, 'nonet'));
  await plain.end();
  await named.end();
});
