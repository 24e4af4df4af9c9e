import { describe, expect, test } from 'vitest';
import { checkExpression } from './check-expression.ts';
import type { Scope } from './scope.ts';
import { ANYONE, BOOLEAN_TYPE, RULE, SCHEMA } from '../fixtures/test-schema.ts';
import type { Type } from './type.ts';

type Found = [string, number, number];

function found(text: string, scope: Scope = RULE, expected: Type | null = BOOLEAN_TYPE): Found[] {
  return checkExpression(text, scope, SCHEMA, expected).problems.map(({ id, range }) => [id, ...range]);
}

function fixed(text: string, scope: Scope = RULE, expected: Type = BOOLEAN_TYPE): string {
  let result = text;
  const edits = checkExpression(text, scope, SCHEMA, expected).problems.flatMap((problem) => problem.fix?.edits ?? []);
  for (const { range, text: replaced } of edits.toSorted((left, right) => right.range[0] - left.range[0])) {
    result = result.slice(0, range[0]) + replaced + result.slice(range[1]);
  }
  return result;
}

const byPlace = (left: Found, right: Found): number => left[1] - right[1] || left[0].localeCompare(right[0]);

describe('expressions without a mistake', () => {
  test.each([
    'to >= from',
    'all(lines have date >= this.from and date <= this.to)',
    'all(lines have receipt != null or amount < 25)',
    '"status: " + status == "status: draft"',
    'all(lines have date >= today() - PERIOD)',
    'all(lines as l have l.category.limit == null or sum(this.lines.amount where category == l.category and date == l.date) <= l.category.limit)',
    'count(Claim where owner == this.owner and status == "draft") <= MAX_DRAFTS',
    'sum(amount * quantity of lines) < 100',
    'sum(Line.amount where claim.status == "paid") > 3',
    'exists(Claim where project != null and project == this.project)',
    'first(Claim where owner == user order paid_at desc) != null',
    'owner.supervisor == user',
    'owner == user and user is manager',
    'user in members and "trip" == kind',
    'status in ["draft", "paid"] and purpose in CODES',
    'total > LIMIT and total + 5 > 2 * total - 1 EUR',
    'total * rate < 100 and rate * 2 > PERCENT and total / PERCENT > 3',
    'total > 2 * 25 and total > -5 and total > MAX_DRAFTS',
    'dollars > 10 and dollars < 10 USD',
    'to - from <= 30 and from + 1 month > to and starts - now() < 12 hours',
    'date(starts) == from and year(from) > 2000 and month(starts) <= to',
    'starts + 30 minutes > now() and grace + 2 days > PERIOD * 2',
    'if late then total > 3 else count > 3',
    'purpose + " (" + text(total) + ")" != "x"',
    'least(total, 3 EUR) < greatest(total, 4, LIMIT)',
    'size(purpose) < 20 and purpose.contains("x") and startsWith(purpose, "y")',
    'from > "2026-02-01"',
    'starts > datetime("2026-02-01T00:00:00Z") and hour(starts) < 9 or weekday_number(from) in [6, 7]',
    'purpose.substring(1) == null or size(purpose.substring(1)) > 3',
    'purpose.substring(0, 2) == "NL" and purpose.indexOf(":", 2) < 9 and total > 1.5e2',
    'count % 2 == 0',
    'from + 2 working days at owner > to and from - count working days at owner < to',
    'starts + 90 minutes at owner > now() and 4 hours at owner + starts > now()',
    'working_days(from, to) > 2 and working_days(from, to, owner) > 2 and working_hours(starts, now(), owner) < 8',
    'project == null or from + 2 working days at project > to',
    'round(rate) < 3 and floor(rate) == ceil(rate) and abs(count) > 1',
    'old == null or old.total < total',
    'size(lines) == count(lines)',
    'count(CODES) > 3',
    'exists(CODES as c where purpose.endsWith(c))',
    'all(dates(from, to) as d have exists(lines where date == d))',
    'exists(lines as l where exists([quantity, l.quantity] as n where n > this.count))',
    'exists(["trip"] as k where kind == k)',
    'all(Claim have from <= to)',
    'from in dates(from, to)',
    'true',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("a value that can't be zero or empty by its parts needs no guard", () => {
  test.each([
    'total / greatest(1, count) > 3',
    'total / (count(lines) + 1) > 3',
    'total / greatest(size(purpose), count, 1) > 3 and total / -greatest(1, count) < 0',
    'total / abs(least(-1, count)) > 3',
    'count % month_number(from) == 0 and count % weekday_number(from) == 0',
    'total / ceil(greatest(0.5, rate)) > 3 and total / (size(lines) * 2 + 1) > 3',
    'total / (if late then 2 else greatest(3, count)) > 3',
    'total / (if count > 0 then count else 1) > 3',
    'not exists(lines) or total / count(lines) > 3',
    'exists(lines where quantity > 3) and total / count(lines where quantity > 3) > 3',
    'exists(lines) and total / (count(lines) * 2) > 3 and max(lines.date) > from',
    'count(lines) > 0 and first(lines order date).amount > 3 and avg(lines.amount) > 3',
    'not exists(lines) or first(lines).date > from',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each<[string, Found[]]>([
    ['total / greatest(0, count) > 3', [['N066', 8, 26]]],
    ['total / (count(lines) - 1) > 3', [['N066', 8, 26]]],
    ['total / round(0.4) > 3', [['N066', 8, 18]]],
    ['exists(lines where quantity > 3) and total / count(lines where quantity > 4) > 3', [['N066', 45, 76]]],
    ['exists(lines) and max(lines.discount) > 3', [['N064', 28, 36]]],
  ])('but: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('mistakes of names', () => {
  test.each<[string, Found[]]>([
    [
      'totl > 3 and lat',
      [
        ['N055', 0, 4],
        ['N055', 13, 16],
      ],
    ],
    ['today > from', [['N055', 0, 5]]],
    ['status == draft', [['N055', 10, 15]]],
    ['owner.nam == "x"', [['N057', 6, 9]]],
    ['purpose.length > 3', [['N057', 8, 14]]],
    ['all(lines have date >= from)', [['N056', 23, 27]]],
    ['all(lines have all(Claim have amount > 3))', [['N056', 30, 36]]],
    ['todays() > from', [['N058', 0, 6]]],
    ['purpose.lower() == "x"', [['N058', 8, 13]]],
    ['days(from) > 3', [['N059', 0, 10]]],
    ['today(from) > from', [['N059', 0, 11]]],
    ['user is managr', [['N068', 8, 14]]],
    ['count(Clam) > 3', [['N055', 6, 10]]],
    ['Claim == null', [['N085', 0, 5]]],
    ['lines.amount > 3', [['N086', 0, 12]]],
    ['status == "drat"', [['N063', 10, 16]]],
    ['status in ["draft", "payd"]', [['N063', 20, 26]]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('the nearest known name is offered', () => {
    expect(fixed('totl > 3 and owner.nam == "x" and status == "drat" and status in [paid]')).toBe(
      'total > 3 and owner.name == "x" and status == "draft" and status in ["paid"]',
    );
    expect(fixed('all(lines have date >= from)')).toBe('all(lines have date >= this.from)');
  });
});

describe('names, functions and properties of other languages have a fix', () => {
  test.each([
    ['project == NULL and late == True', 'project == null and late == true'],
    ['project == None or paid_at == undefined', 'project == null or paid_at == null'],
    ['from > today and starts > NOW()', 'from > today() and starts > now()'],
    ['owner == me and owner == currentUser and self.late', 'owner == user and owner == user and this.late'],
    ['len(purpose) > 3 and purpose.length > 3', 'size(purpose) > 3 and size(purpose) > 3'],
    ['lines.length > 3 and lines.count == lines.size', 'count(lines) > 3 and count(lines) == count(lines)'],
    ['string(total) == "3" and total.toString() == "3"', 'text(total) == "3" and text(total) == "3"'],
    ['isNull(project) or is_empty(paid_at)', 'project == null or paid_at == null'],
    ['coalesce(ratio, 1) > 3', '(if ratio != null then ratio else 1) > 3'],
    ['purpose.includes("x") and purpose.toLowerCase() == "x"', 'contains(purpose, "x") and lower(purpose) == "x"'],
    ['from.year == 2026 and starts.hour > 3', 'year(from) == 2026 and hour(starts) > 3'],
    ['mod(count, 2) == 0 and concat(purpose, "x") == "x"', 'count % 2 == 0 and purpose + "x" == "x"'],
    ['addDays(from, 1) < addDays(to, count)', 'from + 1 day < to + count days'],
    ['hasRole("manager") or user.hasRole("director")', 'user is manager or user is director'],
    ['getdate() > starts and CURRENT_DATE > from', 'now() > starts and today() > from'],
    ['status is draft or status is paid', 'status == "draft" or status == "paid"'],
    ['status == "draft" or "paid" or "submitted"', 'status == "draft" or status == "paid" or status == "submitted"'],
    ['status != "draft" and "paid" and late', 'status != "draft" and status != "paid" and late'],
    [
      'status not in ["draft"] and date(starts) not in dates(from, to)',
      'status not in ["draft"] and date(starts) not in dates(from, to)',
    ],
    [
      'starts + count hours > now() and from + size(lines) working days > to',
      'starts + count hours > now() and from + size(lines) working days > to',
    ],
  ])('%s', (text, expected) => {
    expect(fixed(text)).toBe(expected);
    expect(found(fixed(text))).toEqual([]);
  });
});

describe('mistakes of types', () => {
  test.each<[string, Found[]]>([
    ['purpose and total > 3', [['N060', 0, 7]]],
    ['total', [['N060', 0, 5]]],
    ['not total', [['N060', 4, 9]]],
    ['if late then 3 else "x"', [['N060', 20, 23]]],
    ['lower(total) == "x"', [['N060', 6, 11]]],
    ['from + 3 > to', [['N061', 0, 8]]],
    ['total * total > 3', [['N061', 0, 13]]],
    ['purpose + 3 == "x"', [['N061', 0, 11]]],
    ['total + count > 3', [['N061', 0, 13]]],
    ['rate % 2 == 0', [['N061', 0, 8]]],
    ['"x" in purpose', [['N061', 0, 14]]],
    ['purpose == 3', [['N062', 0, 12]]],
    ['starts > from', [['N062', 0, 13]]],
    ['owner == project', [['N062', 0, 16]]],
    ['status == kind', [['N062', 0, 14]]],
    ['total > count', [['N062', 0, 13]]],
    ['to - from > 3 days', [['N062', 0, 18]]],
    ['status > "draft"', [['N087', 0, 16]]],
    ['total > 10 USD', [['N067', 8, 14]]],
    ['total + dollars > 3', [['N067', 8, 15]]],
    ['hour(from) > 3', [['N060', 5, 9]]],
    ['starts > datetime("0000-01-01T00:00:00Z")', [['N075', 18, 40]]],
    ['size(purpose.substring(1)) > 3', [['N064', 5, 25]]],
    ['size(paid_at or now()) > 3', [['N053', 5, 21]]],
    [
      '(purpose.substring(1) or 3) > 3',
      [
        ['N060', 1, 21],
        ['N060', 25, 26],
      ],
    ],
    ['total == dollars', [['N067', 9, 16]]],
    ['total < dollars', [['N067', 8, 15]]],
    ['total / dollars > 3', [['N067', 8, 15]]],
    ['least(total, dollars) > 3', [['N067', 13, 20]]],
    ['(if late then total else dollars) > 3', [['N067', 25, 32]]],
    ['(late ? 5 EUR : 5 USD) > 3', [['N067', 16, 21]]],
    ['total in [dollars]', [['N067', 9, 18]]],
    ['max(lines.amount) == dollars', [['N067', 21, 28]]],
    ['all(lines have amount < this.dollars)', [['N067', 24, 36]]],
    ['sum(amount + this.dollars of lines) > 3', [['N067', 13, 25]]],
    ['from > "1.2.2026"', [['N075', 7, 17]]],
    ['from > "2026-02-30"', [['N075', 7, 19]]],
    ['from + 12 hours > to', [['N079', 7, 15]]],
    ['from + 2 working days at lines > to', [['N360', 25, 30]]],
    ['from + 2 working days at first(Category where name == "x") > to', [['N360', 25, 58]]],
    ['starts + 2 hours at first(Line where true) > now()', [['N360', 20, 42]]],
    ['starts + 2 days at owner > now()', [['N361', 9, 24]]],
    ['starts + 1 month at owner > now()', [['N361', 9, 25]]],
    ['from + 2 hours at owner > to', [['N361', 7, 23]]],
    ['count + 2 working days at owner > 3', [['N361', 8, 31]]],
    ['from + count at owner > to', [['N361', 7, 21]]],
    ['from > 2 working days at owner', [['N361', 7, 30]]],
    ['working_hours(starts, now(), approver) > 3', [['N064', 29, 37]]],
    ['working_days(from, to, purpose) > 3', [['N360', 23, 30]]],
    ['purpose != null', [['N076', 0, 15]]],
    ['exists(Claim as other where other.purpose == purpose)', [['N076', 28, 52]]],
    ['all(lines have parent == claim)', [['N076', 15, 30]]],
    ['from <= this.from', [['N076', 0, 17]]],
    ['exists(Claim where purpose == this.purpose)', []],
    ['count(purpose) > 3', [['N071', 6, 13]]],
    ['sum(CODES) > 3', [['N072', 0, 10]]],
    ['min(CODES) == "a"', [['N072', 0, 10]]],
    ['exists(CODES where purpose == "a")', [['N072', 0, 34]]],
    ['all(CODES)', [['N072', 0, 10]]],
    ['all(CODES as c where c == "a")', [['N072', 0, 30]]],
    ['exists(CODES as c where c > 3)', [['N062', 24, 29]]],
    ['exists(CODES as c where c.name == "a")', [['N057', 26, 30]]],
    ['exists(CODES as c where coed == c)', [['N055', 24, 28]]],
    [
      'exists(CODES as c where c) and c == "a"',
      [
        ['N060', 24, 25],
        ['N055', 31, 32],
      ],
    ],
    ['exists(CODES as user where true)', [['N078', 16, 20]]],
    ['exists([[1], [2]] as n where true)', [['N071', 7, 17]]],
    ['exists(dates(from, to) as d where paid_at > starts)', [['N064', 34, 41]]],
    ['exists(lines as l where exists([l.quantity] as n where n > count))', [['N056', 59, 64]]],
    ['sum(lines) > 3', [['N072', 0, 10]]],
    [
      'all(lines where late) and true',
      [
        ['N072', 0, 21],
        ['N056', 16, 20],
      ],
    ],
    ['count(lines.amount) > 3', [['N072', 0, 19]]],
    ['sum(lines.date) > 3', [['N060', 10, 14]]],
    ['count(lines as user) > 3', [['N078', 15, 19]]],
    ['count == 9007199254740993', [['N070', 9, 25]]],
    ['total > 21 %', [['N073', 8, 12]]],
    ['purpose == /a/', [['N060', 11, 14]]],
    ['from + (5 working days + 1 month) > to', [['N061', 7, 33]]],
    ['5 working days > 3 days', [['N062', 0, 23]]],
  ])('%s', (text, expected) => {
    expect(found(text).toSorted(byPlace)).toEqual(expected.toSorted(byPlace));
  });

  test('one mistake gives one error', () => {
    expect(found('(totl + 3 EUR) * 2 > LIMIT and totl in [1, 2]')).toEqual([
      ['N055', 1, 5],
      ['N055', 31, 35],
    ]);
    expect(found('sum(lines.amont) + 3 > total')).toEqual([['N057', 10, 15]]);
  });

  test('permissions take no functions of letter case and no regular expressions', () => {
    expect(found('lower(purpose) == "x"', ANYONE)).toEqual([['N073', 0, 5]]);
    expect(found('lower(purpose) == "x"')).toEqual([]);
    expect(found('matches(purpose, /(a/)')).toEqual([['N074', 17, 21]]);
  });

  test('a field whose type is not shown can be named, and stays in the expression', () => {
    const { expression, problems } = checkExpression('open_field + 3 > total', RULE, SCHEMA, BOOLEAN_TYPE);
    expect(problems).toEqual([]);
    expect(JSON.stringify(expression)).toContain('"open_field"');
    expect(JSON.stringify(checkExpression('count(open_field) > 3', RULE, SCHEMA, BOOLEAN_TYPE).expression)).toContain(
      '"open_field"',
    );
  });
});

describe('values that may be null', () => {
  test.each<[string, Found[]]>([
    ['project.open', [['N064', 0, 7]]],
    ['project == null or project.open', []],
    ['project != null and project.open', []],
    ['not (project == null) and project.open', []],
    ['not (project != null and late) or project.open', []],
    ['not (project == null or project.open)', []],
    ['project.open or project == null', [['N064', 0, 7]]],
    ['(project != null or late) and project.open', [['N064', 30, 37]]],
    ['if project == null then true else project.open', []],
    ['if project != null then project.open else project.open', [['N064', 42, 49]]],
    ['project == project', [['N076', 0, 18]]],
    ['approver == owner.supervisor', [['N065', 0, 28]]],
    ['approver != null and approver == owner.supervisor', []],
    ['approver == user and approver.name == "x"', []],
    ['approver in members and approver.name == "x"', []],
    ['paid_at > now()', [['N064', 0, 7]]],
    ['ratio + 1 > 2', [['N064', 0, 5]]],
    ['(if late then ratio else 3) > 2', [['N064', 14, 19]]],
    ['(if late then 3 else null) > 2', [['N064', 0, 26]]],
    ['(if late then (if project == null then ratio else 1) else ratio) > 2', [['N064', 39, 44]]],
    ['owner.supervisor.supervisor == user', [['N064', 0, 16]]],
    ['owner.supervisor != null and owner.supervisor.supervisor == user', []],
    ['sum(lines.discount) > 3', [['N064', 10, 18]]],
    ['sum(lines.discount where discount != null) > 3', []],
    ['max(lines.amount) > 3', [['N064', 0, 17]]],
    ['max(lines.amount) != null and max(lines.amount) > 3', []],
    ['first(lines order date).amount > 3', [['N064', 0, 23]]],
    ['all(lines have claim.project.open)', [['N064', 15, 28]]],
    ['project in [null]', [['N064', 12, 16]]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("the guard covers the whole value if it can't precede its part", () => {
    const { problems } = checkExpression(
      'first(lines order date).amount + 1',
      { ...RULE, purpose: 'computed' },
      SCHEMA,
      null,
    );
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('`if first(lines order date) != null then first(lines order date).amount + 1 else …`'),
    ]);
  });

  test('the guard is the fix, and fixes it', () => {
    expect(fixed('project.open')).toBe('project == null or project.open');
    expect(fixed('late and project.open')).toBe('late and (project == null or project.open)');
    expect(fixed('not project.open')).toBe('project == null or not project.open');
    expect(fixed('project.open', { ...RULE, purpose: 'permission' })).toBe('project != null and project.open');
    expect(fixed('count(Claim where project.open) < 3')).toBe(
      'count(Claim where project != null and project.open) < 3',
    );
    expect(fixed('all(lines have claim.project.open)')).toBe(
      'all(lines have claim.project == null or claim.project.open)',
    );
    expect(fixed('sum(lines.discount) > 3')).toBe('sum(lines.discount where discount != null) > 3');
    expect(fixed('sum(lines.discount where amount > 3 or amount < 1) > 3')).toBe(
      'sum(lines.discount where discount != null and (amount > 3 or amount < 1)) > 3',
    );
    for (const text of [
      'project.open',
      'late and project.open',
      'not project.open',
      'sum(lines.discount) > 3',
      'total / count < 3',
    ]) {
      expect(found(fixed(text))).toEqual([]);
    }
  });

  test.each([
    [
      'what one value lacks is one mistake, which one guard fixes',
      'project.code + approver.name',
      'if project != null and approver != null then project.code + approver.name else null',
    ],
    [
      'the same value twice is asked for once',
      'project.code + project.code',
      'if project != null then project.code + project.code else null',
    ],
    [
      'a branch that lacks it is guarded alone',
      'if late then project.code else "x"',
      'if late then (if project != null then project.code else null) else "x"',
    ],
  ])('for a field that may be empty, %s', (_, text, expected) => {
    const scope: Scope = { ...RULE, purpose: 'computed', mayBeEmpty: true };
    const optional = { kind: 'text', nullable: true } as const;
    expect(checkExpression(text, scope, SCHEMA, optional).problems.map(({ id }) => id)).toEqual(['N064']);
    expect(fixed(text, scope, optional)).toBe(expected);
    expect(checkExpression(expected, scope, SCHEMA, optional).problems).toEqual([]);
  });

  test('a guard added before one operand of an `and` chain also guards the operands after it', () => {
    const where: Scope = { ...RULE, purpose: 'where' };
    expect(found('late and paid_at < now() and paid_at > now()', where)).toEqual([['N064', 9, 16]]);
    expect(found(fixed('late and paid_at < now() and paid_at > now()', where), where)).toEqual([]);
    expect(found('(late or paid_at < now()) and paid_at > now()', where)).toEqual([
      ['N064', 9, 16],
      ['N064', 30, 37],
    ]);
    // A rule holds without the value: each operand says so for itself.
    expect(found('paid_at < now() and paid_at > now()')).toEqual([
      ['N064', 0, 7],
      ['N064', 20, 27],
    ]);
  });

  test('whoever is not signed in is null', () => {
    expect(found('owner == user', ANYONE)).toEqual([]);
    expect(found('user is manager', ANYONE)).toEqual([]);
    expect(found('approver == user', ANYONE)).toEqual([['N065', 0, 16]]);
    expect(found('user.name == "x"', ANYONE)).toEqual([['N064', 0, 4]]);
    expect(found('user', ANYONE, { kind: 'record', entity: 'User', nullable: false })).toEqual([['N064', 0, 4]]);
    expect(found('user', ANYONE, { kind: 'record', entity: 'User', nullable: true })).toEqual([]);
  });

  test('messages run through null', () => {
    const message: Scope = { ...RULE, purpose: 'message' };
    expect(found('owner.supervisor.supervisor.name', message, null)).toEqual([]);
    expect(checkExpression('project.code', message, SCHEMA, null).expression?.type).toEqual({
      kind: 'text',
      nullable: true,
    });
  });

  test('a given condition narrows', () => {
    const given = checkExpression('paid_at != null', RULE, SCHEMA, BOOLEAN_TYPE).expression;
    expect(given).not.toBeNull();
    expect(found('month(paid_at)', RULE, null)).toEqual([['N064', 6, 13]]);
    expect(found('month(paid_at)', { ...RULE, given: given === null ? [] : [given] }, null)).toEqual([]);
  });
});

describe('values that are always outside of their type', () => {
  test.each<[string, Found[]]>([
    ['today() + 9000 years > today()', [['N070', 0, 20]]],
    ['now() - 3000 years * 2 < now()', [['N070', 0, 22]]],
    ['today() + (9000 years + 9000 years) > today()', [['N070', 10, 35]]],
    ['today() + 10000 years > today()', [['N070', 10, 21]]],
    ['today() + 900 years > today()', []],
    ['today() + count * 9000 years > today()', []],
    // Such a difference is long only in some years.
    ['now() - datetime("2026-11-21T09:30:00Z") > 3 days', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('divisors', () => {
  test.each<[string, Found[]]>([
    ['total / count < 3', [['N066', 8, 13]]],
    ['total / 0 < 3', [['N066', 8, 9]]],
    ['count % 0 < 3', [['N066', 8, 9]]],
    ['total / 4 < 3', []],
    ['count != 0 and total / count < 3', []],
    ['count == 0 or total / count < 3', []],
    ['count > 0 and total / count < 3', []],
    ['0 < count and total / count < 3', []],
    ['count >= 0 and total / count < 3', [['N066', 23, 28]]],
    ['count <= 0 or total / count < 3', []],
    ['if count == 0 then true else total / count < 3', []],
    ['size(lines) == 0 or total / size(lines) < 3', []],
    ['total / PERCENT < 3', []],
    ['total / LIMIT > 0.5', [['N066', 8, 13]]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

test.each([
  ['from <= from', '“from” is compared with itself, so this is always true.'],
  ['from <= this.from', '“from” and “this.from” mean the same here, so this is always true.'],
  [
    'all(lines have parent == claim)',
    "“parent” and “claim” mean the same here, so this is always true. Bare names are those of Line, which this query reads; the clause's own record is `this`.",
  ],
])('%s: two ways to write one value are named both', (text, message) => {
  expect(checkExpression(text, RULE, SCHEMA, BOOLEAN_TYPE).problems.map((problem) => problem.message)).toEqual([
    message,
  ]);
});
