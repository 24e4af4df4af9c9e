import type { DetailsOf } from '../diagnostics/catalogue.ts';
import { RATE_UNITS, SIZE_UNITS } from '../vocabulary/units.ts';
import { isDate } from './calendar.ts';
import { percentOf, scaleOf } from './check/literals.ts';
import type { ConstantValue } from './constant-value.ts';
import { durationOf, workingDaysOf } from './duration.ts';
import { parse } from './parser.ts';
import { type ExpressionProblem, problem } from './problem.ts';
import type { ListSyntax, NumberSyntax, Syntax } from './syntax.ts';
import type { Type } from './type.ts';
import { BOOLEAN, describe, INTEGER, isLike, type as plain, TEXT, UNKNOWN, unite } from './types.ts';

export interface ParsedValue {
  /** Null if the text has errors. */
  readonly constant: { readonly type: Type; readonly value: ConstantValue } | null;
  readonly problems: readonly ExpressionProblem[];
}

/** A value and its type, in the form of `ConstantValue`. */
interface Value {
  readonly type: Type;
  readonly value: unknown;
  readonly currency?: string;
}

/**
 * Reads a value of point 9: `21 %`, `500 EUR`, `30 days`, `2026-12-31`, `10 MB`, `600 per minute`, `"text"`, lists,
 * `env NAME`, `secret NAME`.
 */
export function parseValue(text: string): ParsedValue {
  const named = /^\s*(env|secret)\s+([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(text);
  if (named) {
    const [, word, name = ''] = named;
    const kind = word === 'secret' ? 'secret' : 'env';
    return { constant: { type: TEXT, value: { kind, name } }, problems: [] };
  }
  // In an expression this would be a subtraction; a literal can't contain one.
  const date = text.trim();
  if (isDate(date)) return { constant: { type: plain('date'), value: { kind: 'literal', value: date } }, problems: [] };
  const { syntax, problems: unreadable } = parse(text);
  // After the first broken place nothing is certain.
  const problems = unreadable.toSorted((left, right) => left.range[0] - right.range[0]).slice(0, 1);
  const found = problems.length > 0 ? null : valueOf(syntax, text, problems);
  if (found === null || problems.length > 0) return { constant: null, problems };
  const { type, value, currency } = found;
  return {
    constant: { type, value: { kind: 'literal', value, ...(currency !== undefined && { currency }) } },
    problems,
  };
}

function valueOf(syntax: Syntax, text: string, problems: ExpressionProblem[]): Value | null {
  switch (syntax.kind) {
    case 'number':
      return numberOf(syntax, '', problems);
    case 'unary':
      if (syntax.operator === '-' && syntax.operand.kind === 'number') return numberOf(syntax.operand, '-', problems);
      break;
    case 'text':
      return { type: TEXT, value: syntax.value.normalize('NFC') };
    case 'word':
      if (syntax.value !== null) return { type: BOOLEAN, value: syntax.value };
      break;
    case 'list':
      return listOf(syntax, text, problems);
    case 'at':
    case 'binary':
    case 'call':
    case 'conditional':
    case 'error':
    case 'is':
    case 'member':
    case 'name':
    case 'query':
    case 'regex':
      break;
  }
  problems.push(problem('N081', { text: text.slice(...syntax.range) }, syntax.range));
  return null;
}

function numberOf(syntax: NumberSyntax, sign: '' | '-', problems: ExpressionProblem[]): Value | null {
  const { unit, range } = syntax;
  const text = `${sign}${syntax.text}`;
  const reject = (reason: DetailsOf<'N070'>['reason']): null => {
    problems.push(problem('N070', { text, reason }, range));
    return null;
  };
  if (unit === null) {
    if (text.includes('.')) return { type: { kind: 'decimal', scale: scaleOf(text), nullable: false }, value: text };
    return Number.isSafeInteger(Number(text)) ? { type: INTEGER, value: Number(text) } : reject('integers');
  }
  if (unit === '%') {
    const value = `${sign}${percentOf(syntax.text)}`;
    return { type: { kind: 'decimal', scale: scaleOf(value), nullable: false }, value };
  }
  const seconds = unit.startsWith('per ') ? RATE_UNITS[unit.slice(4)] : undefined;
  if (seconds !== undefined) {
    const count = Number(text);
    return Number.isSafeInteger(count) && count > 0
      ? { type: plain('rate'), value: { count, seconds } }
      : reject('rate');
  }
  const bytes = Object.hasOwn(SIZE_UNITS, unit) ? SIZE_UNITS[unit] : undefined;
  if (bytes !== undefined) {
    const size = Math.round(Number(text) * bytes);
    return Number.isSafeInteger(size) && size >= 0 ? { type: plain('size'), value: size } : reject('size');
  }
  if (unit === 'working days') {
    const days = sign === '' ? workingDaysOf(syntax.text) : null;
    return days === null ? reject('workingDays') : { type: plain('working days'), value: days };
  }
  if (/^[A-Z]{3}$/.test(unit))
    return { type: { kind: 'money', currency: unit, nullable: false }, value: text, currency: unit };
  if (sign !== '') return reject('wholeUnits');
  const found = durationOf(syntax.text, unit);
  return found.duration === null ? reject(found.reason) : { type: plain('duration'), value: found.duration };
}

function listOf(syntax: ListSyntax, text: string, problems: ExpressionProblem[]): Value | null {
  const values: unknown[] = [];
  let of: Type = UNKNOWN;
  for (const item of syntax.items) {
    const found = valueOf(item, text, problems);
    if (found === null) continue;
    if (!isLike(of, found.type))
      problems.push(problem('N060', { expected: describe(of), found: describe(found.type) }, item.range));
    else if (of.kind === 'money' && found.type.kind === 'money' && of.currency !== found.type.currency)
      problems.push(problem('N067', { left: of.currency ?? '', right: found.type.currency ?? '' }, item.range));
    else of = unite(of, found.type);
    values.push(found.value);
  }
  return { type: { kind: 'list', of, nullable: false }, value: values };
}
