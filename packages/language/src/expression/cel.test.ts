import { describe, expect, test } from 'vitest';
import { type CelCase, Foreign, readCelCases } from '../fixtures/cel.ts';
import { checkExpression } from './check-expression.ts';
import { compileToClosure } from './evaluate.ts';
import type { Schema } from './scope.ts';
import type { Type } from './type.ts';

const SCHEMA: Schema = { entities: new Map(), constants: new Map(), roles: new Set() };

const FILES_OF_OTHERS: ReadonlySet<string> = new Set(['proto2', 'proto3', 'enums', 'wrappers', 'dynamic', 'unknowns']);
const says =
  (pattern: RegExp) =>
  ({ expression }: CelCase): boolean =>
    pattern.test(expression);

/**
 * Why a case of CEL does not pass here, each a decision of docs/language.md. The list is closed: a case that fails and fits
 * none of them is a mistake of the language. The first that fits counts.
 */
const REASONS: Readonly<Record<string, (test: CelCase, problems: readonly string[]) => boolean>> = {
  'extensions of CEL: they are not its core': ({ file }) =>
    file.endsWith('_ext') || ['macros2', 'optionals'].includes(file),
  'messages of protocol buffers: records are entities': (test) =>
    FILES_OF_OTHERS.has(test.file) ||
    says(/TestAllTypes|google\.protobuf|NestedEnum/)(test) ||
    holds(test, 'object_value'),
  'unsigned numbers: a number has its range by its rules': says(/\d[uU]\b|\buint\(/),
  'bytes: files are files': (test) =>
    says(/(?:^|[^\w'"])[rR]?[bB][rR]?['"]|\bbytes\(/)(test) || holds(test, 'bytes_value'),
  'maps: what has names is a record or a JSON field': (test) => says(/\{|\bhas\(/)(test) || holds(test, 'map_value'),
  'floating point: numbers are exact, without exponents, infinities and NaN': (test) =>
    says(/[\d.][eE][+-]?\d|\bdouble\(|(?:^|[^\d])\.\d|\d{17}\.\d/)(test) || holds(test, 'double_value'),
  'conversions: types are known, and `text(x)` alone writes a value as text': says(
    /\b(?:int|string|bool|timestamp|duration|type|dyn)\s*\(|\btype\b/,
  ),
  'macros: queries have one form of their own': says(/\.(?:exists|exists_one|all|map|filter)\(/),
  'lists: they are asked with `in`, `size` and queries, and hold values of one type': says(/\[/),
  '`matches` takes a pattern that is known beforehand': says(/\.matches\(/),
  'the empty text is null, and what may be null is guarded': (test, problems) =>
    says(/''(?!')|""(?!")|\bnull\b/)(test) || problems.includes('N064'),
  'text is NFC, without NUL, and in one collation for people': ({ expression }, problems) =>
    /\\u0301|'[^']*' *[<>]=? *'/.test(expression) ||
    /\\(?:000|[xX]00|u0000|U00000000)/.test(expression) ||
    expression.includes('\0') ||
    problems.includes('N082'),
  'whole numbers reach to ±(2^53 − 1), so that JSON carries them': says(/\d{16}|0x[\da-f]{14}|\d{10}\)? \*/i),
  'division is exact': says(/\d *[/%]/),
  'true and false have no order': (_, problems) => problems.includes('N087'),
  'one type decides: two that differ are an error, also where the other operand would decide': (_, problems) =>
    problems.some((code) => ['N060', 'N061', 'N062', 'N066', 'N076'].includes(code)),
  'names are declared: an unknown one is an error, also where the other operand would decide': (_, problems) =>
    problems.some((code) => ['N055', 'N057', 'N058', 'N059'].includes(code)),
  'names have no packages and no comments': says(/^\s*\.\w|\/\/|\by\b/),
};

function holds({ bindings, expected }: CelCase, kind: string): boolean {
  const values = [...Object.values(bindings), expected === 'error' ? null : expected.value];
  return values.flat().some((value) => value instanceof Foreign && value.kind === kind);
}

function typeOf(value: unknown): Type {
  if (typeof value === 'boolean') return { kind: 'boolean', nullable: false };
  if (typeof value === 'string') return { kind: 'text', nullable: false };
  if (Number.isInteger(value)) return { kind: 'integer', nullable: false };
  if (typeof value === 'number') return { kind: 'decimal', scale: null, nullable: false };
  return { kind: 'unknown', nullable: false };
}

interface Outcome {
  readonly passes: boolean;
  /** The codes of its errors. */
  readonly problems: readonly string[];
}

function run({ expression: text, bindings, expected }: CelCase): Outcome {
  const variables = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, typeOf(value)]));
  const { expression, problems } = checkExpression(text, { variables, bare: [], purpose: 'rule' }, SCHEMA, null);
  const codes = problems.filter(({ severity }) => severity === 'error').map(({ id }) => id);
  // What CEL refuses when it is evaluated is refused here before that.
  if (expression === null) return { passes: expected === 'error', problems: codes };
  if (expected === 'error' || Object.values(bindings).some((value) => value instanceof Foreign))
    return { passes: false, problems: codes };
  const value = compileToClosure(expression)({
    variables: bindings,
    constants: {},
    now: '2026-11-21T10:00:00Z',
    timeZone: 'UTC',
    workingDays: [],
    holidays: [],
  });
  const isNumber = ['integer', 'decimal'].includes(expression.type.kind);
  const same = isNumber ? Number(value) === expected.value : JSON.stringify(value) === JSON.stringify(expected.value);
  return { passes: same, problems: codes };
}

describe("the CEL specification's simple tests", () => {
  test('what the two languages share passes, and the rest has one of a few reasons', () => {
    const counts = new Map<string, number>();
    const unexplained: string[] = [];
    const cases = readCelCases();
    for (const one of cases) {
      const { passes, problems } = run(one);
      const reason = passes ? 'pass' : Object.keys(REASONS).find((name) => REASONS[name]?.(one, problems));
      if (reason === undefined) unexplained.push(`${one.name}: ${one.expression} (${problems.join(', ')})`);
      else counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const lines = [...counts].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${count}  ${reason}`);
    console.log(`${cases.length} cases of CEL\n${lines.join('\n')}`);
    expect(unexplained).toEqual([]);
    expect(cases).toHaveLength(2456);
    expect(counts.get('pass')).toBeGreaterThanOrEqual(480);
    // Each reason is needed.
    expect(Object.keys(REASONS).filter((reason) => !counts.has(reason))).toEqual([]);
  });
});
