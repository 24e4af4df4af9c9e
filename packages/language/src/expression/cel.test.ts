import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CelCase, Foreign, readCelCases } from '../fixtures/cel/cases.ts';
import { OUTSIDE, Outside } from '../fixtures/cel/outside.ts';
import { translate, type Translation } from '../fixtures/cel/translate.ts';
import { checkExpression } from './check-expression.ts';
import { compileToClosure } from './evaluate.ts';
import type { Type } from './type.ts';

/** The message that says how many. */
const REFERENCE = '../../../../docs/language/expressions.md';

/**
 * Expressions that fail during evaluation in CEL (wrong types, zero as a divisor, a number or an instant out of range)
 * are errors of the check here.
 */
const FAILS: ReadonlySet<string> = new Set(['N057', 'N059', 'N060', 'N061', 'N062', 'N064', 'N066', 'N075', 'N087']);
/** A duration that is out of range as it is written, and not by what is done with it. */
const IS_WRITTEN = /^duration\('[^']*'\)$/;
/** Compared only where CEL reports the same: a name that is unknown here may be known there. */
const UNKNOWN: ReadonlySet<string> = new Set(['N055', 'N058']);

/** The reasons for different results: a notation of both languages has another meaning here, each by a decision. */
const DIFFERENT: Readonly<Record<string, (test: CelCase, problems: readonly string[]) => boolean>> = {
  'text is NFC, without NUL and in one collation; the empty one is null, and what may be null is guarded': (
    { expression, expected },
    problems,
  ) =>
    ('value' in expected && expected.value === '') ||
    /''(?!')|""(?!")|\bnull\b|\\u0301|'[^']*' *[<>]=? *'|\\(?:000|[xX]00|u0000|U00000000)/.test(expression) ||
    problems.some((code) => ['N064', 'N082'].includes(code)),
  'numbers are exact, of one kind, whole ones within ±(2^53 − 1), and instants have microseconds': (
    { expression, expected },
    problems,
  ) =>
    /\d *[/%]|\d{17}|e\+307|Float|\.\d{9}Z/.test(expression) ||
    ('errors' in expected && /\d[uU]\b/.test(expression)) ||
    problems.some((code) => ['N066', 'N070'].includes(code)),
  'functions take every number, place and instant: there is a value': ({ expected }) => 'errors' in expected,
  'lists hold values of one type, and are asked with `in`, `size` and queries': ({ expression }, problems) =>
    /\]|\bx\b/.test(expression) && problems.some((code) => ['N060', 'N061', 'N062'].includes(code)),
  'true and false have no order': (_, problems) => problems.includes('N087'),
  'types and names are known beforehand, without packages: a wrong one is an error, whatever the other operand is': (
    { container },
    problems,
  ) => container !== '' || problems.some((code) => ['N052', 'N055', 'N057', 'N058', 'N060'].includes(code)),
};

interface Outcome {
  readonly passes: boolean;
  /** The codes of its errors. */
  readonly problems: readonly string[];
}

function run({ text, given }: Translation, { expression: written, expected }: CelCase): Outcome {
  const scope = { variables: given.variables, bare: [], purpose: 'rule' } as const;
  const { expression, problems } = checkExpression(text, scope, given.schema, null);
  const codes = [...given.problems, ...problems.filter(({ severity }) => severity === 'error').map(({ id }) => id)];
  if ('errors' in expected && codes.length > 0) {
    const isUnknown = expected.errors.some((message) => /undeclared|unknown|unbound/.test(message));
    const fails = (code: string): boolean =>
      FAILS.has(code) || (isUnknown && UNKNOWN.has(code)) || (code === 'N070' && IS_WRITTEN.test(written));
    return { passes: codes.every(fails), problems: codes };
  }
  if (expression === null || codes.length > 0) return { passes: false, problems: codes };
  const value = plain(compileToClosure(expression)(given.environment), expression.type);
  // A value beyond its type is null here, and an error in CEL.
  const isBeyond = value === null && !expression.type.nullable && 'errors' in expected;
  const passes = isBeyond
    ? expected.errors.some((message) => /overflow|range/.test(message))
    : 'value' in expected && isSame(value, expected.value);
  return { passes, problems: codes };
}

/** Exact numbers as numbers where those hold them, and as `bigint` where they are larger. */
function plain(value: unknown, type: Type): unknown {
  if (type.kind === 'list' && Array.isArray(value)) return value.map((item) => plain(item, type.of));
  if (type.kind !== 'decimal' || typeof value !== 'string') return value;
  return /^-?\d{16,}$/.test(value) ? BigInt(value) : Number(value);
}

function isSame(value: unknown, expected: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(expected))
    return value.length === expected.length && value.every((item, at) => isSame(item, expected[at]));
  // A double counts as the number to which it is nearest.
  return value === expected || (typeof value === 'bigint' && Number(value) === expected);
}

const KINDS: Readonly<Record<string, keyof typeof OUTSIDE>> = {
  bytes_value: 'bytes',
  map_value: 'maps',
  object_value: 'messages',
  enum_value: 'messages',
  type_value: 'types',
  unknown: 'messages',
};

/** The case in this language's notation, or the feature it needs that this language does not have. */
function read(one: CelCase): Translation | keyof typeof OUTSIDE {
  try {
    const translation = translate(one);
    const values = 'value' in one.expected ? [one.expected.value].flat(2) : [];
    const foreign = values.find((value) => value instanceof Foreign);
    return foreign === undefined ? translation : (KINDS[foreign.kind] ?? 'messages');
  } catch (error) {
    if (error instanceof Outside) return error.reason;
    throw error;
  }
}

describe("the CEL specification's simple tests", () => {
  test('the shared part of the two languages passes, and each other case has a stated reason', () => {
    const counts = new Map<string, number>();
    const unexplained: string[] = [];
    const cases = readCelCases();
    for (const one of cases) {
      const translation = read(one);
      let reason: string | undefined;
      if (typeof translation === 'string') reason = OUTSIDE[translation];
      else {
        const { passes, problems } = run(translation, one);
        reason = passes ? 'pass' : Object.keys(DIFFERENT).find((name) => DIFFERENT[name]?.(one, problems));
        if (reason === undefined) unexplained.push(`${one.name}: ${translation.text} (${problems.join(', ')})`);
      }
      if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const table = (reasons: readonly string[]): string[] =>
      reasons.map((reason) => `${String(counts.get(reason) ?? 0).padStart(5)}  ${reason}`);
    const [outside, different] = [Object.values(OUTSIDE), Object.keys(DIFFERENT)];
    console.log(
      [`${cases.length} cases of CEL`, ...table(['pass'])]
        .concat('not in the language:', table(outside), 'another meaning:', table(different))
        .join('\n'),
    );
    expect(unexplained).toEqual([]);
    expect(cases).toHaveLength(2456);
    const reference = readFileSync(path.resolve(import.meta.dirname, REFERENCE), 'utf8');
    expect(reference).toContain(
      `: ${(counts.get('pass') ?? 0).toLocaleString('en')} of the 2,456 come out as CEL says`,
    );
    // Each reason is needed.
    expect([...outside, ...different].filter((reason) => !counts.has(reason))).toEqual([]);
  });
});
