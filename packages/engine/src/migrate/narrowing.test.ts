import { createTestDatabase } from '@nonet/testing/database';
import { tiersOf } from '@nonet/testing/tiers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keptOtherwise, putToUse, refusedOtherwise } from '../fixtures/narrowed.ts';
import { KEPT, REFUSED } from '../fixtures/narrowings.ts';
import { type Parts, partsDocument } from '../fixtures/parts.ts';
import { FOLLOWED } from '../fixtures/remedies.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { migrate } from './migrate.ts';
import { MigrationRefusal } from './refusals.ts';

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

describe('stored records that break a new limit are reported, and nothing is changed', () => {
  describe.each(tiersOf(REFUSED, 2))('%s', (_tier, cases, tags) => {
    test.each(cases)('%s', { tags }, async (...changed) => {
      expect(await refusedOtherwise(pool, changed)).toBeNull();
    });
  });
});

describe('the remedy of each refusal leads to an accepted document', { tags: ['thorough'] }, () => {
  const ways = REFUSED.flatMap(([what, before, after, reported]) =>
    (FOLLOWED[what] ?? []).map(
      (way) => [what, typeof way === 'string' ? { fields: way } : way, before, after, reported] as const,
    ),
  );
  test.each(ways)('%s: %j', async (_what, way, before, after, reported) => {
    await start(before);
    expect(await start(after)).toBe(reported);
    expect(await start(way)).toMatch(/^(?:un)?changed$/);
  });
  test('each refusal has such a way', () => {
    expect(Object.keys(FOLLOWED).toSorted()).toEqual(REFUSED.map(([what]) => what).toSorted());
  });
});

test.each<[string, string, string, string]>([
  ['an e-mail address', 'mail | email | matches /@y\\.example$/', 'mail | email |', '`from'],
  ['a secret', 'key | secret | 9..', 'key | secret |', '`from'],
  ['a web address', 'page | url | ..10', 'page | url |', '`from'],
  ['a new field', 'code | text | ..3, default text(year(today()))', '', 'the former limit'],
  ['a new unique field', 'code | text | unique, default "x"', '', 'alike first'],
])('no remedy for %s is refused itself', async (_what, after, before, words) => {
  const [values, given] =
    before === ''
      ? ['', '']
      : [' | ' + before.split(' ')[0], before.startsWith('page') ? ' | https://a.example' : ' | a@x.test'];
  await start({ fields: before, records: [`name${values}`, `a${given}`, `b${given}`] });
  const index = indexPlan(planOfDocument(partsDocument({ fields: after })));
  const refusal = await migrate(pool, index).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationRefusal);
  expect((refusal as MigrationRefusal).message).not.toContain(words);
});

describe('stored records that keep all new limits stay as they are', () => {
  describe.each(tiersOf(KEPT, 2))('%s', (_tier, cases, tags) => {
    test.each(cases)('%s', { tags }, async (...changed) => {
      expect(await keptOtherwise(pool, changed)).toBeNull();
    });
  });
});

test('indexes that are dropped with a column or a table, and are still stated, are made again', async () => {
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

test('a field that becomes the state is entered at that moment, so that timers run from there', async () => {
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
