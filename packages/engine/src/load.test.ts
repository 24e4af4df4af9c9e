import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsDocument } from './fixtures/parts.ts';
import { planOfDocument, planOfExample, refusalOf, startStory, type Story } from './fixtures/story.ts';
import { loadRows } from './load.ts';
import { seed } from './seed/seed.ts';
import { addUser } from './users.ts';

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
      readFileSync(new URL('./fixtures/lending.md', import.meta.url), 'utf8')
        .replace('| FULL | 409 |', '| FULL | warning |')
        .replace('count(copies) <= 2', 'title != "Emma II"'),
    ),
  );
  try {
    const rows = [{ title: 'Emma II' }];
    const refused = await loadRows(warned.engine, 'Book', rows);
    expect(refused).toMatchObject({ loaded: false, rows: [{ ok: false, errors: [{ code: 'FULL' }] }] });
    expect((await loadRows(warned.engine, 'Book', rows, new Set(['FULL']))).loaded).toBe(true);
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
