import { checkDocument, checkExpression, compileToClosure, type Expression, type Type } from '@nonet/language';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing';
import { plainText } from '../run/format.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, run, type Pool } from '../store/pool.ts';
import { authorityOf } from './authority.ts';
import { compileExpression } from './expression.ts';
import { Parameters } from './parameters.ts';
import { compileRecordJson, EVERYTHING, withoutUnreadable } from './projection.ts';
import { typeOfField, wireValueOfType } from './wire.ts';

/** One clause of each type of field, optional ones too, children, and a record that others refer to. */
const DOCUMENT = `# Specification: Samples

## 3. Entities and their fields

### Kind

| field | type | rules |
| --- | --- | --- |
| name | text | |
| factor | integer | |
| ceiling | money | optional |

### Sample

| field | type | rules |
| --- | --- | --- |
| name | text | |
| other | text | optional |
| whole | integer | |
| part | integer | optional |
| exact | decimal(12, 4) | |
| price | money | |
| discount | money | optional |
| day | date | |
| end | date | optional |
| at | datetime | |
| seen | datetime | optional |
| flag | boolean | |
| level | enum(low, normal, high) | |
| kind | Kind | |
| second | Kind | optional |
| items | list of Item | |
| total | money | = sum(items.amount) |

### Item

| field | type | rules |
| --- | --- | --- |
| date | date | |
| amount | money | |
| quantity | integer | |
| label | text | optional |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| everybody | anyone |

### Permissions

#### Sample, Kind

| may | everybody |
| --- | --- |
| read, create, update, delete | yes |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
| TIME_ZONE | "Europe/Amsterdam" |
| LIMIT | 100 EUR |
| PERIOD | 30 days |
| MOST | 7 |
`;

const CONSTANTS = { LIMIT: '100', PERIOD: 'P30D', MOST: 7 };
const ZONE = 'Europe/Amsterdam';
const NOW = '2026-03-31T22:30:00.25Z';

const checked = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => {
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
};

// --- Expressions: texts of each type, in the record's own names or (`item…`) those of a queried child.

type Texts = fc.Arbitrary<string>;

/** A text with holes for other texts. */
function say(strings: TemplateStringsArray, ...holes: readonly Texts[]): Texts {
  return fc.tuple(...holes).map((parts) => strings.reduce((text, next, at) => `${text}${parts[at - 1] ?? ''}${next}`));
}
const one = (...texts: readonly string[]): Texts => fc.constantFrom(...texts);
const digits = fc.integer({ min: 0, max: 99 }).map(String);
const literalText = one('"a"', '"Ä"', '"😀"', '"e"', '"x y"', '" z"', '"ß"', '"Σ"', '"12.5"', '"𝒳b"', '"low"');
const order = one('<', '<=', '>', '>=', '==', '!=');

type Family = {
  readonly whole: string;
  readonly exact: string;
  readonly money: string;
  readonly date: string;
  readonly instant: string;
  readonly duration: string;
  readonly text: string;
  readonly truth: string;
  readonly child: string;
};

const { whole, exact, money, date, instant, duration, text, truth } = fc.letrec<Family>((tie) => {
  const shallow = { depthSize: 'small', maxDepth: 4, depthIdentifier: 'expression' } as const;
  const any = (...texts: readonly Texts[]): Texts => fc.oneof(shallow, ...(texts as [Texts, ...Texts[]]));
  return {
    whole: any(
      one('whole', 'MOST', 'kind.factor', 'size(name)', 'count(items)', 'sum(items.quantity)', 'month_number(at)'),
      digits,
      say`(${tie('whole')} ${one('+', '-')} ${tie('whole')})`,
      say`(${tie('whole')} * ${one('2', '3', 'MOST', '-1')})`,
      say`(${tie('whole')} % ${one('3', 'MOST', '-4')})`,
      say`(-${tie('whole')})`,
      say`(if ${tie('truth')} then ${tie('whole')} else ${tie('whole')})`,
      say`(if part == null then ${tie('whole')} else part)`,
      say`(if whole == 0 then ${tie('whole')} else ${tie('whole')} % whole)`,
      say`${one('abs', 'round')}(${tie('whole')})`,
      say`${one('least', 'greatest')}(${tie('whole')}, ${tie('whole')})`,
      say`${one('floor', 'ceil', 'round')}(${tie('exact')})`,
      say`${one('year', 'month_number')}(${tie('date')})`,
      say`${one('year', 'month_number')}(${tie('instant')})`,
      say`(${tie('date')} - ${tie('date')})`,
      say`days(${tie('date')}, ${tie('date')})`,
      say`size(${tie('text')})`,
      say`count(items where ${tie('child')})`,
      say`sum(quantity * 2 of items where ${tie('child')})`,
      say`(if max(items.quantity where date > this.day) == null then ${tie('whole')} else max(items.quantity where date > this.day))`,
      say`count(Sample where whole ${order} this.whole)`,
    ),
    exact: any(
      one('exact', '2.5', '0.001', '-1.25'),
      say`(${tie('exact')} ${one('+', '-', '*')} ${tie('exact')})`,
      say`(${tie('exact')} / ${one('3', 'MOST', '-0.7')})`,
      say`(${tie('whole')} / ${one('3', '8')})`,
      say`(${tie('money')} / LIMIT)`,
      say`(if whole != 0 then ${tie('exact')} / whole else ${tie('exact')})`,
      say`(if exact == 0 then 1.5 else ${tie('whole')} / exact)`,
      say`(if ${tie('truth')} then ${tie('exact')} else ${tie('exact')})`,
      say`round(${tie('exact')}, ${one('0', '1', '3')})`,
      say`${one('least', 'greatest')}(${tie('exact')}, ${tie('exact')})`,
      say`abs(${tie('exact')})`,
      say`(if avg(items.quantity) == null then ${tie('exact')} else avg(items.quantity))`,
    ),
    money: any(
      one('price', 'total', 'LIMIT', '12.50 EUR', 'sum(items.amount)', 'sum(items.amount where false)'),
      say`(${tie('money')} ${one('+', '-')} ${tie('money')})`,
      say`(${tie('money')} * ${tie('exact')})`,
      say`(${tie('money')} / ${one('3', 'MOST')})`,
      say`(if discount == null then ${tie('money')} else discount)`,
      say`(if discount != null and discount > 5 then discount else ${tie('money')})`,
      say`(if kind.ceiling == null then ${tie('money')} else kind.ceiling)`,
      say`(if second == null or second.ceiling == null then ${tie('money')} else second.ceiling)`,
      say`(if ${tie('truth')} then ${tie('money')} else ${tie('money')})`,
      say`round(${tie('money')}, ${one('0', '2')})`,
      say`${one('least', 'greatest')}(${tie('money')}, ${tie('money')})`,
      say`sum(items.amount where ${tie('child')})`,
      say`sum(amount * quantity of items where ${tie('child')})`,
      say`(if avg(items.amount) == null then ${tie('money')} else avg(items.amount))`,
      say`(if min(items.amount) == null then ${tie('money')} else min(items.amount))`,
      say`sum(Sample.price where whole ${order} this.whole)`,
    ),
    date: any(
      one('day', 'today()', 'date(at)', 'month(day)', 'month(at)'),
      say`(${tie('date')} ${one('+', '-')} ${one('1 month', '13 months', '31 days', '2 weeks', '1 year', 'PERIOD')})`,
      say`(${tie('date')} + 3 days * ${one('2', '-1', '0')})`,
      say`date(${tie('instant')})`,
      say`month(${tie('date')})`,
      say`(if end == null then ${tie('date')} else end)`,
      say`(if ${tie('truth')} then ${tie('date')} else ${tie('date')})`,
      say`${one('least', 'greatest')}(${tie('date')}, ${tie('date')})`,
      say`(if max(items.date) == null then ${tie('date')} else max(items.date))`,
    ),
    instant: any(
      one('at', 'now()'),
      say`(${tie('instant')} ${one('+', '-')} ${one('1 day', '1 hour', '24 hours', '1 month', '90 minutes', '36 hours', '1 day + 2 hours', 'PERIOD')})`,
      say`(${tie('instant')} + ${tie('duration')})`,
      say`(if seen == null then ${tie('instant')} else seen)`,
      say`(if ${tie('truth')} then ${tie('instant')} else ${tie('instant')})`,
      say`${one('least', 'greatest')}(${tie('instant')}, ${tie('instant')})`,
    ),
    duration: any(
      one('3 days', 'PERIOD', '2 hours', '90 minutes', '1 month', '1 year', '45 seconds'),
      say`(${tie('duration')} ${one('+', '-')} ${tie('duration')})`,
      say`(${tie('duration')} * ${one('2', '-1', '3')})`,
      say`(-${tie('duration')})`,
      say`(if seen == null then ${tie('duration')} else seen - at)`,
      say`(if ${tie('truth')} then ${tie('duration')} else ${tie('duration')})`,
    ),
    text: any(
      one('name', 'kind.name'),
      literalText,
      say`(${tie('text')} + ${tie('text')})`,
      say`(${tie('text')} + level)`,
      say`(if other == null then ${tie('text')} else other)`,
      say`(if ${tie('truth')} then ${tie('text')} else ${tie('text')})`,
      say`${one('upper', 'lower')}(${tie('text')})`,
      say`text(${tie('whole')})`,
      say`text(${tie('exact')})`,
      say`text(${tie('money')})`,
      say`text(${tie('date')})`,
      say`text(${tie('instant')})`,
      say`${one('least', 'greatest')}(${tie('text')}, ${tie('text')})`,
      say`(if min(items.label where label != null) == null then ${tie('text')} else min(items.label where label != null))`,
    ),
    truth: any(
      one('flag', 'discount == null', 'other != null', 'second == null', 'second == kind', 'level == "low"', 'true'),
      one(
        'level in ["low", "high"]',
        'exists(items)',
        'exists(items where label == null)',
        'part == whole',
        'discount == price',
      ),
      one('first(items order amount desc, date) == null', '(discount == null or kind.ceiling == discount)'),
      say`(${tie('truth')} ${one('and', 'or')} ${tie('truth')})`,
      say`(not ${tie('truth')})`,
      say`(if ${tie('truth')} then ${tie('truth')} else ${tie('truth')})`,
      say`(${tie('whole')} ${order} ${tie('whole')})`,
      say`(${tie('exact')} ${order} ${tie('exact')})`,
      say`(${tie('money')} ${order} ${tie('money')})`,
      say`(${tie('date')} ${order} ${tie('date')})`,
      say`(${tie('instant')} ${order} ${tie('instant')})`,
      say`(${tie('duration')} ${order} ${tie('duration')})`,
      say`(${tie('text')} ${order} ${tie('text')})`,
      say`(other ${one('==', '!=')} ${tie('text')})`,
      say`(discount != null and discount ${order} ${tie('money')})`,
      say`(end == null or end ${order} ${tie('date')})`,
      say`(second == null or second.factor ${order} ${tie('whole')})`,
      say`(whole != 0 and ${tie('whole')} / whole ${order} ${tie('exact')})`,
      say`(whole == 0 or ${tie('whole')} % whole == 1)`,
      say`(${tie('whole')} in [${tie('whole')}, ${digits}, ${digits}])`,
      say`(${tie('date')} in dates(day - 3 days, day + 40 days))`,
      say`${one('contains', 'startsWith', 'endsWith')}(${tie('text')}, ${tie('text')})`,
      say`exists(items where ${tie('child')})`,
      say`all(items have ${tie('child')})`,
      say`all(items as i have sum(this.items.amount where date == i.date) ${order} 50)`,
      say`exists(Sample where kind == this.kind and whole ${order} this.whole)`,
    ),
    child: any(
      say`(${one('label == null', 'date > this.day', 'date <= today()', 'quantity > 3', 'false', 'quantity == this.whole')})`,
      say`(${one('label != null and size(label) > 1', 'label == this.name', 'amount < this.price', 'label != null and label == this.other')})`,
      say`(${one('quantity != 0 and amount / quantity > 2', 'this.discount == null or amount > this.discount')})`,
      say`(${one('parent.whole > quantity', 'amount * 3 >= parent.price', 'quantity in [1, 2, 3]', 'date in [this.day]')})`,
      say`(${tie('child')} ${one('and', 'or')} ${tie('child')})`,
      say`(not ${tie('child')})`,
    ),
  };
});

const expressions = fc.array(fc.oneof(whole, exact, money, date, instant, duration, text, truth), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});

// --- Records

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'z', 'Ä', 'é', 'ß', 'Σ', 'σ', '😀', '𝒳', '1', ' ', '-', 'İ', '中'),
  minLength: 1,
  maxLength: 8,
});
const someText = letters.map((value) => value.normalize('NFC').trim()).filter((value) => value !== '');
const someDate = fc.oneof(
  fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  fc.constantFrom('2026-01-31', '2024-02-29', '2026-03-29', '2026-12-31', '2026-04-01'),
);
/** Some of them where the clocks change. */
const someInstant = fc.oneof(
  fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString()),
  fc.constantFrom(
    '2026-03-28T23:30:00.5Z',
    '2026-03-29T00:59:59.999999Z',
    '2026-03-29T01:00:00Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00.000001Z',
  ),
);
const cents = (least: number, most: number): fc.Arbitrary<string> =>
  fc.integer({ min: least, max: most }).map((value) => (value / 100).toFixed(2));
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { freq: 2 });

const items = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom('2026-01-31', '2026-02-01'), someDate),
    cents(0, 9_999),
    fc.integer({ min: 0, max: 9 }),
    optional(someText),
  ),
  { maxLength: 4 },
);
const samples = fc.array(
  fc.record({
    name: someText,
    other: optional(someText),
    whole: fc.integer({ min: -50, max: 50 }),
    part: optional(fc.integer({ min: -5, max: 5 })),
    exact: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((value) => (value / 10_000).toFixed(4)),
    price: cents(-100_000, 100_000),
    discount: optional(cents(0, 2_000)),
    day: someDate,
    end: optional(someDate),
    at: someInstant,
    seen: optional(someInstant),
    flag: fc.boolean(),
    level: fc.constantFrom('low', 'normal', 'high'),
    kind: fc.integer({ min: 0, max: 1 }),
    second: optional(fc.integer({ min: 0, max: 1 })),
    items,
  }),
  { minLength: 1, maxLength: 6 },
);
type Sample = typeof samples extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

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
  return rows.map(({ record }) => withoutUnreadable(index, entity, record));
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
  if (value === null) return null;
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
            records: () => everything,
          });
          expect([source, plain(found.get(id)?.[at], expression.type)]).toEqual([source, plain(own, expression.type)]);
        }
      }
    }),
    { numRuns: 200 },
  );
});
