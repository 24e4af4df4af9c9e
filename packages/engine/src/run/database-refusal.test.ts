import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { databaseRefusal, errorOfDelete } from './database-refusal.ts';

const index = indexPlan(
  planOfDocument(partsDocument({ fields: 'made_by | Maker | optional; count | integer | optional' })),
);
const MAKER = '00000000-0000-7000-8000-00000000000a';
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
  await migrate(pool, index);
  await pool.query(`insert into product.maker (id, name) values ($1, 'Ada')`, [MAKER]);
  await pool.query(`insert into product.part (name, made_by) values ('a', $1)`, [MAKER]);
});
afterAll(async () => {
  await pool.end();
  await drop();
});

/** A refusal of PostgreSQL becomes a code of point 8 with the clause that it concerns. */
test.each([
  ['a value twice', `insert into product.part (name) values ('a')`, 'NOT_UNIQUE', '3.Part.name', 'name'],
  [
    'a reference to what was deleted meanwhile',
    `insert into product.part (name, made_by) values ('b', '00000000-0000-7000-8000-00000000000b')`,
    'INVALID',
    '3.Part.made_by',
    'made_by',
  ],
  [
    'a whole number that is too large',
    'update product.part set count = 9007199254740991 * 10000',
    'OUT_OF_RANGE',
    null,
    null,
  ],
  ['a time that is not', `select '9999-12-31'::timestamptz + interval 'P300000Y'`, 'OUT_OF_RANGE', null, null],
  ['a transaction that lost', `do $$ begin raise sqlstate '40001'; end $$`, 'UNAVAILABLE', null, null],
])('%s', async (_what, sql, code, clause, field) => {
  const refusal = databaseRefusal(index, await pool.query(sql).catch((error: unknown) => error));
  expect(refusal).toMatchObject({ code, clause, errors: field === null ? [] : [{ field, clause }] });
});

test('a record that is referred to meanwhile is in use, even if others refer to a deleted one; in each language of the server', async () => {
  const failed = (sql: string) => pool.query(sql).catch((error: Error) => Object.assign(error, { message: 'Nee.' }));
  const deleting = await failed('delete from product.maker');
  expect(databaseRefusal(index, errorOfDelete(deleting))).toMatchObject({
    code: 'IN_USE',
    clause: '3.Part.made_by',
    errors: [],
  });
  const referring = await failed(
    `insert into product.part (name, made_by) values ('c', '00000000-0000-7000-8000-00000000000b')`,
  );
  expect(databaseRefusal(index, referring)).toMatchObject({ code: 'INVALID', clause: '3.Part.made_by' });
  const fault = await failed('select 1 / 0');
  expect(errorOfDelete(fault)).toBe(fault);
});

test('an error that is no refusal by the document is a fault', async () => {
  const fault = await pool.query('select 1 / 0').catch((error: unknown) => error);
  expect(databaseRefusal(index, fault)).toBeNull();
});
