import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExpression } from './check-expression.ts';
import { compileToClosure, type Environment } from './evaluate.ts';
import type { Scope } from './scope.ts';
import { RULE, SCHEMA } from '../fixtures/test-schema.ts';

const emma = { id: 'u1', name: 'Emma', roles: ['manager'], supervisor: { id: 'u2', name: 'Mo', supervisor: null } };
const lines = [
  {
    id: 'l1',
    date: '2026-01-31',
    amount: '12.50',
    discount: null,
    quantity: 2,
    category: { id: 'c1', limit: '20' },
    receipt: null,
  },
  {
    id: 'l2',
    date: '2026-02-01',
    amount: '7.25',
    discount: '1',
    quantity: 1,
    category: { id: 'c2', limit: null },
    receipt: { id: 'f' },
  },
  {
    id: 'l3',
    date: '2026-01-31',
    amount: '0.10',
    discount: null,
    quantity: 3,
    category: { id: 'c1', limit: '20' },
    receipt: null,
  },
];
const claim = {
  id: 'k1',
  owner: emma,
  approver: null,
  purpose: 'Trip 🚆 é',
  project: null,
  from: '2026-01-31',
  to: '2026-02-02',
  starts: '2026-03-29T00:30:00.5Z',
  paid_at: null,
  lines,
  members: [{ id: 'u2' }, 'u1'],
  total: '19.85',
  rate: '0.3333',
  ratio: null,
  count: 7,
  grace: 'P1M',
  late: false,
  status: 'draft',
  kind: 'trip',
};
const other = {
  id: 'k2',
  owner: 'u1',
  from: '2026-01-01',
  to: '2026-01-02',
  project: { id: 'p1', open: true },
  status: 'paid',
  paid_at: '2026-01-05T10:00:00Z',
  total: '5',
};

const ENVIRONMENT: Environment = {
  variables: { this: claim, user: emma, old: null },
  constants: { LIMIT: '2500', MAX_DRAFTS: 20, PERIOD: 'P90D', PERCENT: '0.21', CODES: ['x'] },
  now: '2026-11-21T23:30:00.123456Z',
  timeZone: 'Europe/Amsterdam',
  workingDays: [1, 2, 3, 4, 5],
  holidays: ['2026-12-25'],
  records: (entity) => (entity === 'Claim' ? [claim, other] : []),
};

/** Evaluated as a message, which lets null through. */
function value(text: string, purpose: Scope['purpose'] = 'message', environment = ENVIRONMENT): unknown {
  const { expression, problems } = checkExpression(text, { ...RULE, purpose }, SCHEMA, null);
  if (expression === null) throw new Error(`${text}: ${problems.map(({ message }) => message).join(' ')}`);
  return compileToClosure(expression)(environment);
}

describe('numbers are exact', () => {
  test.each<[string, unknown]>([
    ['0.1 + 0.2', '0.3'],
    ['0.1 + 0.2 == 0.3', true],
    ['1 / 3', '0.333333333333'],
    ['2 / 3', '0.666666666667'],
    ['-2 / 3', '-0.666666666667'],
    ['1 / 2000000000000', '0.000000000001'],
    ['-1 / 2000000000000', '-0.000000000001'],
    ['7 / 2', '3.5'],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.345, 2)', '-2.35'],
    ['floor(-0.5)', -1],
    ['trunc(-1.9)', -1],
    ['trunc(-0.5)', 0],
    ['trunc(total)', '19'],
    ['sign(-0.01)', -1],
    ['sign(total - total)', 0],
    ['sign(count)', 1],
    ['ceil(-0.5)', 0],
    ['ceil(0.1)', 1],
    ['abs(-3.50)', '3.5'],
    ['total * 2', '39.7'],
    ['total / 3 EUR', '6.616666666667'],
    ['total * rate', '6.616005'],
    ['least(3, 2, 5)', 2],
    ['greatest(total, LIMIT)', '2500'],
    ['total > 19.849', true],
    ['count == 7.0', true],
    ['text(count) + "|" + text(1.50)', '7|1.5'],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));

  test('a whole number beyond the wire has no value there, and is exact between', () => {
    expect(value('9007199254740991 + 1')).toBeNull();
    expect(value('9007199254740991 + 1 - 1')).toBe(9007199254740991);
    expect(value('9007199254740991 + 1 > 9007199254740991')).toBe(true);
  });
});

describe('the calendar', () => {
  test.each<[string, unknown]>([
    ['to - from', 2],
    ['days(from, to)', 2],
    // The night in which the clocks go forward.
    ['hours(datetime("2026-03-28T23:00:00Z"), datetime("2026-03-29T22:00:00Z"))', 23],
    ['hours(starts, starts + 1 hour - 1 second)', 0],
    ['minutes(starts + 90 seconds, starts)', -1],
    ['minutes(starts, starts + 90 minutes) / 60', '1.5'],
    ['from + 1 month', '2026-02-28'],
    ['from + 1 month + 1 month', '2026-03-28'],
    ['from + 2 months', '2026-03-31'],
    ['from - 1 month', '2025-12-31'],
    ['from + 25 months', '2028-02-29'],
    ['from + 1 year', '2027-01-31'],
    ['from + grace', '2026-02-28'],
    ['from + 1 week', '2026-02-07'],
    ['from - PERIOD', '2025-11-02'],
    ['today()', '2026-11-22'],
    ['now()', '2026-11-21T23:30:00.123456Z'],
    ['date(now())', '2026-11-22'],
    ['month(to)', '2026-02-01'],
    ['month(now())', '2026-11-01'],
    ['month_number(to)', 2],
    ['year(now())', 2026],
    ['dates(from, to)', ['2026-01-31', '2026-02-01', '2026-02-02']],
    ['dates(to, from)', []],
    ['to in dates(from, to)', true],
    ['now() - starts', 'PT5710H59M59.623456S'],
    // 2026-03-29 01:30 in Amsterdam, half an hour before the clocks go forward.
    ['starts + 30 minutes', '2026-03-29T01:00:00.5Z'],
    ['starts + 1 day', '2026-03-29T23:30:00.5Z'],
    ['starts + 24 hours', '2026-03-30T00:30:00.5Z'],
    ['starts - 1 month', '2026-02-28T00:30:00.5Z'],
    ['now() - starts > 30 days', true],
    ['PERIOD > 2 months', true],
    ['1 month == 30 days', true],
    ['PERIOD + 1 month', 'P1M90D'],
    ['grace * 3', 'P3M'],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));

  test('an ambiguous local time is read as in PostgreSQL: the later one', () => {
    const environment = {
      ...ENVIRONMENT,
      variables: { ...ENVIRONMENT.variables, this: { ...claim, starts: '2026-10-24T00:30:00Z' } },
    };
    expect(value('starts + 1 day', 'message', environment)).toBe('2026-10-25T01:30:00Z');
  });
});

describe('values that may be null', () => {
  test.each<[string, unknown]>([
    ['project == null', true],
    ['project == null or project.open', true],
    ['project != null and project.open', false],
    ['not (project != null and project.open)', true],
    ['owner.supervisor == user', false],
    ['owner.supervisor != user', true],
    ['approver == user', false],
    ['approver != user', true],
    ['approver in members', false],
    ['owner in members', true],
    ['project.code', null],
    ['project.open', null],
    ['ratio + 1', null],
    ['paid_at < now()', false],
    ['lower(project.code)', null],
    ['if project.open then 1 else 2', 2],
    ['old == null or old.total < total', true],
    ['avg(Line.amount)', null],
    ['min(lines.amount where amount > 100)', null],
    ['sum(lines.amount where amount > 100)', '0'],
    ['first(lines where amount > 100)', null],
    ['purpose == ""', false],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));
});

describe('text', () => {
  test.each<[string, unknown]>([
    ['size(purpose)', 8],
    ['size("🚆")', 1],
    ['upper(purpose)', 'TRIP 🚆 É'],
    ['contains(purpose, "🚆")', true],
    ['purpose.startsWith("Trip")', true],
    ['endsWith(purpose, "e\\u0301")', true],
    ['trim("  a ")', 'a'],
    ['trim("\u0085a\ufeff")', 'a\ufeff'],
    ['lowerAscii("ÄBc")', 'Äbc'],
    ['"äH\u0331".upperAscii()', 'äH\u0331'],
    ['"H\u0331".lowerAscii()', '\u1e96'],
    ['purpose.substring(5)', '🚆 é'],
    ['purpose.substring(5, 6)', '🚆'],
    ['purpose.substring(-3, 4)', 'Trip'],
    ['purpose.substring(6, 5)', null],
    ['purpose.substring(99)', null],
    ['purpose.replace("🚆", "$&")', 'Trip $& é'],
    ['"aaa".replace("aa", "b")', 'ba'],
    ['"e-".replace("-", "\u0301")', 'é'],
    ['purpose.indexOf("é")', 7],
    ['"a.b.c".indexOf(".", 2)', 3],
    ['"a.b.c".indexOf(".", 9)', -1],
    ['"🚆.b.c".lastIndexOf(".")', 3],
    ['purpose.lastIndexOf("x")', -1],
    ['decimal("-0012.50")', '-12.5'],
    ['integer("-0")', 0],
    ['integer("1.0")', null],
    ['decimal(purpose)', null],
    ['"a" < "B" and "B" < "c"', true],
    ['"e" < "é" and "é" < "f"', true],
    ['purpose + "!"', 'Trip 🚆 é!'],
    ['status in ["draft", "paid"]', true],
    ['"x" in CODES', true],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));
});

describe('queries', () => {
  test.each<[string, unknown]>([
    ['count(lines)', 3],
    ['size(lines)', 3],
    ['sum(lines.amount)', '19.85'],
    ['sum(amount * quantity of lines)', '32.55'],
    ['avg(lines.amount)', '6.616666666667'],
    ['min(lines.date)', '2026-01-31'],
    ['max(lines.amount)', '12.5'],
    ['exists(lines where receipt != null)', true],
    ['count(["a", "b", "a"])', 3],
    ['count(dates(from, to) as d where weekday_number(d) < 6)', 1],
    ['count(dates(from, to) as d where exists(lines where date == d))', 2],
    ['exists(["Trip", "Visit"] as word where purpose.startsWith(word))', true],
    ['exists([] as n where n == 1)', false],
    ['exists(lines as l where exists([1, l.quantity] as n where n == 3))', true],
    ['all([1, 2.5, count] as n have n < 8)', true],
    ['all([1, 2.5, count] as n where n < 7 have n < 2)', false],
    ['all([] as n have n == 1)', true],
    ['exists([1] as n where exists([2] as m where n < m))', true],
    ['all(lines have date >= this.from and date <= this.to)', true],
    ['all(lines have receipt != null or amount < 12)', false],
    [
      'all(lines as l have l.category.limit == null or sum(this.lines.amount where category == l.category and date == l.date) <= l.category.limit)',
      true,
    ],
    [
      'all(lines as l have l.category.limit == null or sum(this.lines.amount where category == l.category and date == l.date) <= 12.59)',
      false,
    ],
    ['first(lines order amount).id', 'l3'],
    ['first(lines order amount desc).id', 'l1'],
    ['first(lines order discount, amount desc).id', 'l2'],
    ['first(lines order discount desc).id', 'l2'],
    ['first(lines where discount == null order date).id', 'l1'],
    ['count(Claim where owner == user and status == "draft")', 1],
    ['count(Claim where owner == this.owner)', 2],
    ['sum(Claim.total where paid_at != null)', '5'],
    ['first(Claim order paid_at) == this', false],
    ['user is manager and not (user is director)', true],
  ])('%s', (text, expected) => expect(value(text)).toEqual(expected));
});

describe('laws', () => {
  const environmentOf = (fields: Record<string, unknown>): Environment => ({
    ...ENVIRONMENT,
    variables: { this: fields, user: emma, old: null },
  });
  const checked = (text: string): ((environment: Environment) => unknown) => {
    const { expression } = checkExpression(text, { ...RULE, purpose: 'message' }, SCHEMA, null);
    if (expression === null) throw new Error(text);
    return compileToClosure(expression);
  };
  const money = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((cents) => (cents / 100).toFixed(2));
  const date = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));

  test('money is summed without loss', () => {
    const sum = checked('sum(lines.amount) - total');
    fc.assert(
      fc.property(fc.array(money), (amounts) => {
        const cents = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
        expect(
          sum(environmentOf({ lines: amounts.map((amount) => ({ amount })), total: (cents / 100).toFixed(2) })),
        ).toBe('0');
      }),
    );
  });

  test('a date and the days to another give the other', () => {
    const days = checked('to - from');
    const same = checked('from + 1 day * 1 > from and (to - from) == days(from, to) and -(to - from) == from - to');
    fc.assert(
      fc.property(date, date, (from, to) => {
        expect(days(environmentOf({ from, to }))).toBe(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));
        expect(same(environmentOf({ from, to }))).toBe(true);
      }),
    );
  });
});
