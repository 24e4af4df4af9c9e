import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument, planOfExample, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import type { LoadedRow } from './load-parts.ts';
import { loadRows } from './load-rows.ts';
import { seed } from '../seed/seed.ts';
import { addUser } from '../users.ts';

let story: Story;
beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
});
afterAll(() => story.end());

const count = async (table: string) =>
  (await story.engine.pool.query(`select count(*)::int as n from product."${table}"`)).rows[0].n as number;

test('records are put in once, and refer to each other', async () => {
  expect(await seed(story.engine, { demo: true })).toEqual({ records: 0 });
  const { rows } = await story.engine.pool.query(
    'select u.name, s.name as supervisor, u.roles from product."user" u left join product."user" s on s.id = u.supervisor order by u.id',
  );
  expect(rows.map(({ name, supervisor }) => [name, supervisor])).toEqual([
    ['Dana Director', null],
    ['Mo Manager', 'Dana Director'],
    ['Emma Employee', 'Mo Manager'],
    ['Finn Finance', 'Dana Director'],
    ['Ada Admin', null],
  ]);
  expect(rows[0].roles).toEqual(['manager', 'director']);
  expect([await count('category'), await count('project')]).toEqual([3, 2]);
});

describe('loading rows', () => {
  test('all or none, with what is wrong by row', async () => {
    const result = await loadRows(story.engine, 'Category', [
      { name: 'Parking', limit_per_day: '30' },
      { name: 'travel', limit_per_day: '' },
      { name: 'Fuel', limit_per_day: '-1', activ: 'true' },
      { name: 'Fuel', limit_per_day: '-1' },
    ]);
    expect(result.loaded).toBe(false);
    expect(
      result.rows.map((row) => (row.ok ? 'ok' : row.errors.map(({ field, code }) => `${field} ${code}`).join())),
    ).toEqual(['ok', 'name NOT_UNIQUE', 'activ INVALID', 'limit_per_day OUT_OF_RANGE']);
    expect(await count('category')).toBe(3);
    expect((await loadRows(story.engine, 'Category', [{ name: 'Parking', active: 'no' }])).loaded).toBe(true);
    expect(await count('category')).toBe(4);
  });
});

describe('adding a user', () => {
  test('says what is missing, and resolves references', async () => {
    const user = { email: 'New@Example.com', name: 'Nel New', roles: ['finance'], passwordHash: null };
    expect((await refusalOf(addUser(story.engine, { ...user, fields: {} }))).errors).toMatchObject([
      { field: 'cost_centre', code: 'REQUIRED' },
    ]);
    expect(
      (await refusalOf(addUser(story.engine, { ...user, roles: ['finanse'], fields: { cost_centre: 'NL1' } }))).message,
    ).toContain('Did you mean finance?');
    expect(
      (await refusalOf(addUser(story.engine, { ...user, fields: { cost_centre: 'nl100' } }))).errors,
    ).toMatchObject([{ field: 'cost_centre', code: 'NO_MATCH' }]);
    await addUser(story.engine, { ...user, fields: { cost_centre: 'NL100', supervisor: 'mo@example.com' } });
    expect(await count('user')).toBe(6);
  });
});

test('a warning stops a row, unless it is confirmed', async () => {
  const warned = await startStory(
    planOfDocument(
      readFileSync(new URL('../fixtures/lending.md', import.meta.url), 'utf8')
        .replace('| FULL | 409 |', '| FULL | warning |')
        .replace('count(copies) <= 2', 'title != "Emma II"'),
    ),
  );
  try {
    const rows = [{ title: 'Emma II' }];
    const refused = await loadRows(warned.engine, 'Book', rows);
    expect(refused).toMatchObject({ loaded: false, rows: [{ ok: false, errors: [{ code: 'FULL' }] }] });
    expect((await loadRows(warned.engine, 'Book', rows, { confirmed: new Set(['FULL']) })).loaded).toBe(true);
  } finally {
    await warned.end();
  }
});

test('many rows have consecutive numbers, also after a refused load', async () => {
  const fields = 'code | number P-{000} |; count | integer | optional, ..9';
  const numbered = await startStory(planOfDocument(partsDocument({ fields, settings: 'delete | never' })));
  try {
    const load = async (...counts: string[]) => {
      const rows = counts.map((count, place) => ({ name: `${counts.length} ${place}`, count }));
      return (await loadRows(numbered.engine, 'Part', rows)).loaded;
    };
    const given = async () =>
      (await numbered.engine.pool.query<{ code: string }>('select code from product.part order by code')).rows;
    expect([await load('1', '2'), await load('1', '10', '2'), await load('1', '2', '3', '4'), await load('5')]).toEqual(
      [true, false, true, true],
    );
    expect((await given()).map(({ code }) => code)).toEqual(
      Array.from({ length: 7 }, (_, place) => `P-00${place + 1}`),
    );
  } finally {
    await numbered.end();
  }
});

describe('many rows at once', () => {
  const FIELDS =
    'code | number P-{000} |; level | integer | default 3; twice | integer | default level * 2; colour | enum(red, green) | optional; ' +
    'price | decimal(8, 2) | optional, 0..100; made | date | optional; lasts | duration | optional; fine | boolean | default true; ' +
    'extra | json | optional; maker | Maker | optional; makers | many Maker | optional';
  const ROWS = [
    { name: 'One', level: '5', colour: 'red', price: '1.50', maker: 'Ada', makers: 'Ada' },
    { name: 'Two "2" \\ {x}', extra: '{"a": ["b\\\\", null]}', made: '2026-02-28', lasts: 'P1D' },
    { name: 'Three', fine: 'no', makers: '' },
    { name: 'Four', level: '', colour: 'green' },
    { name: 'Five', price: '100' },
  ];
  let parts: Story;
  beforeAll(async () => {
    parts = await startStory(
      planOfDocument(partsDocument({ fields: FIELDS, settings: 'delete | never; history | kept' })),
    );
  });
  afterAll(() => parts.end());

  async function storedAfter(load: () => Promise<readonly boolean[]>) {
    const { pool } = parts.engine;
    await pool.query('delete from product.part; delete from nonet.history; delete from nonet.number_counter');
    const loaded = await load();
    const { rows } = await pool.query(`select to_jsonb(p) - 'id' as part from product.part p order by p.code`);
    const { rows: history } = await pool.query(
      `select entity, action, clause, from_state, to_state, before, after - 'id' as after, record in (select id from product.part) as known
       from nonet.history order by id`,
    );
    return { loaded, rows, history };
  }

  test('are what they would be one by one, with their history', async () => {
    const load = async (rows: readonly Record<string, string>[]) => (await loadRows(parts.engine, 'Part', rows)).loaded;
    const together = await storedAfter(async () => [await load(ROWS)]);
    const alone = await storedAfter(async () => {
      const each: boolean[] = [];
      for (const row of ROWS) each.push(await load([row]));
      return each;
    });
    expect(together).toMatchObject({ loaded: [true], rows: { length: 5 }, history: { length: 5 } });
    expect(together.rows).toEqual(alone.rows);
    expect(together.history).toEqual(alone.history);
  });

  test('name each that is wrong, as if it were alone', async () => {
    const rows = [
      ...ROWS,
      { name: 'Six', maker: 'Nobody' },
      { name: 'one', price: '101' },
      { name: 'Seven', price: 'x' },
      { name: 'One' },
      { name: 'Eight' },
    ];
    const { rows: results, loaded } = await loadRows(parts.engine, 'Part', rows);
    expect(loaded).toBe(false);
    expect(
      results.map((row) => (row.ok ? 'ok' : row.errors.map(({ field, code }) => `${field} ${code}`).join())),
    ).toEqual(
      ['name NOT_UNIQUE', 'name NOT_UNIQUE', 'name NOT_UNIQUE', 'name NOT_UNIQUE', 'name NOT_UNIQUE'].concat([
        'maker INVALID',
        'price OUT_OF_RANGE',
        'price INVALID',
        'name NOT_UNIQUE',
        'ok',
      ]),
    );
  });

  test('leave nothing behind when they are only judged', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
    const result = await loadRows(parts.engine, 'Part', rows, { dryRun: true });
    expect([result.loaded, result.rows.every(({ ok }) => ok)]).toEqual([false, true]);
    const { rows: found } = await parts.engine.pool.query(`select from product.part where name = 'a'`);
    expect(found).toEqual([]);
  });
});

test('rows that decide about each other are judged one after the other', async () => {
  const rules = 'V1 | Part | `count(Part where group == this.group) <= 2` | FULL';
  const grouped = await startStory(planOfDocument(partsDocument({ fields: 'group | integer |', rules })));
  try {
    const rows = [1, 1, 2, 1, 2, 2].map((group, place) => ({ name: `Part ${place}`, group: String(group) }));
    const result = await loadRows(grouped.engine, 'Part', rows);
    expect(result.rows.map(({ ok }) => ok)).toEqual([true, true, true, false, true, false]);
  } finally {
    await grouped.end();
  }
});

describe('rows that refer to each other', () => {
  const FIELDS = 'code | text | optional, unique; whole | Part | optional, tree; size | integer | 0..9';
  const row = (name: string, whole = '', more: Readonly<Record<string, string>> = {}) => ({
    name,
    whole,
    size: '1',
    ...more,
  });
  const many = (from: number, whole: (place: number) => string) =>
    Array.from({ length: 20 }, (_, place) => row(`Part ${from + place}`, whole(place)));
  let parts: Story;
  beforeAll(async () => {
    parts = await startStory(planOfDocument(partsDocument({ fields: FIELDS, settings: 'title | {name}' })));
  });
  afterAll(() => parts.end());

  test.each<[what: string, rows: readonly Record<string, string>[]]>([
    ['to those that are there', [row('Whole'), ...many(0, () => 'Whole')]],
    ['each to the one before it', many(0, (place) => (place === 0 ? '' : `Part ${place - 1}`))],
    ['in levels', [row('Whole'), ...many(0, () => 'Whole'), ...many(20, (place) => `Part ${place}`)]],
    ['to one that comes later', [...many(0, (place) => (place === 3 ? 'Late' : '')), row('Late')]],
    ['to themselves', [row('Self', 'Self'), ...many(0, () => '')]],
    [
      'where one is refused that others name',
      [row('Whole', '', { size: '77' }), ...many(0, (place) => (place % 2 ? '' : 'Whole'))],
    ],
    [
      'by a name that a row in between takes as its unique code',
      [row('Whole'), ...many(0, (place) => (place === 7 ? '' : 'Whole')).with(7, row('Other', '', { code: 'Whole' }))],
    ],
  ])('%s are as one by one', async (_what, rows) => {
    const { pool } = parts.engine;
    const storedAfter = async (load: () => Promise<readonly LoadedRow[]>) => {
      await pool.query('delete from product.part');
      const results = await load();
      const { rows: stored } = await pool.query(
        'select p.name, p.code, w.name as whole from product.part p left join product.part w on w.id = p.whole order by p.name',
      );
      return { stored, results: results.map((result) => (result.ok ? 'created' : result.errors)) };
    };
    const together = await storedAfter(
      async () => (await loadRows(parts.engine, 'Part', rows, { skipsRefused: true })).rows,
    );
    const alone = await storedAfter(async () => {
      const each: LoadedRow[] = [];
      for (const one of rows) each.push(...(await loadRows(parts.engine, 'Part', [one], { skipsRefused: true })).rows);
      return each;
    });
    expect(together).toEqual(alone);
  });
});
