import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from './parser.ts';
import { printSyntax } from './print.ts';
import type { QuerySyntax, Syntax } from './syntax.ts';
import type { BinaryOperator, WrittenQueryForm } from './tree.ts';

const printed = (text: string): string => {
  const { syntax, problems } = parse(text);
  expect(problems).toEqual([]);
  return printSyntax(syntax);
};

describe('precedence of operators', () => {
  test.each([
    ['a || b && c', 'a or b and c'],
    ['(a or b) and c', '(a or b) and c'],
    ['not a == b', 'not a == b'],
    ['!a == b', '(not a) == b'],
    ['not a and b', 'not a and b'],
    ['not (a and b)', 'not (a and b)'],
    ['a - b - c', 'a - b - c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['(a + b) * c', '(a + b) * c'],
    ['-a.b * c', '-a.b * c'],
    ['a ? b : c', 'if a then b else c'],
    ['if a then b else if c then d else e', 'if a then b else if c then d else e'],
    ['if a then b else c + 1', 'if a then b else c + 1'],
    ['(if a then b else c) + 1', '(if a then b else c) + 1'],
    ['user is manager and a', 'user is manager and a'],
    ['\'say "hi"\'', '"say \\"hi\\""'],
    ['0x1F', '31'],
    ["r'\\d' + '''it's\nit'''", '"\\\\d" + "it\'s\\nit"'],
    ["'\\x41\\101\\U00000041'", '"AAA"'],
    ['x in ["a","b"]', 'x in ["a", "b"]'],
    ['name.startsWith("x")', 'name.startsWith("x")'],
    ['a / b / c', 'a / b / c'],
    ['matches(a, /^[/]x\\/y$/)', 'matches(a, /^[\\/]x\\/y$/)'],
    ['count(lines)', 'count(lines)'],
    ['exists([1,2]as n where n>1)', 'exists([1, 2] as n where n > 1)'],
    ['count(Claim where a and b)', 'count(Claim where a and b)'],
    ['sum(amount * quantity of lines where a)', 'sum(amount * quantity of lines where a)'],
    ['all(lines as l have l.a > 1)', 'all(lines as l have l.a > 1)'],
    ['first(R where b == this.b order p desc, q)', 'first(R where b == this.b order p desc, q)'],
    ['today() - 30 days', 'today() - 30 days'],
    ['a + 5 working days', 'a + 5 working days'],
    ['a > 2500 EUR', 'a > 2500 EUR'],
    ['21 %', '21 %'],
    ['21 % 4', '21 % 4'],
    ['where == of', 'where == of'],
    ['x not in [1,2] and b', 'x not in [1, 2] and b'],
    ['not (x in y)', 'x not in y'],
    ['not x not in y', 'not x not in y'],
    ['a == 3 or 3 not in list', 'a == 3 or 3 not in list'],
    ['now() + n days', 'now() + n * 1 day'],
    ['-this.n hours', '-(this.n * 1 hour)'],
    ['due + (a + b) working days', 'due + (a + b) * 1 working days'],
    ['due - 2 * size(lines) weeks', 'due - 2 * (size(lines) * 1 week)'],
    ['count(days where hours > min)', 'count(days where hours > min)'],
    ['if (a) then b else c', 'if a then b else c'],
  ])('%s', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });
});

describe('mistakes of the text', () => {
  // Notations of SQL, of programming languages and of spreadsheets.
  test.each([
    ['a IS NULL AND b is not null', 'a == null and b != null'],
    ['NOT a OR b', 'not a or b'],
    ['a not in (1, 2)', 'a not in [1, 2]'],
    ['a NOT IN ("x")', 'a not in ["x"]'],
    ['a in (b) and c in (d, e)', 'a in (b) and c in [d, e]'],
    ['a is "draft" or a is not "paid"', 'a == "draft" or a != "paid"'],
    ['user is not manager and user is "clerk"', 'not user is manager and user is clerk'],
    ['paid is not true', 'paid != true'],
    ['a like "%x%" and a LIKE "x%"', 'contains(a, "x") and startsWith(a, "x")'],
    ['a not like "%x" or a like "x"', 'not endsWith(a, "x") or a == "x"'],
    ['a between 1 and 3 and b', 'a >= 1 and a <= 3 and b'],
    ['not a between 1 and b.c', 'not (a >= 1 and a <= b.c)'],
    ['a not between 1 and 3', 'not (a >= 1 and a <= 3)'],
    ['a.b?.c == 1', 'a.b.c == 1'],
    ['a ?? 0', 'if a != null then a else 0'],
    ['b + (a ?? 0)', 'b + (if a != null then a else 0)'],
    ['a.b ?: c + 1', '(if a.b != null then a.b else c) + 1'],
    ['a contains "x" and not b startsWith "y"', 'contains(a, "x") and not startsWith(b, "y")'],
    ['if(a, b, c) > 3', '(if a then b else c) > 3'],
    ['a mod 3 eq 1', 'a % 3 == 1'],
    ['a == 3 AND b <> 4', 'a == 3 and b != 4'],
  ])('%s: this language writes it differently', (text, expected) => {
    const { problems } = parse(text);
    expect(new Set(problems.map(({ id }) => id))).toEqual(new Set(['N053']));
    let fixed = text;
    const edits = problems.flatMap(({ fix }) => fix?.edits ?? []);
    for (const { range, text: instead } of edits.toSorted((left, right) => right.range[0] - left.range[0]))
      fixed = fixed.slice(0, range[0]) + instead + fixed.slice(range[1]);
    expect(fixed).toBe(expected);
    expect(parse(fixed).problems).toEqual([]);
    expect(printSyntax(parse(text).syntax)).toBe(printSyntax(parse(fixed).syntax));
  });

  const found = (text: string): [string, number, number][] =>
    parse(text).problems.map(({ id, range }) => [id, ...range]);
  test.each<[string, [string, number, number][]]>([
    ['', [['N084', 0, 0]]],
    ['   ', [['N084', 0, 3]]],
    [
      'a # b',
      [
        ['N050', 2, 3],
        ['N052', 4, 5],
      ],
    ],
    ['a == "x', [['N051', 5, 7]]],
    ['a +', [['N052', 3, 3]]],
    ['a and', [['N052', 5, 5]]],
    ['(a or b', [['N052', 7, 7]]],
    ['a) + b', [['N052', 1, 2]]],
    ['a = b', [['N053', 2, 3]]],
    ['a ≤ b', [['N053', 2, 3]]],
    ['a <> b', [['N053', 2, 4]]],
    ['a == 1_000', [['N070', 5, 10]]],
    ['a == 1e1000', [['N070', 5, 11]]],
    ['a == 2e', [['N069', 6, 7]]],
    ['a.5', [['N052', 2, 3]]],
    ['a + 3 dayz', [['N069', 6, 10]]],
    ['a < b < c', [['N077', 6, 7]]],
    ['"a\\q"', [['N082', 2, 4]]],
    ['min(a, b)', [['N083', 0, 3]]],
    ['count(lines where a where b)', [['N078', 20, 25]]],
    ['if a then b', [['N052', 11, 11]]],
    ['a[0]', [['N052', 1, 2]]],
    [
      '= and = b',
      [
        ['N053', 0, 1],
        ['N052', 0, 1],
        ['N053', 6, 7],
        ['N052', 6, 7],
      ],
    ],
    [
      '𝒳 🙂 b',
      [
        ['N050', 3, 5],
        ['N052', 6, 7],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('depth and size are bounded', () => {
    const nested = parse(`${'('.repeat(5000)}a${')'.repeat(5000)}`);
    expect(nested.problems.map((problem) => problem.id)).toEqual(['N054']);
    const long = parse(Array.from({ length: 3000 }, () => 'a').join(' + '));
    expect(long.problems.map((problem) => problem.id)).toEqual(['N054']);
    expect(parse(Array.from({ length: 900 }, () => 'a').join(' and ')).problems).toEqual([]);
  });

  test('anything can be read, and ends', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(fc.constantFrom(...PIECES)).map((pieces) => pieces.join(' ')),
        ),
        (text) => {
          for (const { range } of parse(text).problems) {
            expect(range[0]).toBeGreaterThanOrEqual(0);
            expect(range[1]).toBeGreaterThanOrEqual(range[0]);
            expect(range[1]).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    );
  });
});

const PIECES = [
  'a',
  '(',
  ')',
  '[',
  ']',
  'and',
  'or',
  'not',
  '==',
  '<',
  '+',
  '-',
  '/',
  '"x"',
  '3',
  'days',
  ',',
  '.',
  'if',
  'then',
  'else',
  '?',
  ':',
  'sum(',
  'of',
  'where',
  'order',
  '%',
  'is',
  'in',
  'not in',
  'NOT',
  'IS NULL',
  'like',
  'between',
  'hours',
  'working days',
];

const NOWHERE = [0, 0] as const;
const names = fc.constantFrom('a', 'b', 'amount', 'owner', 'where', 'l');
const leaf: fc.Arbitrary<Syntax> = fc.oneof(
  names.map((name): Syntax => ({ kind: 'name', name, range: NOWHERE })),
  fc
    .constantFrom('0', '7', '12.50')
    .map((text): Syntax => ({ kind: 'number', text, unit: null, unitRange: null, range: NOWHERE })),
  fc
    .constantFrom('days', 'EUR', 'working days', 'MB')
    .map((unit): Syntax => ({ kind: 'number', text: '3', unit, unitRange: null, range: NOWHERE })),
  // No text holds NUL.
  fc
    .string({ unit: 'binary' })
    .map((text) => text.replaceAll('\0', ''))
    .map((value): Syntax => ({ kind: 'text', value, range: NOWHERE })),
  fc.constantFrom(true, false, null).map((value): Syntax => ({ kind: 'word', value, range: NOWHERE })),
);
const { syntax: anySyntax } = fc.letrec<{ syntax: Syntax }>((tie) => ({
  syntax: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc
      .tuple(tie('syntax'), names)
      .map(([of, name]): Syntax => ({ kind: 'member', of, name, nameRange: NOWHERE, range: NOWHERE })),
    fc
      .tuple(fc.constantFrom<'not' | '-'>('not', '-'), tie('syntax'))
      .map(([operator, operand]): Syntax => ({ kind: 'unary', operator, operand, range: NOWHERE })),
    fc
      .tuple(
        fc.constantFrom<BinaryOperator>('and', 'or', '==', '<', '>=', '+', '-', '*', '/', '%', 'in'),
        tie('syntax'),
        tie('syntax'),
      )
      .map(
        ([operator, left, right]): Syntax => ({
          kind: 'binary',
          operator,
          operatorRange: NOWHERE,
          left,
          right,
          range: NOWHERE,
        }),
      ),
    fc
      .tuple(tie('syntax'), tie('syntax'), tie('syntax'))
      .map(
        ([condition, then, otherwise]): Syntax => ({ kind: 'conditional', condition, then, otherwise, range: NOWHERE }),
      ),
    fc.array(tie('syntax'), { maxLength: 3 }).map((items): Syntax => ({ kind: 'list', items, range: NOWHERE })),
    fc.array(tie('syntax'), { maxLength: 3 }).map(
      (values): Syntax => ({
        kind: 'call',
        name: 'least',
        nameRange: NOWHERE,
        of: null,
        arguments: values,
        range: NOWHERE,
      }),
    ),
    fc
      .tuple(tie('syntax'), tie('syntax'))
      .map(([span, record]): Syntax => ({ kind: 'at', span, record, range: NOWHERE })),
    tie('syntax').map((of): Syntax => ({ kind: 'is', of, role: 'manager', roleRange: NOWHERE, range: NOWHERE })),
    fc
      .record({
        form: fc.constantFrom<WrittenQueryForm>('count', 'sum', 'all', 'first'),
        value: fc.option(tie('syntax')),
        source: names.map((name): Syntax => ({ kind: 'name', name, range: NOWHERE })),
        as: fc.option(fc.constant({ name: 'l', range: NOWHERE })),
        where: fc.option(tie('syntax')),
        have: fc.option(tie('syntax')),
        order: fc.array(fc.record({ by: tie('syntax'), descending: fc.boolean() }), { maxLength: 2 }),
      })
      .map((parts): QuerySyntax => ({ kind: 'query', formRange: NOWHERE, range: NOWHERE, ...parts })),
  ),
}));

test('a printed expression parses to the same tree', () => {
  const bare = (syntax: Syntax): string =>
    JSON.stringify(syntax, (name, value: unknown) => (/range$/i.test(name) ? undefined : value));
  fc.assert(
    fc.property(anySyntax, (syntax) => {
      const text = printSyntax(syntax);
      const again = parse(text);
      expect(again.problems).toEqual([]);
      expect(bare(again.syntax)).toBe(bare(syntax));
      expect(printSyntax(again.syntax)).toBe(text);
    }),
    { numRuns: 300 },
  );
});
