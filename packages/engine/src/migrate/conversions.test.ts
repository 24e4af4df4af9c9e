import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tiersOf } from '@nonet/testing/tiers';
import { putToUse } from '../fixtures/narrowed.ts';
import { type Parts, partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { ChangesValues, MigrationRefusal } from './refusals.ts';

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

const BEFORE: Parts = {
  fields:
    'code | text | optional; weight | integer |; price | decimal(8,2) |; paid | boolean |; colour | enum(red, blue) |; maker | Maker | optional; stage | state |',
  settings: 'history | kept',
  states: 'open | initial; done | final',
  records: [
    'name | code | weight | price | paid | colour | maker',
    'a | Ann Bell | 1500 | 1.50 | true | red | Ada',
    'b | Bo | 250 | 2 | false | blue | Ada',
    'c | | 3000 | 3 | false | red |',
  ],
};
/** The document with some rows of its fields changed, and no records of its own. */
function changed(rows: Readonly<Record<string, string>>, beside: Partial<Parts> = {}): Parts {
  const kept = BEFORE.fields.split('; ').flatMap((row) => rows[row.split(' ')[0] ?? ''] ?? row);
  const known = new Set(BEFORE.fields.split('; ').map((row) => row.split(' ')[0]));
  const added = Object.entries(rows).flatMap(([name, row]) => (known.has(name) ? [] : [row]));
  return { ...BEFORE, fields: [...kept, ...added].filter((row) => row !== '').join('; '), records: [], ...beside };
}

const start = (stated: Parts, options: MigrateOptions = { change: 'newer' }) =>
  migrate(pool, indexPlan(planOfDocument(partsDocument(stated))), options);
const parts = async (columns: string) =>
  (await pool.query<Record<string, unknown>>(`select ${columns} from product.part order by name`)).rows.map((row) =>
    Object.values(row),
  );

test('a field that a `from` reads has a place by it, also if its entity was renamed', async () => {
  await putToUse(pool, { fields: '' });
  const maker = '### Maker\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |';
  const text = partsDocument({ fields: '' })
    .replace(
      maker,
      maker
        .replace('Maker', 'Producer (was: Maker)')
        .replace('name | text | unique', 'label | text | unique, from "Dr. " + name'),
    )
    .replace('| name |\n| --- |\n| Ada |', '| label |\n| --- |\n| Dr. Ada |');
  expect((await migrate(pool, indexPlan(planOfDocument(text)))).kind).toBe('changed');
  expect((await pool.query('select label from product.producer')).rows).toEqual([{ label: 'Dr. Ada' }]);
});

describe('records that are there have what `from` comes to', () => {
  describe.each(
    tiersOf<[what: string, after: Parts, columns: string, values: unknown]>(
      [
        [
          'a new field',
          changed({ kilos: 'kilos | decimal(8,3) | from weight / 1000' }),
          'kilos::text',
          [['1.500'], ['0.250'], ['3.000']],
        ],
        [
          'another unit',
          changed({ weight: 'weight | decimal(8,3) | 0..100, from weight / 1000' }),
          'weight::text',
          [['1.500'], ['0.250'], ['3.000']],
        ],
        [
          'another unit of the same type',
          changed({ weight: 'weight | integer | from weight * 10' }),
          'weight::int',
          [[15_000], [2500], [30_000]],
        ],
        [
          'what is required now',
          changed({ code: 'code | text | from if code == null then "none" else code' }),
          'code',
          [['Ann Bell'], ['Bo'], ['none']],
        ],
        [
          'a split, whose source is gone',
          changed({
            code: '',
            first:
              'first | text | optional, from if code == null then null else if contains(code, " ") then substring(code, 0, indexOf(code, " ", 0)) else code',
            last: 'last | text | optional, from if code != null and contains(code, " ") then substring(code, indexOf(code, " ", 0) + 1, size(code)) else null',
          }),
          'first, last',
          [
            ['Ann', 'Bell'],
            ['Bo', null],
            [null, null],
          ],
        ],
        [
          'a choice out of a boolean',
          changed({ paid: '', rush: 'rush | enum(normal, rush) | from if paid then "rush" else "normal"' }),
          'rush',
          [['rush'], ['normal'], ['normal']],
        ],
        [
          'a choice by another name',
          changed({ colour: 'colour | enum(crimson, blue) | from if colour == "red" then "crimson" else colour' }),
          'colour',
          [['crimson'], ['blue'], ['crimson']],
        ],
        [
          'a state',
          changed({ paid: '', stage: 'stage | state | from if paid then "done" else "open"' }),
          'stage',
          [['done'], ['open'], ['open']],
        ],
        [
          'a reference',
          changed({ second: 'second | Maker | optional, from maker' }),
          'second = maker as same',
          [[true], [true], [null]],
        ],
        [
          'many for one',
          changed({ maker: 'maker | many Maker | from if maker == null then [] else [maker]' }),
          'cardinality(maker)',
          [[1], [1], [0]],
        ],
        [
          'a field of what it refers to',
          changed({ by: 'by | text | optional, from if maker != null then maker.name else null' }),
          'by',
          [['Ada'], ['Ada'], [null]],
        ],
        [
          'only those that are asked for it',
          changed({ rank: 'rank | integer | when paid, from weight' }),
          'rank::int',
          [[1500], [null], [null]],
        ],
      ],
      2,
    ),
  )('%s', (_tier, cases, tags) => {
    test.each(cases)('%s', { tags }, async (_what, after, columns, values) => {
      await putToUse(pool, BEFORE);
      expect((await start(after)).kind).toBe('changed');
      expect(await parts(columns)).toEqual(values);
      // A conversion is not carried out again after other changes, or after a change of its layout.
      const again = { ...after, fields: `${after.fields.replaceAll(' / ', '/')}; remark | text | optional` };
      expect((await start(again)).kind).toBe('changed');
      expect(await parts(columns)).toEqual(values);
    });
  });
});

describe('a record for which `from` has no value stays open if the document says so (`else open`)', () => {
  test.each<[what: string, row: Record<string, string>, columns: string, values: unknown, step: RegExp]>([
    [
      'a choice',
      { code: 'code | enum(Bo, Cy) | from code else open' },
      'code',
      [[null], ['Bo'], [null]],
      /^Part\.code has new values: from code else open; 2 records are left without$/,
    ],
    [
      'the last else of a condition',
      {
        grade:
          'grade | enum(light, heavy) | from if weight > 2000 then "heavy" else if weight < 1000 then "light" else open',
      },
      'grade',
      [[null], ['light'], ['heavy']],
      /; one record is left without/,
    ],
    [
      'a limit',
      { weight: 'weight | integer | 0..2000, from weight else open' },
      'weight::int',
      [[1500], [250], [null]],
      /; one record is left without/,
    ],
    [
      'digits',
      { weight: 'weight | decimal(3,0) | from weight else open' },
      'weight::int',
      [[null], [250], [null]],
      /; 2 records are left without/,
    ],
    [
      'a form',
      { code: 'code | text | optional, matches /^A/, from code else open' },
      'code',
      [['Ann Bell'], [null], [null]],
      /; 2 records are left without/,
    ],
  ])('%s', async (_what, row, columns, values, step) => {
    await putToUse(pool, BEFORE);
    const { steps } = await start(changed(row));
    expect(await parts(columns)).toEqual(values);
    expect(steps).toContainEqual(expect.stringMatching(step));
    // No record is refused because of it: the field's limit applies to new values only.
    const wider = changed({ ...row, remark: 'remark | text | optional' });
    expect((await start(wider)).kind).toBe('changed');
  });

  test('and the records without a value are named, and refused if each must have one', async () => {
    await putToUse(pool, BEFORE);
    const row = { code: 'code | text | from if code == "Bo" then code else open' };
    await start(changed(row));
    await expect(start(changed({ code: 'code | text | from if code == "Bo" then code else null' }))).rejects.toThrow(
      '`Part.code` is required now: 2 records lack it',
    );
  });
});

describe('a `from` that has no place for a record is refused with it, and everything stays', () => {
  test.each<[what: string, after: Parts, words: string]>([
    ['nothing', changed({ code: 'code | text | from code' }), 'N064'],
    [
      'too much',
      changed({ weight: 'weight | integer | 0..2000, from weight' }),
      '`Part.weight` is limited now: one record is beyond it.',
    ],
    [
      'too many digits',
      changed({ weight: 'weight | decimal(3,0) | from weight' }),
      '`from weight` comes to more than `Part.weight` takes: of 2 records.',
    ],
    [
      'no choice',
      changed({ code: 'code | enum(x, y) | optional, from code' }),
      '`from code` comes to what is no choice of `Part.code`: of 2 records.',
    ],
    [
      'the same',
      changed({ mark: 'mark | enum(red, blue) | unique, from colour' }),
      '`Part.mark` is unique now: 2 records share a value.',
    ],
    [
      'no telephone number',
      changed({ code: 'code | phone | optional, from code' }),
      'comes to what is no telephone number: of 2 records.',
    ],
    [
      'a field that comes with the change',
      changed({ weight: 'weight | integer | from rank', rank: 'rank | integer | from weight' }),
      '`from rank` of `Part.weight` does not fit the document in use: N055',
    ],
    ['another type', changed({ weight: 'weight | date | from weight' }), 'does not fit the document in use: N060'],
  ])('%s', async (_what, after, words) => {
    await putToUse(pool, BEFORE);
    const held = await parts('*');
    const refused = start(after);
    await expect(refused).rejects.toThrow(MigrationRefusal);
    await expect(refused).rejects.toThrow(words);
    expect(await parts('*')).toEqual(held);
    expect((await start(BEFORE)).kind).toBe('unchanged');
  });
});

test.each<[what: string, first: Record<string, string>, offered: string, followed: Record<string, string>]>([
  [
    'a tighter range',
    { weight: 'weight | integer | ..2000' },
    '`..2000 for new`',
    { weight: 'weight | integer | ..2000 for new' },
  ],
  ['a required field', { code: 'code | text |' }, '`required for new`', { code: 'code | text | required for new' }],
  [
    'a pattern',
    { code: 'code | text | optional, matches /^A/' },
    '`matches /…/ for new`',
    { code: 'code | text | optional, matches /^A/ for new' },
  ],
  [
    'choices',
    { code: 'code | enum(Bo, Cy) | optional' },
    '`from code else open`',
    { code: 'code | enum(Bo, Cy) | optional, from code else open' },
  ],
  [
    'a telephone number',
    { code: 'code | phone | optional' },
    '`from code else open`',
    { code: 'code | phone | optional, from code else open' },
  ],
  [
    'what goes',
    { code: '' },
    'write `| code |` under `#### Gone` of `Part`',
    { code: '', settings: 'history | kept |\n\n#### Gone\n\n| field |\n| --- |\n| code' },
  ],
])('the remedy in a refusal of %s accepts the existing records', async (_what, first, offered, followed) => {
  await putToUse(pool, BEFORE);
  await expect(start(changed(first))).rejects.toThrow(offered);
  const { settings, ...rows } = followed;
  const stated = changed(rows, settings === undefined ? {} : { settings });
  expect((await start(stated)).kind).toBe('changed');
});

test('a conversion is carried out once, also under another name and in a former branch', async () => {
  await putToUse(pool, BEFORE);
  const from = 'from weight / 1000';
  const kilos = changed({ weight: `weight | decimal(8,3) | ${from}` });
  const cleaned = changed({ weight: 'weight | decimal(8,3) |' });
  const branch = changed({ weight: `weight | decimal(8,3) | ${from}`, remark: 'remark | text | optional' });
  const renamed = changed({ weight: `mass | decimal(8,3) | was weight, ${from}` });
  for (const next of [kilos, cleaned, branch]) await start(next);
  expect(await parts('weight::text')).toEqual([['1.500'], ['0.250'], ['3.000']]);
  await start(renamed);
  expect(await parts('mass::text')).toEqual([['1.500'], ['0.250'], ['3.000']]);
  const grams = changed({ weight: 'mass | decimal(8,3) | was weight, from mass * 1000' });
  await start(grams);
  expect(await parts('mass::text')).toEqual([['1500.000'], ['250.000'], ['3000.000']]);
  await expect(
    start(changed({ weight: `mass | decimal(8,3) | was weight, ${from}`, remark: 'remark | text |' })),
  ).rejects.toThrow('was carried out in version 2 already, and another one since');
});

test('a conversion says which values it reads of a field that another branch gives new ones', async () => {
  const heavy = { remark: 'heavy | boolean | optional, from weight > 1000' };
  const kilos = { weight: 'weight | decimal(8,3) | from weight / 1000' };
  await putToUse(pool, BEFORE);
  await start(changed(kilos));
  expect((await start(changed({ ...kilos, ...heavy }))).steps).toContain(
    'Part.heavy has new values: from weight > 1000 (reads `Part.weight` as version 2 left it)',
  );
});

test('a conversion reads the former values of a field that gets new ones with it', async () => {
  await putToUse(pool, BEFORE);
  const { steps } = await start(
    changed({
      weight: 'weight | decimal(8,3) | from weight / 1000',
      remark: 'heavy | boolean | optional, from weight > 1000',
    }),
  );
  expect(steps).toContain(
    'Part.heavy has new values: from weight > 1000 (reads `Part.weight` as it was before its own `from`)',
  );
  expect(await parts('heavy')).toEqual([[true], [false], [true]]);
});

test('a former version is not put to use again where values were given since that it does not have', async () => {
  await putToUse(pool, BEFORE);
  const percent = changed({ weight: 'weight | integer | from weight * 10' });
  await expect(start(percent, { change: 'newer', mayConvert: false })).rejects.toThrow(ChangesValues);
  await start(percent);
  const back = start(BEFORE, { change: 'any' });
  await expect(back).rejects.toThrow('`Part.weight` was given new values in version 2 (`from weight * 10`)');
  await expect(back).rejects.toThrow('Add `back …` to this `from` in the document in use');
  expect(await parts('weight::int')).toEqual([[15_000], [2500], [30_000]]);
});

describe('a former version is put to use again by `back`', () => {
  describe.each(
    tiersOf<
      [what: string, after: Parts, columns: string, values: unknown, again: readonly [columns: string, values: unknown]]
    >(
      [
        [
          'a unit, with what was written meanwhile',
          changed({ weight: 'weight | decimal(8,3) | from weight / 1000, back trunc(weight * 1000)' }),
          'weight::text',
          [['1500'], ['4000'], ['3000']],
          ['weight::text', [['1.500'], ['4.000'], ['3.000']]],
        ],
        [
          'a field that was split',
          changed({
            code: '',
            first:
              'first | text | optional, from code, back if first == null then last else if last == null then first else first + " " + last',
            last: 'last | text | optional, from if code == "Bo" then "B" else null',
          }),
          'code',
          [['Ann Bell'], ['Bo B'], [null]],
          [
            'first, last',
            [
              ['Ann Bell', null],
              ['Bo B', null],
              [null, null],
            ],
          ],
        ],
        [
          'fields that became one',
          changed({
            code: '',
            colour: '',
            mark: 'mark | text | optional, from if code == null then colour else code + "/" + colour, back code = if mark == null or not contains(mark, "/") then null else substring(mark, 0, indexOf(mark, "/", 0)), back colour = if mark != null and endsWith(mark, "blue") then "blue" else "red"',
          }),
          'code, colour',
          [
            ['Ann Bell', 'red'],
            ['Bo', 'blue'],
            [null, 'red'],
          ],
          ['mark', [['Ann Bell/red'], ['Bo/blue'], ['red']]],
        ],
        [
          'a choice, by its former name of its entity',
          changed({
            paid: '',
            rush: 'rush | enum(normal, rush) | from if paid then "rush" else "normal", back rush == "rush"',
          }),
          'paid',
          [[true], [false], [false]],
          ['rush', [['rush'], ['normal'], ['normal']]],
        ],
      ],
      2,
    ),
  )('%s', (_tier, cases, tags) => {
    test.each(cases)('%s', { tags }, async (_what, after, columns, values, again) => {
      await putToUse(pool, BEFORE);
      await start(after);
      if (columns.startsWith('weight')) await pool.query(`update product.part set weight = 4 where name = 'b'`);
      expect((await start(BEFORE, { change: 'any' })).kind).toBe('changed');
      expect(await parts(columns)).toEqual(values);
      // A conversion that was taken back is carried out once more.
      expect((await start(after, { change: 'any' })).kind).toBe('changed');
      expect(await parts(again[0])).toEqual(again[1]);
    });
  });

  test('which a later document may state first', async () => {
    await putToUse(pool, BEFORE);
    const from = 'weight | decimal(8,3) | from weight / 1000';
    await start(changed({ weight: from }));
    await start(changed({ weight: `${from}, back trunc(weight * 1000)` }));
    await start(BEFORE, { change: 'any' });
    expect(await parts('weight::text')).toEqual([['1500'], ['250'], ['3000']]);
  });

  test.each<[what: string, row: string, words: string]>([
    ['what it comes to is beyond the former field', 'back weight * 1e20', 'back weight'],
    ['nothing', 'back null', 'N060'],
    ['no field', 'back wieght = weight', '`back` of `Part.weight` is for `wieght`, which this version does not store'],
  ])('but not to %s', async (_what, row, words) => {
    await putToUse(pool, BEFORE);
    await start(changed({ weight: `weight | integer | from weight * 10, ${row}` }));
    const held = await parts('*');
    await expect(start(BEFORE, { change: 'any' })).rejects.toThrow(words);
    expect(await parts('*')).toEqual(held);
  });

  test('one version after the other', async () => {
    await putToUse(pool, BEFORE);
    const twice = changed({ weight: 'weight | integer | from weight * 2, back trunc(weight / 2)' });
    await start(twice);
    await start(changed({ weight: 'weight | integer | from weight * 3, back trunc(weight / 3)' }));
    await expect(start(BEFORE, { change: 'any' })).rejects.toThrow('Put the document of version 2 to use first');
    await start(twice, { change: 'any' });
    await start(BEFORE, { change: 'any' });
    expect(await parts('weight::int')).toEqual([[1500], [250], [3000]]);
  });

  test('one version after the other, by fields that the later ones have no more', async () => {
    await putToUse(pool, BEFORE);
    const kilos = changed({ weight: 'kilos | decimal(8,3) | from weight / 1000, back trunc(kilos * 1000)' });
    const pounds = changed({ weight: 'pounds | decimal(8,3) | from kilos * 2, back pounds / 2' });
    await start(kilos);
    await start(pounds);
    await expect(start(BEFORE, { change: 'any' })).rejects.toThrow('Put the document of version 2 to use first');
    await start(kilos, { change: 'any' });
    expect(await parts('kilos::text')).toEqual([['1.500'], ['0.250'], ['3.000']]);
    await start(BEFORE, { change: 'any' });
    expect(await parts('weight::int')).toEqual([[1500], [250], [3000]]);
    // A conversion that was taken back is carried out once more, also if its field was gone meanwhile.
    await start(kilos, { change: 'any' });
    await start(changed({ weight: 'weight | integer | from trunc(kilos * 1000)' }));
    await start({ ...kilos, settings: 'history | kept; order | price' });
    expect(await parts('kilos::text')).toEqual([['1.500'], ['0.250'], ['3.000']]);
  });
});

test('records that are made from a document that states `from` are not converted by it', async () => {
  const stated = changed({ weight: 'weight | integer | from weight * 10' });
  await putToUse(pool, { ...stated, records: BEFORE.records ?? [] });
  await start({ ...stated, settings: 'history | kept; order | price' });
  expect(await parts('weight::int')).toEqual([[1500], [250], [3000]]);
});
