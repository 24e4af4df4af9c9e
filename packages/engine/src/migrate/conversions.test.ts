import { createTestDatabase } from '@nonet/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
/** The document with some rows of its fields otherwise, and no records of its own. */
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

describe('records that are there have what `from` comes to', () => {
  test.each<[what: string, after: Parts, columns: string, values: unknown]>([
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
  ])('%s', async (_what, after, columns, values) => {
    await putToUse(pool, BEFORE);
    expect((await start(after)).kind).toBe('changed');
    expect(await parts(columns)).toEqual(values);
    // What was carried out is not carried out again, whatever else is changed, and however it is laid out.
    const again = { ...after, fields: `${after.fields.replaceAll(' / ', '/')}; remark | text | optional` };
    expect((await start(again)).kind).toBe('changed');
    expect(await parts(columns)).toEqual(values);
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

test('what was carried out counts once, under another name and in a branch of before too', async () => {
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

test('a former version is not put to use again where values were given since that it does not have', async () => {
  await putToUse(pool, BEFORE);
  const percent = changed({ weight: 'weight | integer | from weight * 10' });
  await expect(start(percent, { change: 'newer', mayConvert: false })).rejects.toThrow(ChangesValues);
  await start(percent);
  const back = start(BEFORE, { change: 'any' });
  await expect(back).rejects.toThrow('`Part.weight` was given new values in version 2 (`from weight * 10`)');
  await expect(back).rejects.toThrow('State `from …` there');
  expect(await parts('weight::int')).toEqual([[15_000], [2500], [30_000]]);
});

test('records that are made from a document that states `from` are not converted by it', async () => {
  const stated = changed({ weight: 'weight | integer | from weight * 10' });
  await putToUse(pool, { ...stated, records: BEFORE.records ?? [] });
  await start({ ...stated, settings: 'history | kept; order | price' });
  expect(await parts('weight::int')).toEqual([[1500], [250], [3000]]);
});
