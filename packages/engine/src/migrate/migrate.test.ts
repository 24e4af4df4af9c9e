import type { Entity, Expression, Field, FieldType, Plan, Workflow } from '@nonet/language';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { claimsPlan } from '../fixtures/claims.ts';
import { entity, field, integer, role } from '../fixtures/build.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { migrate } from './migrate.ts';
import { MigrationRefusal } from './refusals.ts';

let pool: Pool;
let drop: () => Promise<void>;
const USER = '00000000-0000-7000-8000-000000000001';

beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
  await start(claimsPlan);
  await pool.query(
    `insert into product."user" (id, email, name, roles) values ($1, 'a@x.example', 'Ada', '{finance}')`,
    [USER],
  );
  await pool.query(
    `insert into product.claim (number, owner, purpose, status, note) values ('EX-1', $1, 'Train', 'draft', 'x'), ('EX-2', $1, 'Taxi', 'paid', null)`,
    [USER],
  );
});

afterEach(async () => {
  await pool.end();
  await drop();
});

const start = (plan: Plan) => migrate(pool, indexPlan(plan));

/** The plan with the fields of one entity changed. */
function withFields(
  name: string,
  change: (fields: readonly Field[]) => readonly Field[],
  rules: Partial<Entity> = {},
): Plan {
  return {
    ...claimsPlan,
    entities: claimsPlan.entities.map((item) =>
      item.name === name ? { ...item, ...rules, fields: change(item.fields) } : item,
    ),
  };
}
const add = (name: string, added: Field) =>
  withFields(name, (fields) => [...fields, { ...added, clause: `3.${name}.${added.name}` }]);
const change = (name: string, fieldName: string, rules: Partial<Field>) =>
  withFields(name, (fields) => fields.map((item) => (item.name === fieldName ? { ...item, ...rules } : item)));
const without = (name: string, fieldName: string) =>
  withFields(name, (fields) => fields.filter((item) => item.name !== fieldName));
const states = (...names: string[]) => ({
  kind: 'state' as const,
  values: names.map((name) => ({ name, label: name, labels: {} })),
});

/** The actor: null while a document is put to use. */
const USER_VALUE: Expression = {
  kind: 'variable',
  name: 'user',
  type: { kind: 'record', entity: 'User', nullable: true },
};
/** A life that begins where rows from `new` say. */
const NO_INITIAL: Workflow = {
  clause: '4.User.stage',
  entity: 'User',
  field: 'stage',
  states: ['open', 'closed'].map((name) => ({
    clause: `4.User.stage.${name}`,
    name,
    label: name,
    labels: {},
    kind: 'between',
    meaning: '',
  })),
  events: [],
};

test('an unchanged plan changes nothing', async () => {
  expect(await start(claimsPlan)).toEqual({ kind: 'unchanged', version: 1, steps: [] });
});

test('two processes that start at once make one product', async () => {
  const plan = add('Claim', field('rank', 'integer', { default: integer(1) }));
  const kinds = (await Promise.all([start(plan), start(plan), start(plan)])).map((result) => result.kind);
  expect(kinds.sort()).toEqual(['changed', 'unchanged', 'unchanged']);
});

test('an index that a former version did not make is made at the next start', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'product' and indexname like 'claim%_idx' order by 1 limit 1`,
  );
  const name = rows[0]?.name ?? '';
  await pool.query(`drop index product."${name}"`);
  expect(await start(claimsPlan)).toEqual({ kind: 'changed', version: 1, steps: [`index ${name}`] });
  expect(await start(claimsPlan)).toEqual({ kind: 'unchanged', version: 1, steps: [] });
});

describe('a change that only adds is carried out', () => {
  test.each<[string, Plan]>([
    ['an optional field', add('Claim', field('remark', 'text', { required: false }))],
    [
      'an entity',
      {
        ...claimsPlan,
        entities: [...claimsPlan.entities, entity('Project', [field('code', 'text', { unique: 'exact' })])],
      },
    ],
    ['a state', change('Claim', 'status', { type: states('draft', 'submitted', 'paid', 'lost') })],
    ['a role', { ...claimsPlan, roles: [...claimsPlan.roles, role('admin', { kind: 'assigned' })] }],
    ['a wider limit', change('Claim', 'purpose', { maximum: { value: '500', constant: null } })],
    ['a unique field', change('Claim', 'purpose', { unique: 'ignoring case' })],
    ['an index', change('Claim', 'purpose', { indexed: true })],
    ['longer text', change('Claim', 'purpose', { type: { kind: 'long text' } })],
    ['an empty field that goes', without('Claim', 'paid_at')],
    [
      'a reference to a new entity',
      {
        ...add('Claim', field('project', { kind: 'reference', entity: 'Project' }, { required: false })),
        entities: [
          ...add('Claim', field('project', { kind: 'reference', entity: 'Project' }, { required: false })).entities,
          entity('Project', []),
        ],
      },
    ],
  ])('%s', async (_what, plan) => {
    expect((await start(plan)).kind).toBe('changed');
    expect((await start(plan)).kind).toBe('unchanged');
    expect((await pool.query('select number from product.claim order by number')).rows).toHaveLength(2);
  });

  test('to a document with stored lines, which have the owner that they had', async () => {
    await pool.query(
      `insert into product.line (_parent, date, amount) select id, '2026-11-21', 12.50 from product.claim where number = 'EX-1'`,
    );
    expect(await start(add('Claim', field('remark', 'text', { required: false })))).toMatchObject({ kind: 'changed' });
    expect((await pool.query('select amount from product.line')).rows).toEqual([{ amount: '12.50' }]);
  });

  test('a new field gives its default to the records that are there', async () => {
    await start(add('Claim', field('rank', 'integer', { default: integer(3) })));
    expect((await pool.query('select distinct rank from product.claim')).rows).toEqual([{ rank: 3 }]);
  });
});

describe('a change that would lose stored data is refused, with the clause and the count, and changes nothing', () => {
  test.each<[string, Plan, RegExp]>([
    ['a field with values', without('Claim', 'note'), /`Claim\.note` is gone: one record has a value/],
    [
      'an entity with records',
      { ...claimsPlan, entities: claimsPlan.entities.filter((item) => item.name === 'User') },
      /`Claim` is gone: there are 2 records/,
    ],
    [
      'another type',
      change('Claim', 'purpose', { type: { kind: 'date' } }),
      /`Claim\.purpose` is of another type now: 2 records have a value/,
    ],
    [
      'a state with records',
      change('Claim', 'status', { type: states('draft', 'submitted') }),
      /`\w+` of `Claim\.status` is gone: one record has it/,
    ],
    [
      'a required field without a default',
      add('Claim', field('rank', 'integer')),
      /`Claim\.rank` is new, required and has no default: 2 records would lack it/,
    ],
    [
      'a required field whose default nobody is there for',
      add('Claim', field('maker', { kind: 'reference', entity: 'User' }, { default: USER_VALUE })),
      /`Claim\.maker` is new and required, and its default is empty: 2 records would lack it/,
    ],
    [
      'a required state without an initial one',
      {
        ...add('User', field('stage', states('open', 'closed'))),
        states: [...claimsPlan.states, { ...NO_INITIAL, entity: 'User', field: 'stage' }],
      },
      /`User\.stage` is new, required and has no initial state: one record would lack it/,
    ],
    [
      'a field that becomes required',
      change('Claim', 'note', { required: true }),
      /`Claim\.note` is required now: one record lacks it/,
    ],
    [
      'a tighter limit',
      change('Claim', 'purpose', { maximum: { value: '4', constant: null } }),
      /`Claim\.purpose` is limited more tightly now: one record is beyond it/,
    ],
    [
      'a unique field with doubles',
      change('Claim', 'owner', { unique: 'exact' }),
      /`Claim\.owner` is unique now: 2 records share a value/,
    ],
    [
      'a unique field with one default for all',
      add('Claim', field('rank', 'integer', { unique: 'exact', default: integer(1) })),
      /`Claim\.rank` is unique now: 2 records/,
    ],
    [
      'a role that people hold',
      { ...claimsPlan, roles: claimsPlan.roles.filter((item) => item.name !== 'finance') },
      /`finance` is no longer assigned: one user holds it/,
    ],
  ])('%s', async (_what, plan, words) => {
    const before = (await pool.query('select * from product.claim order by number')).rows;
    const refusal = await start({ ...plan, title: 'Next' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MigrationRefusal);
    expect((refusal as MigrationRefusal).message).toMatch(words);
    expect((await pool.query('select * from product.claim order by number')).rows).toEqual(before);
    expect((await start(claimsPlan)).kind).toBe('unchanged');
  });
});

describe('a change to a type that a value does not fit is refused, one that all values fit is done', () => {
  const rate = (type: FieldType) => add('Claim', field('rate', type, { required: false }));
  const decimal = (precision: number, scale: number): FieldType => ({ kind: 'decimal', precision, scale });

  test.each<[string, FieldType, string, FieldType, RegExp | null]>([
    ['fewer digits', decimal(8, 2), '123456.50', decimal(6, 2), /`Claim\.rate` has fewer digits now: one record/],
    ['fewer digits once rounded', decimal(4, 2), '99.99', decimal(3, 1), /fewer digits/],
    ['fewer places', decimal(8, 2), '1.25', decimal(8, 1), /fewer places now: one record would be rounded/],
    ['a whole number in few digits', { kind: 'integer' }, '1000', decimal(4, 1), /fewer digits/],
    ['digits enough', decimal(8, 2), '9999.50', decimal(5, 1), null],
    ['a whole number in digits enough', { kind: 'integer' }, '999', decimal(4, 1), null],
    ['a date for a number', { kind: 'integer' }, '7', { kind: 'date' }, /another type now/],
  ])('%s', async (_what, before, value, after, words) => {
    await start(rate(before));
    await pool.query(`update product.claim set rate = $1 where number = 'EX-1'`, [value]);
    const done = await start(rate(after)).catch((error: unknown) => error);
    const refusedWith = done instanceof MigrationRefusal ? done.message : null;
    expect(refusedWith === null ? null : words?.test(refusedWith)).toBe(words === null ? null : true);
    const { rows } = await pool.query<{ rate: string }>(`select rate::text from product.claim where number = 'EX-1'`);
    expect(Number(rows[0]?.rate)).toBe(Number(value));
  });

  test('a file of a kind that is not taken any more', async () => {
    const proof = (...types: string[]) => add('Claim', field('proof', { kind: 'file', types }, { required: false }));
    await start(proof('pdf', 'png'));
    const { rows } = await pool.query<{ id: string }>(
      `insert into nonet.file (name, type, size, sha256, content) values ('a.pdf', 'application/pdf', 1, '', 'x') returning id`,
    );
    await pool.query(`update product.claim set proof = $1 where number = 'EX-1'`, [rows[0]?.id]);
    await expect(start(proof('png'))).rejects.toThrow(
      '`Claim.proof` takes fewer kinds of files now: one record has another',
    );
    expect((await start(proof('pdf'))).kind).toBe('changed');
    expect((await start(proof())).kind).toBe('changed');
  });
});
