import { checkDocument, checkExpression, compileToClosure, type Expression, type Type } from '@nonet/language';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing';
import { plainText } from '../run/format.ts';
import { expressions } from '../fixtures/expressions.ts';
import { type Sample, samples, SAMPLES_DOCUMENT } from '../fixtures/samples.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, run, type Pool } from '../store/pool.ts';
import { authorityOf } from './authority.ts';
import { compileExpression } from './expression.ts';
import { Parameters } from './parameters.ts';
import { compileRecordJson, EVERYTHING, withoutUnreadable } from './projection.ts';
import { typeOfField, wireValueOfType } from './wire.ts';

const CONSTANTS = { LIMIT: '100', PERIOD: 'P30D', MOST: 7, GRACE: '4WD' };
const ZONE = 'Europe/Amsterdam';
const WORK = {
  workingDays: [1, 2, 4, 6],
  holidays: ['2026-01-01', '2026-01-31', '2026-03-30', '2026-03-31', '2026-04-02', '2026-05-01', '2024-02-29'],
};
const NOW = '2026-03-31T22:30:00.25Z';

const checked = checkDocument({ path: 'spec.md', text: SAMPLES_DOCUMENT }, () => {
  throw new Error('Nothing is included.');
});
if (checked.plan === null) throw new Error(checked.diagnostics.map((found) => found.message).join('\n'));
const index = indexPlan(checked.plan);

const schema = {
  entities: new Map(
    index.plan.entities.map((entity) => {
      const fields = new Map<string, Type>(entity.fields.map((field) => [field.name, typeOfField(field)]));
      if (entity.owner !== null) fields.set('parent', { kind: 'record', entity: entity.owner.entity, nullable: false });
      return [entity.name, { name: entity.name, fields }];
    }),
  ),
  constants: new Map(index.plan.constants.map((constant) => [constant.name, constant.type])),
  roles: new Set(['everybody']),
  currency: 'EUR',
  nonZero: new Set(['MOST', 'LIMIT']),
  terms: {
    names: () => checked.model.terms.map(({ name }) => name),
    find: (name: string) => {
      const term = checked.model.terms.find((candidate) => candidate.name === name);
      return term === undefined ? null : { ...term, body: term.expression };
    },
  },
};

const KINDS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
  await migrate(pool, index);
  await pool.query(
    `insert into product.kind (id, name, factor, ceiling) values ($1, 'Ä', 3, null), ($2, 'b', -2, 40)`,
    KINDS,
  );
});

afterAll(async () => {
  await pool.end();
  await drop();
});

type Json = Record<string, unknown>;

/** Puts the samples into the database, and answers them as a client has them, references and parents in place. */
async function store(all: readonly Sample[]): Promise<ReadonlyMap<string, Json>> {
  await pool.query('truncate product.item, product.sample cascade');
  for (const [at, { items: children, kind, second, ...values }] of all.entries()) {
    const id = `00000000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`;
    const row: Json = { ...values, id, kind: KINDS[kind], second: second === null ? null : KINDS[second] };
    const names = Object.keys(row);
    await pool.query(
      `insert into product.sample (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(row),
    );
    if (children.length === 0) continue;
    const rows = children.map(
      (_, place) => `($1, ${place}, ${[2, 3, 4, 5].map((n) => `$${place * 4 + n}`).join(', ')})`,
    );
    await pool.query(
      `insert into product.item (_parent, _position, date, amount, quantity, label) values ${rows.join(', ')}`,
      [id, ...children.flat()],
    );
  }
  const kinds = new Map((await readAll('Kind')).map((kind) => [kind['id'], kind]));
  const records = await readAll('Sample');
  for (const record of records) {
    record['kind'] = kinds.get(idIn(record['kind'])) ?? null;
    record['second'] = kinds.get(idIn(record['second'])) ?? null;
    for (const item of record['items'] as Json[]) item['parent'] = record;
  }
  return new Map(records.map((record) => [String(record['id']), record]));
}

function idIn(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference;
}

async function readAll(entity: 'Kind' | 'Sample'): Promise<Json[]> {
  const parameters = new Parameters();
  const authority = authorityOf(index, { userId: null, roles: [] });
  const row = { kind: 'row', entity, alias: 't', readable: true } as const;
  const json = compileRecordJson({ index, parameters, variables: new Map(), authority }, row, EVERYTHING);
  const rows = await run<{ record: Json }>(pool, {
    text: `select ${json} as record from product.${entity.toLowerCase()} t order by t.id`,
    values: parameters.values({ now: NOW }),
    prepare: false,
  });
  return rows.map(({ record }) => withoutUnreadable(index, entity, record) as Json);
}

/** The values of all expressions for each sample, in one statement. */
async function inDatabase(all: readonly Expression[]): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const parameters = new Parameters();
  const variables = new Map([['this', { kind: 'row', entity: 'Sample', alias: 't' }]] as const);
  const values = all.map((expression) => {
    const sql = compileExpression(expression, { index, parameters, variables, authority: null });
    return `to_json(${wireValueOfType(sql, expression.type)})`;
  });
  const rows = await run<{ id: string; all: unknown[] }>(pool, {
    text: `select t.id, json_build_array(${values.join(', ')}) as all from product.sample t`,
    values: parameters.values({ now: NOW }),
    prepare: false,
  });
  return new Map(rows.map((row) => [row.id, row.all]));
}

function read(source: string): Expression {
  const scope = {
    variables: { this: { kind: 'record', entity: 'Sample', nullable: false } },
    bare: ['this'],
    purpose: 'rule',
  } as const;
  const { expression, problems } = checkExpression(source, scope, schema, null);
  if (expression === null)
    throw new Error(`${source}: ${problems.map(({ id, message }) => `${id} ${message}`).join('; ')}`);
  return expression;
}

/** One text for one value: numbers without needless zeros, instants with the decimals that they have. */
function plain(value: unknown, type: Type): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return plainText(value)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
        .replace(/^-0$/, '0');
    case 'datetime':
      return plainText(value)
        .replace(/\.?0*Z$/, (end) => (end.startsWith('.') ? 'Z' : end))
        .replace(/(\.\d*?)0+Z$/, '$1Z');
    default:
      return value;
  }
}

test('an expression means the same in the database and in JavaScript', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(expressions, samples, async (sources, all) => {
      const records = await store(all);
      const parsed = sources.map((source) => ({ source, expression: read(source) }));
      const found = await inDatabase(parsed.map(({ expression }) => expression));
      const everything = [...records.values()];
      for (const [at, { source, expression }] of parsed.entries()) {
        const evaluate = compileToClosure(expression);
        for (const [id, record] of records) {
          const own = evaluate({
            variables: { this: record },
            constants: CONSTANTS,
            now: NOW,
            timeZone: ZONE,
            ...WORK,
            records: () => everything,
          });
          expect([source, plain(found.get(id)?.[at], expression.type)]).toEqual([source, plain(own, expression.type)]);
        }
      }
    }),
    { numRuns: 200 },
  );
});
