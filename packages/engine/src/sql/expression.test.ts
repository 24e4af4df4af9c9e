import { checkDocument, checkExpression, compileToClosure, type Expression, type Type } from '@nonet/language';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { plainText } from '../run/format.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, run, type Pool } from '../store/pool.ts';
import { compileExpression } from './expression.ts';
import { Parameters } from './parameters.ts';
import { compileRecordJson, EVERYTHING, withoutUnreadable } from './projection.ts';
import { authorityOf } from './permissions.ts';
import { typeOfField, wireValueOfType } from './wire.ts';

const DOCUMENT = `# Specification: Samples

## 3. Entities and their fields

### Sample

| field | type | rules |
| --- | --- | --- |
| name | text | |
| other | text | optional |
| whole | integer | |
| exact | decimal(12, 4) | |
| price | money | |
| discount | money | optional |
| day | date | |
| end | date | optional |
| at | datetime | |
| flag | boolean | |
| level | enum(low, normal, high) | |
| items | list of Item | |
| total | money | = sum(items.amount) |

### Item

| field | type | rules |
| --- | --- | --- |
| date | date | |
| amount | money | |
| label | text | optional |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| everybody | anyone |

### Permissions

#### Sample

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
| DEADLINE | 2026-12-31 |
`;

const checked = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => {
  throw new Error('Nothing is included.');
});
if (checked.plan === null) throw new Error(checked.diagnostics.map((found) => found.message).join('\n'));
const index = indexPlan(checked.plan);
const NOW = '2026-03-31T22:30:00Z';
const ID = '00000000-0000-7000-8000-000000000001';
let pool: Pool;
let drop: () => Promise<void>;
let record: Record<string, unknown>;

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
};

function read(text: string, purpose: 'rule' | 'message' = 'rule'): Expression {
  const scope = {
    variables: { this: { kind: 'record', entity: 'Sample', nullable: false } },
    bare: ['this'],
    purpose,
  } as const;
  const { expression, problems } = checkExpression(text, scope, schema, null);
  if (expression === null) throw new Error(`${text}: ${JSON.stringify(problems)}`);
  return expression;
}

async function inDatabase(expression: Expression): Promise<unknown> {
  const parameters = new Parameters();
  const variables = new Map([['this', { kind: 'row', entity: 'Sample', alias: 't' }]] as const);
  const sql = compileExpression(expression, { index, parameters, variables, authority: null });
  const [row] = await run<{ value: unknown }>(pool, {
    text: `select to_json(${wireValueOfType(sql, expression.type)}) as value from product.sample t where t.id = ${parameters.bind(ID, 'uuid')}`,
    values: parameters.values({ now: NOW }),
    prepare: false,
  });
  return plain(row?.value ?? null, expression.type);
}

function inJavaScript(expression: Expression): unknown {
  const constants = { LIMIT: '100', PERIOD: 'P30D', DEADLINE: '2026-12-31' };
  return plain(
    compileToClosure(expression)({
      variables: { this: record },
      constants,
      now: NOW,
      timeZone: 'Europe/Amsterdam',
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      records: () => [record],
    }),
    expression.type,
  );
}

/** One text for one value: numbers without needless zeros, instants with the decimals that they have. */
function plain(value: unknown, type: Type): unknown {
  if (value === null) return null;
  if (type.kind === 'list') return (value as unknown[]).map((item) => plain(item, type.of));
  if (['decimal', 'money', 'integer'].includes(type.kind))
    return plainText(value)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return type.kind === 'datetime'
    ? plainText(value)
        .replace(/(\.\d*?)0*Z$/, '$1Z')
        .replace('.Z', 'Z')
    : value;
}

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 2 });
  await migrate(pool, index);
  await pool.query(
    `insert into product.sample (id, name, other, whole, exact, price, discount, day, "end", at, flag, level)
     values ($1, 'Ärger', null, 7, 2.5, 12.50, null, '2026-01-31', null, '2026-03-28T23:30:00.5Z', true, 'normal')`,
    [ID],
  );
  for (const [position, [date, amount, label]] of [
    ['2026-01-31', '10', 'a'],
    ['2026-02-01', '5.25', null],
    ['2026-02-01', '0.01', 'b'],
  ].entries()) {
    await pool.query('insert into product.item (_parent, _position, date, amount, label) values ($1, $2, $3, $4, $5)', [
      ID,
      position,
      date,
      amount,
      label,
    ]);
  }
  const parameters = new Parameters();
  const authority = authorityOf(index, { userId: null, roles: [] });
  const json = compileRecordJson(
    { index, parameters, variables: new Map(), authority },
    { kind: 'row', entity: 'Sample', alias: 't', readable: true },
    EVERYTHING,
  );
  const [row] = await run<{ record: Record<string, unknown> }>(pool, {
    text: `select ${json} as record from product.sample t`,
    values: parameters.values({ now: NOW }),
  });
  record = withoutUnreadable(index, 'Sample', row?.record) as Record<string, unknown>;
});

afterAll(async () => {
  await pool.end();
  await drop();
});

describe('null propagates through', () => {
  test.each([
    'least(discount, price)',
    'greatest(price, discount)',
    'name.substring(size(other))',
    'name.substring(0, size(other))',
    'name.indexOf(other)',
    'name.indexOf("r", size(other))',
    'name.lastIndexOf(other)',
    'name.replace("r", other)',
    'month_number(end)',
    'name + other',
  ])('%s is null', async (text) => {
    const expression = read(text, 'message');
    expect([await inDatabase(expression), inJavaScript(expression)]).toEqual([null, null]);
  });
});

describe('an expression means the same in the database and in JavaScript', () => {
  test.each([
    // exact numbers
    ['whole + 1', '8'],
    ['exact * 3', '7.5'],
    ['1 / 3', '0.333333333333'],
    ['2 / 3', '0.666666666667'],
    ['-2 / 3', '-0.666666666667'],
    ['whole % 4', '3'],
    ['price / 2', '6.25'],
    ['round(exact)', '3'],
    ['round(-exact)', '-3'],
    ['round(price / 7, 2)', '1.79'],
    ['floor(-exact)', '-3'],
    ['trunc(-exact)', '-2'],
    ['sign(-exact)', '-1'],
    ['ceil(exact)', '3'],
    ['abs(-whole)', '7'],
    ['least(whole, 3)', '3'],
    ['greatest(price, LIMIT)', '100'],
    // what is beyond its type has no value, and no comparison with it holds; numbers are exact between
    ['day + (whole * 1000000000) days', null],
    ['day - (whole * 1000000000) months', null],
    ['day - 9000 years', null],
    ['day + (whole * 1000000000) working days', null],
    ['at + (whole * 1000000000) hours > at', false],
    ['not (at + (whole * 1000000000) hours > at)', true],
    ['at + 1000 * whole * 1 year == at', false],
    ['now() - (whole * 1000000000000) seconds < at', false],
    ['1 hour * (whole * 1000000000)', null],
    ['9999 years + whole * 1 month', null],
    ['at - (at - 300 years)', null],
    ['whole * 9007199254740991', null],
    ['whole * 9007199254740991 - whole * 9007199254740990', '7'],
    ['whole * 9007199254740991 * 9007199254740991 > 9007199254740991', true],
    ['9007199254740991 + 1 in [whole, 9007199254740991 + 1]', true],
    ['round(exact * 9007199254740991 * whole)', null],
    ['round(exact, whole * 9007199254740991)', '2.5'],
    ['size(dates(day, day + 999 years))', null],
    ['count(dates(day, day + 999 years) as d where true)', null],
    ['exists(dates(day, day + 999 years) as d where true)', false],
    ['all(dates(day, day + 999 years) as d have d >= day)', false],
    // null is compared, never calculated
    ['discount == null', true],
    ['discount != null', false],
    ['price == discount', false],
    ['price != discount', true],
    ['discount == null or discount < price', true],
    ['if discount == null then price else discount', '12.5'],
    ['not flag', false],
    // text
    ['name + "!"', 'Ärger!'],
    ['size(name)', '5'],
    ['name < "B"', true],
    ['name < "b"', true],
    ['"a" < "B"', true],
    ['upper(name)', 'ÄRGER'],
    ['name.contains("rg")', true],
    ['name.substring(1, 3)', 'rg'],
    ['name.substring(9)', null],
    ['name.substring(-9007199254740991, 9007199254740991)', 'Ärger'],
    ['name.indexOf("r", 2)', '4'],
    ['name.lastIndexOf("r")', '4'],
    ['name.replace("r", "l")', 'Älgel'],
    ['decimal("-" + text(exact))', '-2.5'],
    ['integer("007")', '7'],
    ['integer("12345678901234567890")', null],
    ['decimal("-0")', '0'],
    ['decimal(name)', null],
    ['decimal("1e3")', null],
    ['integer("+1")', null],
    ['integer("1.0")', null],
    ['hour(now())', '0'],
    ['weekday_number(now())', '3'],
    ['1.5e-3 + .5', '0.5015'],
    ['name.startsWith("Ar")', false],
    ['name.endsWith("er")', true],
    ['level in ["low", "high"]', false],
    ['level == "normal"', true],
    // dates: 22:30 in UTC is the next day in Amsterdam in summer
    ['today()', '2026-04-01'],
    ['now()', '2026-03-31T22:30:00Z'],
    ['datetime(today())', '2026-03-31T22:00:00Z'],
    ['datetime(day)', '2026-01-30T23:00:00Z'],
    ['datetime(date("0001-01-01"))', null],
    ['datetime(date("9999-12-31"))', '9999-12-30T23:00:00Z'],
    ['day + 1 month', '2026-02-28'],
    ['day + PERIOD', '2026-03-02'],
    ['day - 1 day', '2026-01-30'],
    ['day + whole days', '2026-02-07'],
    ['day + (whole - 6) working days', '2026-02-02'],
    ['at + size(name) hours', '2026-03-29T04:30:00.5Z'],
    ['level not in ["low", "high"]', true],
    ['today() - PERIOD', '2026-03-02'],
    ['DEADLINE - today()', '274'],
    ['day <= DEADLINE', true],
    ['today() - day', '60'],
    ['days(day, today())', '60'],
    // The clocks go forward in between.
    ['hours(at, at + 1 day + 90 minutes)', '24'],
    ['minutes(at + 90 seconds, at)', '-1'],
    ['month(day)', '2026-01-01'],
    ['month(at)', '2026-03-01'],
    ['month_number(at)', '3'],
    ['year(day)', '2026'],
    ['date(at)', '2026-03-29'],
    ['end == null or end > day', true],
    // a day over the change of the clocks has 23 hours
    ['at + 1 day', '2026-03-29T22:30:00.5Z'],
    ['at + 24 hours', '2026-03-29T23:30:00.5Z'],
    ['at < now()', true],
    // a month and 30 days are not the same, though they compare as equal
    ['at + (1 month - 30 days)', '2026-03-29T22:30:00.5Z'],
    // one order of text, whatever it is made of
    ['least("B", upper("c"), "a")', 'a'],
    // a guard may be judged after what it guards
    ['sum(items.amount where amount - 10 != 0 and this.price / (amount - 10) < 0)', '5.26'],
    ['whole - 7 == 0 or 1 % (whole - 7) == 0', true],
    // queries
    ['count(items)', '3'],
    ['count(items where label != null)', '2'],
    ['sum(items.amount)', '15.26'],
    ['total', '15.26'],
    ['sum(items.amount where date > this.day)', '5.26'],
    ['sum(items.amount where false)', '0'],
    ['max(items.amount)', '10'],
    ['min(items.date)', '2026-01-31'],
    ['min(items.date where false)', null],
    ['avg(items.amount)', '5.086666666667'],
    ['exists(items where amount == 5.25)', true],
    ['count([1, 2, 2])', '3'],
    ['exists([] as n where n == 1)', false],
    ['all([1, 2.5] as n have n < 3)', true],
    ['all(items have amount > 0.01)', false],
    ['all(items as i have sum(this.items.amount where date == i.date) < 10)', false],
    ['count(Sample where whole == this.whole)', '1'],
    ['sum(amount * 2 of items)', '30.52'],
  ])('%s', async (text, expected) => {
    const expression = read(text);
    expect(await inDatabase(expression)).toEqual(expected);
    expect(inJavaScript(expression)).toEqual(expected);
  });

  test('first is by the list, or by what it is ordered by, nulls last', async () => {
    const labels = async (text: string) => inDatabase(read(text));
    expect(await labels('exists(items where label == "a")')).toBe(true);
    const first = read('first(items order label desc)');
    const [row] = await run<{ label: string }>(pool, {
      text: 'select label from product.item where id = $1',
      values: [await inDatabase(first)],
    });
    expect(row?.label).toBe('b');
  });

  test('arithmetic on any numbers', async () => {
    const number = fc
      .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, scale]) => {
        const text = digits
          .toString()
          .replace('-', '')
          .padStart(scale + 1, '0');
        const point = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
        return `${digits < 0n ? '-' : ''}${point}`;
      });
    const decimalType: Type = { kind: 'decimal', scale: null, nullable: false };
    const literal = (value: string): Expression => ({ kind: 'literal', value, type: decimalType });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(number, number, fc.constantFrom('+', '-', '*', '/', '%')), { minLength: 30, maxLength: 30 }),
        async (cases) => {
          const expressions = cases.map(
            ([left, right, operator]): Expression => ({
              kind: 'binary',
              operator: operator as '+',
              left: literal(left),
              right: literal(right),
              type: decimalType,
            }),
          );
          const parameters = new Parameters();
          const sql = expressions.map(
            (expression) =>
              `(${compileExpression(expression, { index, parameters, variables: new Map(), authority: null })})::text`,
          );
          const [row] = await run<{ all: string[] }>(pool, {
            text: `select array[${sql.join(', ')}] as all`,
            values: parameters.values(),
            prepare: false,
          });
          expect(row?.all.map((value) => plain(value, decimalType))).toEqual(expressions.map(inJavaScript));
        },
      ),
      { numRuns: 20 },
    );
  });
});
