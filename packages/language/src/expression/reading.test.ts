import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExpression } from './check-expression.ts';
import { compareDurations, durationOf, formatDuration, parseDuration } from './duration.ts';
import { fieldsAffectedBy, fieldsRead, ownFields } from './fields.ts';
import { keyOf } from './key.ts';
import { parseValue } from './literal.ts';
import { isLocal } from './local.ts';
import { printExpression } from './print.ts';
import { checkTemplate } from './template.ts';
import { RULE, SCHEMA } from '../fixtures/test-schema.ts';
import type { Expression } from './tree.ts';
import { walk } from './walk.ts';

function checked(text: string): Expression {
  const { expression, problems } = checkExpression(text, { ...RULE, purpose: 'message' }, SCHEMA, null);
  if (expression === null) throw new Error(`${text}: ${problems.map(({ message }) => message).join(' ')}`);
  return expression;
}

describe('a checked expression is printed as its document could have written it', () => {
  test.each([
    ['!late && this.total > 3', 'not late and total > 3'],
    ['all(lines have date >= this.from)', 'all(lines have date >= this.from)'],
    [
      'all(lines as l have l.amount > sum(this.lines.amount where category == l.category))',
      'all(lines as l have amount > sum(this.lines.amount where category == l.category))',
    ],
    ['sum(amount * quantity of lines)', 'sum(amount * quantity of lines)'],
    ['sum(Line.category.limit where quantity > 1)', 'sum(Line.category.limit where quantity > 1)'],
    [
      'first(Claim where owner == user order paid_at desc).owner.name',
      'first(Claim where owner == user order paid_at desc).owner.name',
    ],
    ['from + 1 month < today() - 90 days', 'from + 1 month < today() - 90 days'],
    ['total > 2500 EUR ? status : "draft"', 'if total > 2500 EUR then status else "draft"'],
    ['user is manager', 'user is manager'],
    ['purpose.contains("\\"")', 'contains(purpose, "\\"")'],
    ['owner.supervisor in members', 'owner.supervisor in members'],
  ])('%s', (text, expected) => {
    const printed = printExpression(checked(text));
    expect(printed).toBe(expected);
    expect(keyOf(checked(printed))).toBe(keyOf(checked(text)));
  });
});

describe('the fields that an expression reads', () => {
  const reads = (text: string): string[] =>
    fieldsRead(checked(text)).map(
      ({ kind, variable, path, entity }) => `${kind} ${variable}:${path.join('.')} (${entity})`,
    );

  test('each field with its way', () => {
    expect(reads('owner.supervisor == user and total > 3')).toEqual([
      'own this:owner (Claim)',
      'reference this:owner.supervisor (User)',
      'own this:total (Claim)',
    ]);
    expect(reads('all(lines have date >= this.from)')).toEqual([
      'own this:lines (Claim)',
      'children $1:date (Line)',
      'own this:from (Claim)',
    ]);
    expect(reads('count(Claim where owner == this.owner)')).toEqual([
      'query $1:owner (Claim)',
      'own this:owner (Claim)',
    ]);
    expect(reads('sum(lines.category.limit)')).toEqual([
      'own this:lines (Claim)',
      'children $1:category (Line)',
      'reference $1:category.limit (Category)',
    ]);
  });

  test('the own fields in the order of their first use', () => {
    expect(
      ownFields(checked('to >= from and (project == null or project.open) and sum(lines.amount) > total')),
    ).toEqual(['to', 'from', 'project', 'lines', 'total']);
  });

  test('a field affects the fields computed from it, directly or through further computed fields', () => {
    const fields = [
      { name: 'count', computed: checked('if late then 1 else 2') },
      { name: 'late', computed: checked('to >= from') },
      { name: 'ratio', computed: checked('rate * 2') },
      { name: 'from', computed: null },
    ];
    expect([...fieldsAffectedBy(fields, new Set(['from']))]).toEqual(['from', 'late', 'count']);
  });

  test('a walk meets every part once', () => {
    const kinds: string[] = [];
    walk(checked('first(lines where quantity > 1 order date)'), ({ kind }) => kinds.push(kind));
    expect(kinds).toEqual(['query', 'variable', 'binary', 'field', 'variable', 'literal', 'field', 'variable']);
  });
});

describe('expressions that a browser can evaluate alone', () => {
  test.each([
    ['to >= from', true],
    ['project == null', true],
    ['owner == user', true],
    ['all(lines have date >= this.from)', true],
    ['owner.id == "x"', true],
    ['project.open', false],
    ['user.name == "x"', false],
    ['count(Claim) > 3', false],
    ['user is manager', false],
    ['purpose == "x"', false],
    ['sum(lines.discount) > 3', false],
    ['total > LIMIT', false],
  ])('%s', (text, expected) => {
    const field = (_: string, name: string): boolean => name !== 'purpose' && name !== 'discount';
    expect(isLocal(checked(text), { field, constant: (name) => name !== 'LIMIT' })).toBe(expected);
  });
});

describe('templates', () => {
  test('placeholders are expressions, doubled braces are braces', () => {
    const { template, problems } = checkTemplate(
      '{{{total}}} of {owner.name}, "{if late then "a}" else "b"}"',
      { ...RULE, purpose: 'message' },
      SCHEMA,
    );
    expect(problems).toEqual([]);
    expect(template?.map((part) => (typeof part === 'string' ? part : printExpression(part)))).toEqual([
      '{',
      'total',
      '} of ',
      'owner.name',
      ', "',
      'if late then "a}" else "b"',
      '"',
    ]);
    expect(checkTemplate('no braces', RULE, SCHEMA).template).toEqual(['no braces']);
    expect(checkTemplate('', RULE, SCHEMA).template).toEqual([]);
  });

  test.each<[string, [string, number, number][]]>([
    [
      'a {totl} b {lat}',
      [
        ['N055', 3, 7],
        ['N055', 12, 15],
      ],
    ],
    ['a {total', [['N080', 2, 3]]],
    ['a } b', [['N080', 2, 3]]],
    ['a {} b', [['N084', 3, 3]]],
  ])('%s', (text, expected) => {
    const { template, problems } = checkTemplate(text, { ...RULE, purpose: 'message' }, SCHEMA);
    expect(template).toBeNull();
    expect(problems.map(({ id, range }) => [id, ...range])).toEqual(expected);
  });
});

describe('values of point 9', () => {
  test.each<[string, string, unknown]>([
    ['100', 'integer', { kind: 'literal', value: 100 }],
    ['-2.50', 'decimal', { kind: 'literal', value: '-2.50' }],
    ['21 %', 'decimal', { kind: 'literal', value: '0.21' }],
    ['0.5 %', 'decimal', { kind: 'literal', value: '0.005' }],
    ['500 EUR', 'money', { kind: 'literal', value: '500', currency: 'EUR' }],
    ['30 days', 'duration', { kind: 'literal', value: 'P30D' }],
    ['2026-12-31', 'date', { kind: 'literal', value: '2026-12-31' }],
    ['12 hours', 'duration', { kind: 'literal', value: 'PT12H' }],
    ['10 MB', 'size', { kind: 'literal', value: 10_000_000 }],
    ['600 per minute', 'rate', { kind: 'literal', value: { count: 600, seconds: 60 } }],
    ['"Europe/Amsterdam"', 'text', { kind: 'literal', value: 'Europe/Amsterdam' }],
    ['true', 'boolean', { kind: 'literal', value: true }],
    ['["a", "b"]', 'list', { kind: 'literal', value: ['a', 'b'] }],
    ['env MAIL_URL', 'text', { kind: 'env', name: 'MAIL_URL' }],
    ['secret TOKEN', 'text', { kind: 'secret', name: 'TOKEN' }],
  ])('%s', (text, kind, value) => {
    const { constant, problems } = parseValue(text);
    expect(problems).toEqual([]);
    expect(constant?.type.kind).toBe(kind);
    expect(constant?.value).toEqual(value);
  });

  test.each<[string, [string, number, number][]]>([
    ['2 * 3', [['N081', 0, 5]]],
    ['["a", total]', [['N081', 6, 11]]],
    ['[1, "a"]', [['N060', 4, 7]]],
    ['[1 EUR, 2 USD]', [['N067', 8, 13]]],
    ['1_000', [['N070', 0, 5]]],
    ['1.5 days', [['N070', 0, 8]]],
    ['5 EURS', [['N069', 2, 6]]],
    ['null', [['N081', 0, 4]]],
    ['"open', [['N051', 0, 5]]],
    ['1.5 working days', [['N070', 0, 16]]],
  ])('%s', (text, expected) => {
    const { constant, problems } = parseValue(text);
    expect(constant).toBeNull();
    expect(problems.map(({ id, range }) => [id, ...range])).toEqual(expected);
  });
});

describe('durations', () => {
  test('units', () => {
    expect(['days', 'month', 'weeks', 'hours', 'min'].map((unit) => durationOf('3', unit).duration)).toEqual([
      'P3D',
      'P3M',
      'P3W',
      'PT3H',
      'PT3M',
    ]);
    expect(durationOf('1.5', 'days').duration).toBeNull();
    expect([durationOf('9999', 'years').duration, durationOf('10000', 'years').duration]).toEqual(['P9999Y', null]);
    expect([durationOf('999999999', 'hours').duration, durationOf('2000000', 'hours').duration]).toEqual([
      null,
      'PT2000000H',
    ]);
  });

  test('a written duration is read as the same duration', () => {
    const part = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(part, part, part, fc.constantFrom(1, -1), (months, days, microseconds, sign) => {
        const duration = {
          months: sign * months,
          days: sign * days,
          microseconds: sign * microseconds,
        };
        const again = parseDuration(formatDuration(duration));
        expect(again === null ? null : compareDurations(again, duration)).toBe(0);
      }),
    );
  });

  test('a text that is no duration is refused', () => {
    expect(['', 'P', 'PT', 'P1DT', '1D', 'P1X', 'WD'].map(parseDuration)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
