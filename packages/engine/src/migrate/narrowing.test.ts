import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing';
import { KEPT, REFUSED } from '../fixtures/narrowings.ts';
import { keptOtherwise, putToUse, refusedOtherwise } from '../fixtures/narrowed.ts';
import type { Parts } from '../fixtures/parts.ts';
import { openPool, type Pool } from '../store/pool.ts';

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const start = (stated: Parts) => putToUse(pool, stated);

describe('what is there and breaks what is newly stated is reported, and nothing is changed', () => {
  test.each(REFUSED)('%s', async (...changed) => {
    expect(await refusedOtherwise(pool, changed)).toBeNull();
  });
});

describe('what is there and breaks nothing is kept', () => {
  test.each(KEPT)('%s', async (...changed) => {
    expect(await keptOtherwise(pool, changed)).toBeNull();
  });
});

test('what goes with a column or a table, and is still stated, is made anew', async () => {
  const line =
    '### Line\n\n| field | type | rules |\n| --- | --- | --- |\n| code | text | unique |\n| made_by | Maker | |\n';
  const shape = async () =>
    (
      await pool.query(
        `select conname as name, pg_get_constraintdef(oid) as is from pg_constraint where connamespace = 'product'::regnamespace and contype = 'f'
         union all select indexname, indexdef from pg_indexes where schemaname = 'product'
         union all select tgname, tgrelid::regclass::text from pg_trigger where not tgisinternal order by 1, 2`,
      )
    ).rows;
  const after = { fields: 'code | date | optional, unique; lines | list of Line |', beside: line };
  await start({ fields: 'code | text | optional, unique; top | Line | optional', beside: line });
  await start({ ...after, fields: `${after.fields}; top | Line | optional` });
  const grown = await shape();
  await pool.query('drop schema product cascade');
  await pool.query('drop schema nonet cascade');
  await start({ ...after, fields: `${after.fields}; top | Line | optional` });
  expect(grown).toEqual(await shape());
});

test('what becomes the state is entered when it does, so that time runs from there', async () => {
  await start({ fields: 'stage | enum(open, done) | optional', records: ['name | stage', 'a | open'] });
  const states = 'open | initial; done | final';
  expect(await start({ fields: 'stage | state |', states })).toBe('changed');
  const {
    rows: [row],
  } = await pool.query('select _entered_at > created_at as since from product.part');
  expect(row).toEqual({ since: true });
});

test('fields of two entities that would give an index the same name have one each', async () => {
  const beside = '### PartItem\n\n| field | type | rules |\n| --- | --- | --- |\n| number | text | unique |\n';
  const item = { fields: 'item_number | text | optional, unique', beside };
  expect(await start(item)).toBe('created');
  expect(await start({ fields: '', beside })).toBe('changed');
  expect(await start(item)).toBe('changed');
  expect(await start(item)).toBe('unchanged');
  const { rows } = await pool.query(
    `select indexdef as is from pg_indexes where schemaname = 'product' and indexdef like '%number)' order by 1`,
  );
  expect(rows).toHaveLength(2);
});
