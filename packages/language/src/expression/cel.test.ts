import { describe, expect, test } from 'vitest';
import { type CelCase, Foreign, readCelCases } from '../fixtures/cel.ts';
import { checkExpression } from './check-expression.ts';
import { compileToClosure } from './evaluate.ts';
import type { Schema } from './scope.ts';
import type { Type } from './type.ts';

const SCHEMA: Schema = { entities: new Map(), constants: new Map(), roles: new Set() };

/** What both languages have, and CEL writes otherwise. It counts months and days from 0, and weeks from Sunday. */
const TRANSLATIONS: readonly (readonly [cel: RegExp, own: string])[] = [
  // It tells CEL's checker to look away, and changes no value.
  [/\bdyn\(/g, '('],
  [/\bstring\(/g, 'text('],
  [/\bmath\.(greatest|least|ceil|floor|round|abs)\(/g, '$1('],
  // Several values may stand as a list there, and stand by themselves here.
  [/\b(greatest|least)\(\[([^[\]]*)\]\)/g, '$1($2)'],
  [/\btimestamp\((?=')/g, 'datetime('],
  [/\bduration\('(\d+)s'\)/g, '($1 seconds)'],
  [/\bduration\('-(\d+)s'\)/g, '(-($1 seconds))'],
  // The number that it writes; of which type a number is, is no part of its value in either language.
  [/\b(0[xX][\dA-Fa-f]+|\d+)[uU]\b/g, '$1'],
  // So a number that is made what it is by its form anyway stays what it is; `true` and a duration do too.
  [/\b(?:u?int|double)\((\d+)u?\)/g, '$1'],
  [/\b(?:int|double)\((-\d+)\)/g, '($1)'],
  [/\bdouble\((-?\d+\.\d+)\)/g, '($1)'],
  [/\bbool\((true|false)\)/g, '$1'],
  [/\bduration\((\(\d+ seconds\))\)/g, '$1'],
  [/(datetime\('[^']*'\))\.getFullYear\([^)]*\)/g, 'year($1)'],
  [/(datetime\('[^']*'\))\.getMonth\([^)]*\)/g, '(month_number($1) - 1)'],
  [/(datetime\('[^']*'\))\.getDate\([^)]*\)/g, 'day_number($1)'],
  [/(datetime\('[^']*'\))\.getDayOfMonth\([^)]*\)/g, '(day_number($1) - 1)'],
  [/(datetime\('[^']*'\))\.getDayOfWeek\([^)]*\)/g, '(weekday_number($1) % 7)'],
  [/(datetime\('[^']*'\))\.getHours\([^)]*\)/g, 'hour($1)'],
  [/(datetime\('[^']*'\))\.getMinutes\([^)]*\)/g, 'minute($1)'],
];

/** What fails where CEL evaluates (wrong types, zero as a divisor, a number or an instant out of range) is known here before. */
const FAILS: ReadonlySet<string> = new Set([
  'N057',
  'N059',
  'N060',
  'N061',
  'N062',
  'N064',
  'N066',
  'N070',
  'N075',
  'N087',
]);
/** These say the same only where CEL says it too: what is unknown here may be known there. */
const UNKNOWN: ReadonlySet<string> = new Set(['N055', 'N058']);

/** As the language writes it; a conversion may stand within another one. */
function translated(text: string): string {
  const own = TRANSLATIONS.reduce((written, [cel, ours]) => written.replaceAll(cel, ours), text);
  return own === text ? own : translated(own);
}

type Reasons = Readonly<Record<string, (test: CelCase, problems: readonly string[]) => boolean>>;

const says =
  (pattern: RegExp) =>
  ({ expression }: CelCase): boolean =>
    pattern.test(expression);
/** What is still there of it in the language's own spelling. */
const keeps =
  (pattern: RegExp) =>
  ({ expression }: CelCase): boolean =>
    pattern.test(translated(expression));
const inFile =
  (...files: readonly string[]) =>
  ({ file }: CelCase): boolean =>
    files.includes(file);

/**
 * About 1,550 of the cases are of these kinds, so that no more than 900 could be shared: 716 of protocol buffers, 255 of
 * extensions, 207 of maps, 123 of bytes, 97 of macros, 150 of lists, types and unsigned numbers as values.
 *
 * What the language does not have, each by a decision of docs/language/. A case that uses it is not carried out, so that
 * none passes because something is unknown. The first that fits counts.
 */
const OUTSIDE: Reasons = {
  'messages of protocol buffers: records are entities': (test) =>
    inFile('proto2', 'proto3', 'proto2_ext', 'enums', 'wrappers', 'dynamic', 'unknowns')(test) ||
    says(/TestAllTypes|google\.protobuf|NestedEnum|\bmsg\./)(test) ||
    holds(test, 'object_value'),
  'unsigned numbers as a type, and what its range refuses: a number has its range by its rules': (test) =>
    keeps(/\buint\b/)(test) || (says(/\d[uU]\b/)(test) && 'errors' in test.expected && !says(/[/%] 0u/)(test)),
  'bytes: files are files': (test) =>
    says(/(?:^|[^\w'"])[rR]?[bB][rR]?['"]|\bbytes\b/)(test) || holds(test, 'bytes_value'),
  'maps and optional values: what has names is a record, and null is guarded': (test) =>
    inFile('optionals')(test) || says(/\{(?!\d+\})|\bhas\(|optional\./)(test) || holds(test, 'map_value'),
  'macros over lists of values: queries ask records, and have a form of their own': (test) =>
    inFile('macros', 'macros2', 'bindings_ext', 'block_ext')(test) || says(/\.(?:exists|all|map|filter)\(/)(test),
  'functions of CEL’s extensions for networks, encodings, formats and bits': (test) =>
    inFile('network_ext', 'encoders_ext')(test) || says(EXTENSIONS)(test),
  'lists as values: they are asked with `in`, `size` and queries, and hold values of one type': keeps(
    /\w\[|[)\]] *\[|\]\)? *(?:\+|[=!]=)|(?:\+|[=!]=) *\[|\.(?:split|join)\(|(?:greatest|least)\(\[|^\[\[/,
  ),
  'types as values, and conversions by what a text holds': (test) =>
    keeps(/\b(?:int|double|bool)\s*\(|\btype\b|\b(?:timestamp|duration)\(/)(test) || holds(test, 'type_value'),
};

/** Why a case comes out otherwise: what both languages have means something else here, each by a decision too. */
const DIFFERENT: Reasons = {
  'text is NFC, without NUL and in one collation; the empty one is null, and what may be null is guarded': (
    { expression },
    problems,
  ) =>
    /''(?!')|""(?!")|\bnull\b|\\u0301|'[^']*' *[<>]=? *'|\\(?:000|[xX]00|u0000|U00000000)/.test(expression) ||
    problems.some((code) => ['N064', 'N082'].includes(code)),
  'numbers are exact, whole ones within ±(2^53 − 1), and instants have microseconds': (test, problems) =>
    says(/\d *[/%]|\d{10}\)? \*|\d{17}|e\+307|\.\d{9}Z/)(test) || problems.includes('N070'),
  'functions take every number, place and instant: there is a value': ({ expected }) => 'errors' in expected,
  'true and false have no order': (_, problems) => problems.includes('N087'),
  'types and names are known beforehand, without packages: a wrong one is an error, whatever the other operand is': (
    test,
    problems,
  ) => inFile('namespace')(test) || problems.some((code) => ['N055', 'N057', 'N058', 'N060'].includes(code)),
};

const EXTENSIONS =
  /\.(?:format|charAt|reverse|getMilliseconds|getSeconds|getDayOfYear)\(|strings\.quote|math\.(?:bit\w+|is\w+|sign|trunc|sqrt)|duration\('\d+s'\)\.get|lastIndexOf\('[^']*', *-?\d|replace\('[^']*', *'[^']*', *\d/;

function holds({ bindings, expected }: CelCase, kind: string): boolean {
  const values = [...Object.values(bindings), 'errors' in expected ? null : expected.value];
  return values.flat(2).some((value) => value instanceof Foreign && value.kind === kind);
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
  const { expression, problems } = checkExpression(
    translated(text),
    { variables, bare: [], purpose: 'rule' },
    SCHEMA,
    null,
  );
  const codes = problems.filter(({ severity }) => severity === 'error').map(({ id }) => id);
  if ('errors' in expected) {
    const isUnknown = expected.errors.some((message) => /undeclared|unknown|unbound/.test(message));
    const fails = (code: string): boolean => FAILS.has(code) || (isUnknown && UNKNOWN.has(code));
    return { passes: codes.length > 0 && codes.every(fails), problems: codes };
  }
  if (expression === null || Object.values(bindings).some((value) => value instanceof Foreign))
    return { passes: false, problems: codes };
  const value = compileToClosure(expression)({
    variables: bindings,
    constants: {},
    now: '2026-11-21T10:00:00Z',
    timeZone: zoneIn(text),
    workingDays: [],
    holidays: [],
  });
  const isNumber = ['integer', 'decimal'].includes(expression.type.kind);
  const same = isNumber ? Number(value) === expected.value : JSON.stringify(value) === JSON.stringify(expected.value);
  return { passes: same, problems: codes };
}

/** The zone that a case reads an instant in: here it is the product's. */
function zoneIn(text: string): string {
  return /\.get\w+\('([^']+)'\)/.exec(text)?.[1]?.replace(/^(?=\d)/, '+') ?? 'UTC';
}

const first = (reasons: Reasons, one: CelCase, problems: readonly string[]): string | undefined =>
  Object.keys(reasons).find((name) => reasons[name]?.(one, problems));

describe("the CEL specification's simple tests", () => {
  test('what the two languages share passes, and the rest has one of a few reasons', () => {
    const counts = new Map<string, number>();
    const unexplained: string[] = [];
    const cases = readCelCases();
    for (const one of cases) {
      const outside = first(OUTSIDE, one, []);
      const { passes, problems } = outside === undefined ? run(one) : { passes: false, problems: [] };
      const reason = passes ? 'pass' : (outside ?? first(DIFFERENT, one, problems));
      if (reason === undefined) unexplained.push(`${one.name}: ${one.expression} (${problems.join(', ')})`);
      else counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    const table = (reasons: Reasons): string[] =>
      Object.keys(reasons).map((reason) => `${String(counts.get(reason) ?? 0).padStart(5)}  ${reason}`);
    const passed = counts.get('pass') ?? 0;
    console.log(
      [`${cases.length} cases of CEL`, `${String(passed).padStart(5)}  pass`]
        .concat('not in the language:', table(OUTSIDE), 'another meaning:', table(DIFFERENT))
        .join('\n'),
    );
    expect(unexplained).toEqual([]);
    expect(cases).toHaveLength(2456);
    expect(passed).toBeGreaterThanOrEqual(686);
    // Each reason is needed.
    expect(Object.keys({ ...OUTSIDE, ...DIFFERENT }).filter((reason) => !counts.has(reason))).toEqual([]);
  });
});
