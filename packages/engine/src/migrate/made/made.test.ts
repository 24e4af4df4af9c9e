import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beforeEachStatement, killedAt } from '../../fixtures/killed.ts';
import { putToUse } from '../../fixtures/narrowed.ts';
import { type Parts, partsDocument } from '../../fixtures/parts.ts';
import { planOfDocument } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { openPool, type Pool } from '../../store/pool.ts';
import { type MigrateOptions, migrate } from '../migrate.ts';
import { MigrationRefusal } from '../refusals.ts';

// The first records of an entity are made from those of others (3, the setting `from`).

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
  await putToUse(pool, BEFORE);
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const NOTE = '### Note\n\n| field | type | rules |\n| --- | --- | --- |\n| text | text | |\n';
const BEFORE: Parts = {
  fields:
    'code | text | optional; weight | integer |; colour | enum(red, blue) | optional; maker | Maker | optional; notes | list of Note |',
  records: [
    'name | code | weight | colour | maker',
    'a | A1 | 1500 | red | Ada',
    'b | B2 | 250 | blue | Ada',
    'c | | 3000 | red |',
  ],
  beside: NOTE,
};

/** The document with some rows of `Part` changed (empty: gone), and further entities. */
function changed(rows: Readonly<Record<string, string>>, ...entities: readonly string[]): Parts {
  const names = BEFORE.fields.split('; ').map((row) => row.split(' ')[0] ?? '');
  const kept = BEFORE.fields.split('; ').map((row, place) => rows[names[place] ?? ''] ?? row);
  const added = Object.entries(rows).flatMap(([name, row]) => (names.includes(name) ? [] : [row]));
  const fields = [...kept, ...added].filter((row) => row !== '').join('; ');
  return { fields, beside: [...(rows['notes'] === '' ? [] : [NOTE]), ...entities].join('\n') };
}

/** An entity that is made from others. */
const made = (name: string, from: string, ...rows: readonly string[]) =>
  `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n${rows.map((row) => `| ${row} |\n`).join('')}\n| setting | is |\n| --- | --- |\n| from | ${from} |\n`;

const start = (stated: Parts, options: MigrateOptions = { change: 'newer' }, on: Pool = pool) =>
  migrate(on, indexPlan(planOfDocument(partsDocument(stated).replace('### Part.stage', '### Remark.stage'))), options);
const read = async (sql: string) =>
  (await pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row));

const PAINT = made('Paint', 'Part where colour != null, key colour', 'name | enum(red, blue) | unique, from colour');
const LABEL = made('Label', 'Part where code != null', 'text | text | from code', 'part | Part | from this');

describe('records are made from others', () => {
  test.each<[what: string, after: Parts, sql: string, records: unknown]>([
    [
      'one for each value of a key, to which those refer that had the value',
      changed({ colour: 'paint | Paint | optional, from colour' }, PAINT),
      'select p.name, t.name as paint from product.part p left join product.paint t on t.id = p.paint order by 1',
      [
        ['a', 'red'],
        ['b', 'blue'],
        ['c', 'red'],
      ],
    ],
    [
      'one for each record that a condition holds for',
      changed({ code: 'label | Label | optional, from this else open' }, LABEL),
      'select p.name, t.text, t.part = p.id from product.part p left join product.label t on t.id = p.label order by 1',
      [
        ['a', 'A1', true],
        ['b', 'B2', true],
        ['c', null, null],
      ],
    ],
    [
      'of two entities, which become one',
      changed(
        { maker: 'thing | Thing | optional, from maker', parts: 'things | many Thing | from [this]' },
        made('Thing', 'Maker, Part', 'name | text | unique, from name', 'weight | integer | default 7'),
      ),
      'select p.name, t.name as thing, t.weight::int, (select count(*)::int from product.thing x where x.id = any(p.things)) from product.part p left join product.thing t on t.id = p.thing order by 1',
      [
        ['a', 'Ada', 7, 1],
        ['b', 'Ada', 7, 1],
        ['c', null, null, 1],
      ],
    ],
    [
      'of the records of a list',
      changed(
        { notes: '' },
        made('Remark', 'Note', 'text | text | from text', 'part | Part | from parent', 'stage | state |'),
      ),
      'select r.text, p.name, r.stage, r._entered_at is not null from product.remark r join product.part p on p.id = r.part',
      [['seen', 'b', 'open', true]],
    ],
  ])('%s', async (_what, after, sql, records) => {
    await pool.query(`insert into product.note (_parent, text) select id, 'seen' from product.part where name = 'b'`);
    const stated =
      after.beside?.includes('### Remark') === true ? { ...after, states: 'open | initial; done | final' } : after;
    expect((await start(stated)).kind).toBe('changed');
    expect(await read(sql)).toEqual(records);
    expect((await start(stated)).kind).toBe('unchanged');
    const left = await read(`select relname from pg_class where relname like '\\_next\\_%'`);
    expect(left).toEqual([]);
  });
});

describe('while people write', () => {
  const AFTER = changed(
    {
      code: 'label | Label | optional, from if code != null then this else null',
      colour: 'paint | Paint | optional, from colour',
    },
    LABEL,
    PAINT,
  );
  const READ =
    'select p.name, l.text, t.name as paint from product.part p left join product.label l on l.id = p.label left join product.paint t on t.id = p.paint order by 1';
  const expected = new Map<string, (string | null)[]>();
  beforeEach(() => {
    expected.clear();
    for (const [name = '', ...values] of [
      ['a', 'A1', 'red'],
      ['b', 'B2', 'blue'],
      ['c', null, 'red'],
    ] as const)
      expected.set(name, values);
  });
  let turn = 0;
  /** Adds a record, changes one and deletes one, unless the tables are locked or others already. */
  const write = async () => {
    turn += 1;
    const client = await pool.connect();
    try {
      await client.query(`begin; set local lock_timeout = '20ms'`);
      await client.query(`insert into product.part (name, code, weight, colour) values ($1, $2, 1, 'blue')`, [
        `w${turn}`,
        `W${turn}`,
      ]);
      await client.query(`update product.part set code = case when code is null then 'X' end where name = 'a'`);
      await client.query(`delete from product.part where name = $1`, [`w${turn - 3}`]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      const { code = '' } = error as { code?: string };
      if (code === '55P03' || code === '42703') return;
      throw error;
    } finally {
      client.release();
    }
    const [was = null] = expected.get('a') ?? [];
    expected.set('a', [was === null ? 'X' : null, 'red']);
    expected.set(`w${turn}`, [`W${turn}`, 'blue']);
    expected.delete(`w${turn - 3}`);
  };
  const all = () =>
    [...expected].map(([name, values]) => [name, ...values]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

  test('before each statement, each record is made of what was written last', async () => {
    expect(await start(AFTER, { change: 'newer' }, beforeEachStatement(pool, write))).toMatchObject({
      kind: 'changed',
    });
    expect(turn).toBeGreaterThan(50);
    expect(await read(READ)).toEqual(all());
  });

  test('a reference to a record that is no longer made is computed again', async () => {
    const things = changed(
      { maker: 'thing | Thing | optional, from if maker != null and maker.name != "Zoe" then maker else null' },
      made('Thing', 'Maker where name != "Zoe"', 'name | text | unique, from name'),
    );
    let isWritten = false;
    const renameOnceFilled = async () => {
      if (isWritten) return;
      const { rows } = await pool.query<{ is_filled: boolean }>(
        `select exists (select from nonet.backfill where table_name = 'part' and filled) as is_filled`,
      );
      if (rows[0]?.is_filled !== true) return;
      isWritten = true;
      await pool.query(`update product.maker set name = 'Zoe'`);
    };
    await start(things, { change: 'newer' }, beforeEachStatement(pool, renameOnceFilled));
    expect(isWritten).toBe(true);
    expect(await read('select name, thing from product.part order by 1')).toEqual([
      ['a', null],
      ['b', null],
      ['c', null],
    ]);
    expect(await start(things)).toMatchObject({ kind: 'unchanged' });
  });

  test('a start that is killed again and again ends as an undisturbed one does', { tags: ['thorough'] }, async () => {
    let inProgress = 0;
    for (let at = 10, isDone = false; !isDone; at += 6) {
      const died = killedAt(pool, at);
      await start(AFTER, { change: 'newer' }, died.pool).catch((error: unknown) => {
        if (!died.isKilled()) throw error;
      });
      isDone = !died.isKilled();
      if ((await read('select from nonet.change')).length > 0) {
        await write();
        inProgress += 1;
      }
    }
    expect(inProgress).toBeGreaterThan(5);
    expect(await read(READ)).toEqual(all());
    expect(await read(`select relname from pg_class where relname like '\\_next\\_%'`)).toEqual([]);
  });
});

describe("records that can't be made are refused, and nothing changes", () => {
  test.each<[what: string, after: Parts, words: string | RegExp]>([
    [
      'a required field without a value',
      changed({}, made('Label', 'Part', 'text | text |', 'part | Part | from this')),
      '`Label.text` is required and has no default: 3 records that are made would lack it.',
    ],
    [
      'a value beyond its limits',
      changed({}, made('Label', 'Part', 'text | text | ..3, from name + name + name + name')),
      '`Label.text` is limited now: 3 records are beyond it.',
    ],
    [
      'two with a value that is unique',
      changed({}, made('Label', 'Part where colour != null', 'tone | enum(red, blue) | unique, from colour')),
      '`Label.tone` is unique now: 2 records share a value.',
    ],
    [
      'a reference to what is not made',
      changed({ label: 'label | Label | optional, from this' }, LABEL),
      '`from this` comes to more than `Part.label` takes: of one record.',
    ],
    [
      'an entity that the former document does not have',
      changed({}, made('Label', 'Prat', 'text | text | from name')),
      '`Label` is made from `Prat`, which the document in use does not have',
    ],
    [
      'a condition of another type',
      changed({}, made('Label', 'Part where weight', 'text | text | from name')),
      'the `from` of `Label` does not fit the document in use: N060',
    ],
    [
      'a key of no use',
      changed({}, made('Label', 'Part, key notes', 'text | text | optional')),
      '`key notes` of `Label` does not distinguish records',
    ],
    [
      'a number',
      changed({}, `${made('Label', 'Part', 'text | number L-{000} |')}| delete | never |\n`),
      '`Label.text` is a number, which is given on create alone: 3 records are made.',
    ],
  ])('%s', async (_what, after, words) => {
    const held = await read('select to_jsonb(p) from product.part p order by name');
    const refused = start(after);
    await expect(refused).rejects.toThrow(MigrationRefusal);
    await expect(refused).rejects.toThrow(words);
    expect(await read('select to_jsonb(p) from product.part p order by name')).toEqual(held);
    expect((await start(BEFORE)).kind).toBe('unchanged');
  });
});
