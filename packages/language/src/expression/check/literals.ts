import { patternFault } from '../compile-pattern.ts';
import { SIZE_UNITS, TIME_UNITS } from '../../vocabulary/units.ts';
import { durationOf, workingDaysOf } from '../duration.ts';
import { problem, replacement } from '../problem.ts';
import type { NumberSyntax, RegexSyntax, TextSyntax } from '../syntax.ts';
import type { Expression, Literal } from '../tree.ts';
import { INTEGER, type as plain, TEXT } from '../types.ts';
import { type Check, unknown } from './place.ts';

/** The places behind the point of a number's text. */
export function scaleOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** `21` as `0.21`, exactly. */
export function percentOf(text: string): string {
  const scale = scaleOf(text) + 2;
  const digits = text.replace('.', '').padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A number with or without its unit. */
export function checkNumber(check: Check, syntax: NumberSyntax): Expression {
  const { text, unit, range } = syntax;
  const literal = (value: Literal['value'], type: Literal['type']): Expression => ({
    kind: 'literal',
    value,
    type,
    range,
  });
  if (unit === null) {
    if (text.includes('.')) return literal(text, { kind: 'decimal', scale: scaleOf(text), nullable: false });
    if (Number.isSafeInteger(Number(text))) return literal(Number(text), INTEGER);
    check.problems.push(problem('N070', { text, reason: 'integers' }, range));
    return unknown(range);
  }
  if (unit === '?') return unknown(range);
  if (unit === '%') {
    const value = percentOf(text);
    if (check.scope.purpose === 'default')
      return literal(value, { kind: 'decimal', scale: scaleOf(value), nullable: false });
    const fix = replacement(`Write ${value}`, range, value);
    check.problems.push(problem('N073', { name: `${text} %`, place: 'expressionOrDefault' }, range, { fix }));
    return unknown(range);
  }
  if (unit.startsWith('per ')) {
    check.problems.push(problem('N073', { name: `${text} ${unit}`, place: 'expression' }, range));
    return unknown(range);
  }
  if (unit === 'working days') {
    const days = workingDaysOf(text);
    if (days !== null) return literal(days, plain('working days'));
    check.problems.push(problem('N070', { text, reason: 'workingDays' }, range));
    return unknown(range);
  }
  if (Object.hasOwn(TIME_UNITS, unit)) {
    const found = durationOf(text, unit);
    if (found.duration !== null) return literal(found.duration, plain('duration'));
    check.problems.push(problem('N070', { text, reason: found.reason }, range));
    return unknown(range);
  }
  const bytes = SIZE_UNITS[unit];
  if (bytes !== undefined) return literal(Math.round(Number(text) * bytes), plain('size'));
  return literal(text, { kind: 'money', currency: unit, nullable: false });
}

/** `/…/`, or as in CEL a text that is there as it is. */
export type PatternSyntax = RegexSyntax | TextSyntax;

/** A regular expression of RE2: its source as a text. */
export function checkRegex(check: Check, syntax: PatternSyntax): Expression {
  const source = syntax.kind === 'regex' ? syntax.source : syntax.value;
  const fault = patternFault(source);
  if (fault !== null) {
    check.problems.push(problem('N074', { fault }, syntax.range));
    return unknown(syntax.range);
  }
  return { kind: 'literal', value: source, type: TEXT, range: syntax.range };
}
