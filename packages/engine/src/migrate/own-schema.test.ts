import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool, transaction } from '../store/pool.ts';
import { migrateOwnTables } from './own.ts';

let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase({ isEmpty: true });
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
  await transaction(pool, (client) => migrateOwnTables(client), { isolation: 'read committed', attempts: 1 });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    pg_get_expr(d.adbin, d.adrelid) as value
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = 'nonet' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`;
const CONSTRAINTS = `
  select c.relname as "table", conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'nonet' and k.contype <> 'n' order by c.relname collate "C", conname collate "C"`;
const INDEXES = `select indexdef from pg_indexes where schemaname = 'nonet' order by indexdef collate "C"`;
const FUNCTIONS = `
  select proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' order by proname collate "C", 1`;

/**
 * The engine's own tables after the last of its numbered migrations: this file is easier to read than the migrations.
 */
test('the tables of the engine are those that own-schema.sql shows', async () => {
  const columns = (await pool.query<Record<string, string | boolean | null>>(COLUMNS)).rows;
  const constraints = (await pool.query<Record<string, string>>(CONSTRAINTS)).rows;
  const indexes = (await pool.query<{ indexdef: string }>(INDEXES)).rows;
  const functions = (await pool.query<{ name: string }>(FUNCTIONS)).rows;
  const tables = Map.groupBy(columns, ({ table }) => String(table));
  const shown = [...tables].map(([table, own]) => {
    const lines = [
      ...own.map(({ name, type, required, value }) =>
        [name, type, required === true ? 'not null' : '', value === null ? '' : `default ${value}`]
          .filter(Boolean)
          .join(' '),
      ),
      ...constraints
        .filter((constraint) => constraint['table'] === table)
        .map(({ name, definition }) => `constraint ${name} ${definition}`),
    ];
    return `create table nonet.${table} (\n  ${lines.join(',\n  ')}\n);`;
  });
  const text = [
    '-- What the numbered files of own/ make, in their order. Not run: own-schema.test.ts compares it with a database.',
    ...shown,
    indexes.map(({ indexdef }) => `${indexdef};`).join('\n'),
    functions.map(({ name }) => `-- function ${name}`).join('\n'),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./own-schema.sql');
});
