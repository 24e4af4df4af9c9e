import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { Parameters } from '../sql/parameters.ts';
import { forEachCall } from '../sql/statement.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { createBatcher, type Batcher, READS } from './statement-batcher.ts';

let pool: Pool;
let drop: () => Promise<void>;
let batcher: Batcher;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 3 });
  batcher = createBatcher(pool, READS);
  await pool.query('create table item (id int primary key, name text, price numeric(10, 2))');
  await pool.query(`insert into item select n, 'Item ' || n, n * 1.5 from generate_series(1, 50) n`);
});

afterAll(async () => {
  await pool?.end();
  await drop?.();
});

/** A statement as `keptStatement` keeps it; its value is the same for all, its slots are a call's own. */
function statement(build: (parameters: Parameters) => string) {
  const parameters = new Parameters();
  const text = build(parameters);
  return { text, parameters, shared: parameters.shared(text, forEachCall), isMarked: false };
}

const byId = statement(
  (parameters) =>
    `select name || ${parameters.bind('!', 'text')} as name, ${parameters.slot('by', 'text')} as by from item
     where id = ${parameters.slot('id', 'int')} and price > ${parameters.bind(0, 'numeric')}`,
);
const byDivisor = statement(
  (parameters) => `select 60 / ${parameters.slot('divisor', 'int')} as quotient from item where id = 1`,
);

test('calls that arrive together are answered each by its own rows, whether there are any or not', async () => {
  const ids = [...Array(60).keys()];
  const answers = await Promise.all(
    ids.map((id) =>
      batcher.ask<{ name: string; by: string | null }>(byId, { id, by: id % 2 === 0 ? null : `reader ${id}` }),
    ),
  );
  expect(answers.map(([row]) => row && [row.name, row.by])).toEqual(
    ids.map((id) => (id === 0 || id > 50 ? undefined : [`Item ${id}!`, id % 2 === 0 ? null : `reader ${id}`])),
  );
});

test('equal calls of the same actor share an answer, those of different actors do not', async () => {
  const ask = (by: string) => batcher.ask(byId, { id: 7, by });
  const [first, second, other] = await Promise.all([ask('Ada'), ask('Ada'), ask('Bo')]);
  expect(second).toBe(first);
  expect(other).toMatchObject([{ by: 'Bo' }]);
});

test('calls that ask for the same take one place, however few the places are', async () => {
  const one = createBatcher(pool, { ...READS, mostCalls: 1, maximumInFlight: 1 });
  const answers = await Promise.all([1, 2, 1, 2, 1].map((id) => one.ask(byId, { id, by: null })));
  expect(answers.map(([row]) => row)).toMatchObject([1, 2, 1, 2, 1].map((id) => ({ name: `Item ${id}!` })));
  expect([answers[2], answers[4], answers[3]]).toEqual([answers[0], answers[0], answers[1]]);
  expect(answers[2]).toBe(answers[0]);
  expect(answers[3]).toBe(answers[1]);
});

test('a statement without slots is asked once for all who ask together, unless each asks for itself', async () => {
  const all = statement(() => 'select gen_random_uuid()::text as drawn');
  const drawn = async (from: Batcher) => {
    const rows = await Promise.all([1, 2, 3].map(() => from.ask<{ drawn: string }>(all, {})));
    return new Set(rows.map(([row]) => row?.drawn)).size;
  };
  expect(await drawn(batcher)).toBe(1);
  expect(await drawn(createBatcher(pool, { ...READS, shares: false }))).toBe(3);
});

test('a later call sees what was written before it', async () => {
  await batcher.ask(byId, { id: 9, by: null });
  await pool.query(`update item set name = 'Renamed' where id = 9`);
  expect(await batcher.ask(byId, { id: 9, by: null })).toMatchObject([{ name: 'Renamed!' }]);
});

test('a call that fails fails alone', async () => {
  const answers = await Promise.allSettled([1, 0, 2].map((divisor) => batcher.ask(byDivisor, { divisor })));
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: [{ quotient: 60 }] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: [{ quotient: 30 }] },
  ]);
});

test('a statement with a list among its slots goes alone', async () => {
  const some = statement(
    (parameters) => `select count(*) as found from item where id = any(${parameters.listSlot('ids', 'int')})`,
  );
  expect(some.shared).toBeNull();
  expect(await Promise.all([batcher.ask(some, { ids: [1, 2] }), batcher.ask(some, { ids: [3] })])).toEqual([
    [{ found: 2 }],
    [{ found: 1 }],
  ]);
});
