import { nearest } from '../diagnostics/nearest.ts';
import { isCurrency, RATE_UNITS, SIZE_UNITS, TIME_UNITS } from '../vocabulary/units.ts';
import type { Token } from './lexer.ts';
import { meantOperator } from './parse-habits.ts';
import { problem, type Range, replacement } from './problem.ts';
import type { TokenReader } from './reader.ts';
import type { NumberSyntax } from './syntax.ts';

/** Words that may follow a number without being its unit. */
const FOLLOWING = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'then',
  'else',
  'where',
  'have',
  'order',
  'of',
  'as',
  'at',
  'desc',
  'asc',
]);

/** Reads a number and its unit, where it has one. `21 %` is one only where nothing follows that could be divided by. */
export function parseNumber(reader: TokenReader): NumberSyntax {
  const { text, range } = reader.advance();
  const number = (unit: string | null, unitRange: Range | null): NumberSyntax => ({
    kind: 'number',
    text,
    unit,
    unitRange,
    range: [range[0], unitRange?.[1] ?? range[1]],
  });
  const next = reader.token;

  if (next.kind === 'sign' && next.text === '%') {
    const after = reader.ahead(1);
    const ends = after.kind === 'end' || (after.kind === 'sign' && [')', ']', ',', '..'].includes(after.text));
    if (!ends) return number(null, null);
    reader.advance();
    return number('%', next.range);
  }
  if (next.kind !== 'name' || FOLLOWING.has(next.text) || meantOperator(next) !== null) return number(null, null);

  const after = reader.ahead(1);
  const unitRange: Range = [next.range[0], after.range[1]];
  if (next.text === 'working' && after.kind === 'name' && (after.text === 'days' || after.text === 'day')) {
    reader.advance();
    reader.advance();
    return number('working days', unitRange);
  }
  if (next.text === 'per' && after.kind === 'name' && Object.hasOwn(RATE_UNITS, after.text)) {
    reader.advance();
    reader.advance();
    return number(`per ${after.text}`, unitRange);
  }
  if (next.text === 'per' && after.kind === 'name' && !FOLLOWING.has(after.text)) {
    reader.advance();
    reader.advance();
    reportUnit(reader, after, Object.keys(RATE_UNITS));
    return number('?', unitRange);
  }
  const isUnit = Object.hasOwn(TIME_UNITS, next.text) || Object.hasOwn(SIZE_UNITS, next.text) || isCurrency(next.text);
  // A word before another one is no unit that is misspelt: a sign is missing before it.
  if (!isUnit && after.kind === 'name' && !FOLLOWING.has(after.text)) return number(null, null);
  reader.advance();
  if (isUnit) return number(next.text, next.range);
  reportUnit(reader, next, [...Object.keys(TIME_UNITS), ...Object.keys(SIZE_UNITS), 'working days']);
  return number('?', next.range);
}

function reportUnit(reader: TokenReader, { text, range }: Token, known: readonly string[]): void {
  const closest = nearest(text, known);
  const extra = closest === null ? {} : { fix: replacement(`Write ${closest}`, range, closest) };
  reader.report(problem('N069', { unit: text, nearest: closest }, range, extra));
}
