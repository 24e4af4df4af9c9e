import { readFileSync } from 'node:fs';
import { createTestDatabase } from '@nonet/testing/database';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Parts, partsDocument } from '../../fixtures/parts.ts';
import { putToUse } from '../../fixtures/narrowed.ts';
import { planOfDocument } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { openPool, type Pool } from '../../store/pool.ts';
import { migrate } from '../migrate.ts';
import type { MigrationPlan } from './migration-plan.ts';
import { NeverPutToUse } from '../refusals.ts';
import { PlanOutdated } from './plan-basis.ts';
import { readMigrationPlan } from './read-migration-plan.ts';

let pool: Pool;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  pool = openPool(url, { connections: 4 });
  await putToUse(pool, BEFORE);
  await pool.query(
    `insert into product.part (name, price, stage, code) select 'n' || n, n, 'open', 'c' from generate_series(1, 9) n`,
  );
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const BEFORE: Parts = {
  fields: 'code | text | optional; price | decimal(8,2) |; double | decimal(9,2) | `= price * 2`; stage | state |',
  settings: 'history | kept',
  states: 'open | initial; done | final',
  records: ['name | code | price', 'a | A1 | 1.50', 'b | B2 | 2', 'c | | 3'],
};
const fields = (text: string): Parts => ({ ...BEFORE, fields: text });
const added = (text: string): Parts => fields(`${BEFORE.fields}; ${text}`);
const planOf = (stated: Parts, namedRecords: number | null = 5) =>
  readMigrationPlan({ plan: planOfDocument(partsDocument(stated)), databaseUrl: url, namedRecords });

/** Everything in the database that a plan could have changed. */
async function held(): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select jsonb_agg(to_jsonb(p) order by name) from product.part p) as parts,
       (select jsonb_agg(attname || attrelid::regclass::text order by attrelid, attnum) from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace in ('product'::regnamespace, 'nonet'::regnamespace) and not attisdropped) as columns,
       (select document_hash from nonet.product) as document, (select count(*) from nonet.change) as changes`,
  );
  return rows;
}

const validate = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(new URL('../../../../../docs/schemas/plan.schema.json', import.meta.url), 'utf8')) as object,
);

const steps = ({ steps: taken }: MigrationPlan) =>
  taken.map(({ kind, lock }) => (lock === null ? kind : `${kind} ${lock}`));
const byClause = ({ changes }: MigrationPlan) =>
  changes.map(({ clause, does, records, keepsFormer }) => [clause, does.join('; '), records, keepsFormer]);

describe('the effects of a changed document are reported', () => {
  test.each<[string, Parts, Partial<Record<'changes' | 'steps' | 'effects' | 'closedBy' | 'untilWritten', unknown>>]>([
    [
      'a new optional field',
      added('rank | integer | optional'),
      {
        changes: [['3.Part.rank', 'Part.rank is new', 0, true]],
        steps: ['add ACCESS EXCLUSIVE', 'switch ACCESS EXCLUSIVE'],
        untilWritten: ['Part.rank is gone'],
      },
    ],
    [
      'a default for all',
      added('rank | integer | default 3'),
      {
        changes: [['3.Part.rank', 'Part.rank is new', 0, false]],
        closedBy: [],
        untilWritten: ['Part.rank is gone'],
      },
    ],
    [
      'a renamed field',
      {
        ...fields(BEFORE.fields.replace('code | text | optional', 'mark | text | optional, was code')),
        records: ['name | price', 'a | 1'],
      },
      {
        changes: [['3.Part.mark', 'field Part.mark was code', 0, false]],
        steps: ['switch ACCESS EXCLUSIVE'],
        closedBy: [],
      },
    ],
    [
      'a field of another meaning that stays',
      fields(BEFORE.fields.replace('code | text | optional', 'code | text | ..5, optional')),
      { changes: [], steps: ['judge ACCESS SHARE', 'note SHARE ROW EXCLUSIVE'] },
    ],
    [
      'a computed field that is stored',
      fields(BEFORE.fields.replace('`= price * 2`', 'optional')),
      {
        changes: [['3.Part.double', 'Part.double is stored now, as it was computed', 12, false]],
        steps: expect.arrayContaining(['fill ROW EXCLUSIVE']),
      },
    ],
    [
      'an order that needs an index',
      { ...BEFORE, settings: 'history | kept; order | price' },
      { steps: ['index SHARE UPDATE EXCLUSIVE'] },
    ],
    [
      'a rule that records would break',
      { ...BEFORE, rules: 'P1 | Part | `double < 10` | INVALID' },
      {
        effects: expect.arrayContaining([
          expect.stringMatching(/^5\.P1: 5 records of Part \([-0-9a-f, ]+, and 2 more\) break this rule/),
        ]),
      },
    ],
    [
      'a rule over a field that comes with the change',
      { ...added('rank | integer | default 3'), rules: 'P1 | Part | `rank > 3` | INVALID' },
      {
        effects: expect.arrayContaining([
          expect.stringMatching(/^5\.P1: 12 records of Part \([-0-9a-f, ]+, and 9 more\) break this rule/),
        ]),
      },
    ],
  ])('%s', async (_what, stated, expected) => {
    const before = await held();
    const plan = await planOf(stated);
    expect(await held()).toEqual(before);
    expect(validate(plan)).toBe(true);
    expect(plan).toMatchObject({ outcome: 'change', isRefused: false, isServedAlone: true });
    const found = {
      changes: byClause(plan),
      steps: steps(plan),
      effects: plan.effects,
      closedBy: plan.wayBack?.closedBy,
      untilWritten: plan.wayBack?.untilWritten,
    };
    expect(found).toMatchObject(expected);
  });
});

test('records without a place are named, all of them where that is asked, and no step is taken', async () => {
  const without = fields(BEFORE.fields.replace('code | text | optional; ', ''));
  const plan = await planOf({ ...without, records: [] });
  expect(plan).toMatchObject({ outcome: 'change', isRefused: true, isServedAlone: false, steps: [], effects: [] });
  expect(plan.changes.map(({ clause, refusals }) => [clause, refusals[0]?.words, refusals[0]?.ids.length])).toEqual([
    ['3.Part.code', '`Part.code` is gone: 11 records have a value', 5],
  ]);
  const all = await planOf({ ...without, records: [] }, null);
  expect(all.changes[0]?.refusals[0]?.ids).toHaveLength(11);
});

test.each<[what: string, stated: Parts, edit: (text: string) => string, wayBack: object]>([
  [
    'values that new ones are computed from',
    { ...fields(BEFORE.fields.replace('decimal(8,2) |', 'decimal(8,2) | from price * 2')), records: [] },
    (text) => text,
    {
      isOpen: true,
      closedBy: [],
      untilWritten: ['Part.price has its former values again', 'Part.price is required'],
      untilFinished: ['Part.price: the values from which its new ones are computed'],
    },
  ],
  [
    'values of a required field that is gone',
    {
      ...fields(BEFORE.fields.replace('price | decimal(8,2) |; double | decimal(9,2) | `= price * 2`; ', '')),
      records: [],
    },
    (text) => text.replace('### Maker', '#### Gone\n\n| field |\n| --- |\n| price |\n\n### Maker'),
    { isOpen: true, untilFinished: ['Part.price is gone: 12 records lose their value'] },
  ],
])('the way back is open by %s, until it is finished', async (_what, stated, edit, wayBack) => {
  const plan = await readMigrationPlan({ plan: planOfDocument(edit(partsDocument(stated))), databaseUrl: url });
  expect(plan).toMatchObject({ isRefused: false, wayBack });
});

test('the way back is judged over an entity that has another name and a field from another', async () => {
  const [before = '', maker = ''] = partsDocument({ ...BEFORE, records: [] }).split('### Maker');
  const producer = maker
    .replace(
      'name | text | unique',
      'label | text | unique, from "Dr. " + name, back if substring(label, 4, size(label)) != null then substring(label, 4, size(label)) else label',
    )
    .replace('| name |\n| --- |\n| Ada |', '| label |\n| --- |\n| Dr. Ada |');
  const text = `${before}### Producer (was: Maker)${producer}`;
  const plan = await readMigrationPlan({ plan: planOfDocument(text), databaseUrl: url, namedRecords: 5 });
  expect([plan.isRefused, plan.wayBack?.closedBy]).toEqual([false, []]);
});

test('the document in use needs nothing', async () => {
  expect(await planOf(BEFORE)).toMatchObject({ outcome: 'in use', isRefused: false, isServedAlone: true, steps: [] });
});

test('a plan is carried out on what it was made from alone', async () => {
  const { url: other, drop: dropOther } = await createTestDatabase();
  const otherPool = openPool(other, { connections: 2 });
  try {
    const read = (stated: Parts, isBack = false) =>
      readMigrationPlan({ plan: planOfDocument(partsDocument(stated)), databaseUrl: other, isBack });
    const start = async (stated: Parts, { madeFrom }: MigrationPlan) =>
      migrate(otherPool, indexPlan(planOfDocument(partsDocument(stated))), { planned: madeFrom, change: 'newer' });
    const [ranked, coloured] = [added('rank | integer | optional'), added('colour | text | default "red"')];
    const first = await read(BEFORE);
    expect(first).toMatchObject({ outcome: 'create', madeFrom: { database: null, number: null } });
    expect(await start(BEFORE, first)).toMatchObject({ kind: 'created' });
    const [planned, replanned] = [await read(ranked), await planOf(ranked)];
    await expect(start(BEFORE, first)).rejects.toThrow('for a database without a product, and this one has one');
    await expect(start(coloured, planned)).rejects.toThrow('The plan was made for another document');
    await expect(start(ranked, replanned)).rejects.toThrow('The plan was made for another database');
    expect(await start(ranked, planned)).toMatchObject({ kind: 'changed', version: 2 });
    const outdated = start(ranked, planned);
    await expect(outdated).rejects.toThrow(PlanOutdated);
    await expect(outdated).rejects.toThrow('from version 1 of the document, and the database has version 2 in use');
    expect(await read(BEFORE)).toMatchObject({ outcome: 'beside', steps: [] });
    expect(await read(BEFORE, true)).toMatchObject({ outcome: 'back', changes: [{ does: ['Part.rank is gone'] }] });
    await expect(read(coloured, true)).rejects.toThrow(NeverPutToUse);
    expect(await start(coloured, await read(coloured))).toMatchObject({ version: 3 });
    expect(await read(ranked)).toMatchObject({ outcome: 'back', isServedAlone: false, isRefused: false });
    const tinted = added('tint | text | default "red", was colour');
    expect(await start(tinted, await read(tinted))).toMatchObject({ version: 4 });
    await otherPool.query(`insert into product.part (name, price, stage, tint) values ('n', 1, 'open', 'blue')`);
    expect((await read(coloured, true)).wayBack).toMatchObject({ isOpen: true, closedBy: [] });
  } finally {
    await otherPool.end();
    await dropOther();
  }
});
