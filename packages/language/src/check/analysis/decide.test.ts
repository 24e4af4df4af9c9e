import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileToClosure } from '../../expression/evaluate.ts';
import { ownFields } from '../../expression/fields.ts';
import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import { checkText, documentOf } from '../../fixtures/harness.ts';
import { opposite } from './build.ts';
import { decide, excludes, type Verdict } from './decide.ts';
import { knowledgeOf } from './knowledge.ts';

const TRIP = `### Trip

| field | type | rules |
| --- | --- | --- |
| kind | enum(car, train, walk) | |
| class | enum(car, first) | optional |
| paid | boolean | |
| late | boolean | optional |
| seats | integer | 0..3 |
| extra | integer | optional, 0..3 |
| price | money | 0.01..50 |
| note | text | optional, 2..4 |
| from | date | |
| to | date | |
| back | date | optional |
| owner | User | |
| guest | User | optional |
| legs | list of Leg | 0..5 |
| cost | money | = sum(legs.amount) |
| tax | money | = price * 0.21 |
| busy | boolean | = seats > 1 |
| ticket | text | optional, when seats > 2 |
| hours | integer | |
| code | text | matches /^[a-z]+$/ |

### Leg

| field | type | rules |
| --- | --- | --- |
| amount | money | 0.. |`;

const CONSTANTS = `| name | value |
| --- | --- |
| CURRENCY | "EUR" |
| LIMIT | 20 EUR |
| PERIOD | 30 days |
| KINDS | ["car", "walk"] |
| URL | env URL |`;

/** The conditions as rules of one document: parsed, named and typed as everywhere else. */
function read(conditions: readonly string[]) {
  const rows = conditions.map((condition, index) => `| V${index} | Trip | \`${condition}\` | |`);
  const { model } = checkText(
    documentOf({
      entities: TRIP,
      rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
      roles:
        '### Roles\n\n| role | is given to |\n| --- | --- |\n| chief | assigned |\n| member | signed in |\n\n### Permissions\n\nnone',
      constants: CONSTANTS,
    }),
  );
  const expressions = model.rules.flatMap(({ condition }) => condition ?? []);
  expect(expressions).toHaveLength(conditions.length);
  return { expressions, knowledge: knowledgeOf(model) };
}

describe('whether conditions can hold together', () => {
  const NEVER: readonly (readonly string[])[] = [
    ['false'],
    ['kind == "car" and kind == "walk"'],
    ['not (kind == "car" or kind == "train" or kind == "walk")'],
    ['kind in ["car", "train"]', 'kind == "walk"'],
    ['kind in KINDS and kind == "train"'],
    ['class == kind and kind == "walk"'],
    ['paid and not paid'],
    ['late == true and late == null'],
    ['paid == (kind == "car")', 'paid', 'kind == "walk"'],
    ['seats > 3'],
    ['seats > 1 and seats < 2'],
    ['not (seats <= 1) and not (seats >= 2)'],
    ['not (price < 2) and not (price >= 2)'],
    ['seats * 2 > 6'],
    ['not (seats >= 0)'],
    ['extra == null and (extra != null and extra > 1)'],
    ['price <= 0'],
    ['price > 1 and price < 1.01'],
    ['price > LIMIT and price < 20'],
    ['from < to', 'to <= from'],
    ['to >= from + 3 days', 'to - from < 3'],
    ['days(from, to) > 5', 'to < from + PERIOD - 27 days'],
    ['to < from + 28 days', 'to >= from + 1 month'],
    ['to > from and back != null and back > to and back < from + 2 days'],
    ['note != null and size(note) > 4'],
    ['size(code) < 1'],
    ['note == "ab" and note == "cd"'],
    ['weekday_number(from) > 7'],
    ['month_number(from) == 0'],
    ['hour(now()) >= 24'],
    ['code.indexOf("x") < -1'],
    ['code.substring(1) == null and code.substring(1) == "a"'],
    ['owner == user', 'guest == owner', 'guest != null and guest != user'],
    ['user is chief and not (user is chief)'],
    ['user is chief and user == null'],
    ['busy and seats == 1'],
    ['cost < 0'],
    ['count(legs) > 5'],
    ['cost > 5 and sum(legs.amount) <= 5'],
    ['ticket != null and seats == 2'],
    ['seats + hours > 3 and hours + seats <= 3'],
    ['(if paid then 1 else 2) == 3'],
    ['exists(Trip where kind == "car") and not exists(Trip where kind == "car")'],
    ['today() > from and from >= today()'],
    ['seats * seats > 3 and seats * seats < 2'],
  ];

  test.each(NEVER)('never: %s', (...conditions) => {
    const { expressions, knowledge } = read(conditions);
    expect(decide(expressions, knowledge)).toEqual({ kind: 'never' });
    expect(excludes(expressions, knowledge)).toBe(true);
  });

  test.each<[string, readonly string[]]>([
    ['kind == "walk"', ['kind is walk']],
    ['paid and seats > 1', ['paid', 'seats = 2']],
    ['late == null', ['late is empty']],
    ['price > LIMIT', ['price = 20.01']],
    ['to > from', ['to = 2026-06-16', 'from = 2026-06-15']],
    ['to - from > 40 and today() > to', ['to = 2026-06-15', 'from = 2026-05-05', 'today() = 2026-06-16']],
    ['note != null and size(note) > 3', ['note = "bbbb"']],
    ['cost > 12', ['cost = 12.01']],
    ['busy and tax < 5', ['busy', 'tax = 0']],
    ['user is chief and not paid', ['user is chief', 'not paid']],
    ['ticket != null', ['seats = 3']],
    ['code.substring(9) == null', []],
  ])('sometimes: %s', (condition, words) => {
    const { expressions, knowledge } = read([condition]);
    const verdict = decide(expressions, knowledge);
    expect(verdict).toEqual({ kind: 'sometimes', example: expect.arrayContaining([...words]) });
  });

  test.each([
    'exists(Trip where kind == "car")',
    'code == "abc"',
    'user is member',
    'startsWith(code, "a") and not startsWith(code, "ab")',
    'count(legs where amount > 3) > 1',
  ])('not known: %s', (condition) => {
    const { expressions, knowledge } = read([condition]);
    expect(decide(expressions, knowledge)).toEqual({ kind: 'unknown' });
    expect(excludes(expressions, knowledge)).toBe(false);
  });

  test('money that is rounded is not taken for what it is computed from', () => {
    const { expressions, knowledge } = read(['tax > 0 and price * 0.21 < 0.005']);
    expect(decide(expressions, knowledge).kind).toBe('unknown');
  });

  test('a question that is too large is answered quickly, as not known', () => {
    const many = Array.from({ length: 40 }, (_, at) => `(to - from != ${at} or back == null)`).join(' and ');
    const parity = Array.from({ length: 40 }, (_, at) => `(seats + hours != ${at} or to > from + ${at} days)`).join(
      ' and ',
    );
    const { expressions, knowledge } = read([`${many} and ${parity} and (exists(Leg) or exists(Trip))`]);
    expect(decide(expressions, knowledge).kind).toBe('unknown');
  });
});

const ATOMS = [
  'kind == "car"',
  'kind != "walk"',
  'kind in ["train", "walk"]',
  'class == "first"',
  'class == null',
  'class == kind',
  'paid',
  'late == true',
  'late == null',
  'late == paid',
  'busy',
  'seats > 0',
  'seats <= 2',
  'seats == 3',
  'seats != 1',
  'extra == null',
  '(extra == null or extra < 2)',
  '(extra != null and extra >= seats)',
  '(extra != null and extra + 1 == seats)',
  'price > 1',
  'price >= 2',
  'price <= 1.01',
  'price == 2',
  'note == "aa"',
  'note != "bbb"',
  '(note == null or size(note) > 2)',
  'from < to',
  'to <= from + 1 day',
  'to - from >= 2',
  '(back == null or back > to)',
  '(back != null and back == from)',
  'ticket == null',
  'ticket != null',
  '(if paid then seats else 2) > 1',
] as const;

const DAYS = [
  '2026-06-11',
  '2026-06-12',
  '2026-06-13',
  '2026-06-14',
  '2026-06-15',
  '2026-06-16',
  '2026-06-17',
  '2026-06-18',
];

/** Every value that distinguishes the atoms. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  kind: ['car', 'train', 'walk'],
  class: [null, 'car', 'first'],
  paid: [true, false],
  late: [null, true, false],
  seats: [0, 1, 2, 3],
  extra: [null, 0, 1, 2, 3],
  price: ['0.01', '1.00', '1.01', '1.02', '1.99', '2.00', '2.01', '50.00'],
  note: [null, 'aa', 'bbb', 'cc', 'ccc'],
  from: DAYS,
  to: DAYS,
  back: [null, ...DAYS],
  ticket: [null, 'x'],
};

function* worlds(fields: readonly string[]): Generator<Record<string, unknown>> {
  const [first, ...rest] = fields;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const world of worlds(rest)) for (const value of VALUES[first] ?? []) yield { ...world, [first]: value };
}

function bruteForce(condition: Expression): boolean {
  const holds = compileToClosure(condition);
  const read = ownFields(condition).flatMap((name) =>
    name === 'busy' ? ['seats'] : name === 'ticket' ? ['ticket', 'seats'] : [name],
  );
  for (const world of worlds([...new Set(read)])) {
    const seats = Number(world['seats'] ?? 0);
    if (world['ticket'] !== undefined && world['ticket'] !== null && seats <= 2) continue;
    const record = { ...world, busy: seats > 1 };
    const environment = {
      variables: { this: record, user: null },
      constants: {},
      now: '2026-06-15T12:00:00Z',
      timeZone: 'UTC',
      workingDays: [1],
      holidays: [],
    };
    if (holds(environment) === true) return true;
  }
  return false;
}

test('its results agree with a trial of every value', () => {
  const condition = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...ATOMS),
      fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(${left} and ${right})`),
      fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(${left} or ${right})`),
      tie('tree').map((inner) => `not (${inner})`),
    ),
  })).tree;
  const wanted = fc.tuple(fc.constantFrom(...ATOMS), condition, fc.constantFrom(...ATOMS));
  const counts: Record<Verdict['kind'], number> = { never: 0, sometimes: 0, unknown: 0 };
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 60, maxLength: 60 }), (batch) => {
      const { expressions, knowledge } = read(batch.map((parts) => parts.join(' and ')));
      for (const expression of expressions) {
        if (ownFields(expression).length > 6) continue;
        for (const asked of [expression, opposite(expression)]) {
          const { kind } = decide([asked], knowledge);
          counts[kind] += 1;
          if (kind === 'unknown') continue;
          const text = printExpression(asked);
          expect(`${text}: ${bruteForce(asked)}`).toBe(`${text}: ${kind === 'sometimes'}`);
        }
      }
    }),
    { numRuns: 4 },
  );
  // The claims are many, and of both kinds.
  const all = counts.never + counts.sometimes + counts.unknown;
  expect(counts.never).toBeGreaterThan(all / 50);
  expect(counts.sometimes).toBeGreaterThan(all / 3);
  expect(counts.unknown).toBeLessThan(all / 10);
});
