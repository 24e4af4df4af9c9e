import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { isDate, isDateTime, isTime } from '../calendar.ts';
import { type ExpressionProblem, problem, replacement } from '../problem.ts';
import type { Expression, Literal } from '../tree.ts';
import type { Type } from '../type.ts';
import { describe, isAssignable, isNumber, unite, withNull } from '../types.ts';
import { requireValue } from './nulls.ts';
import { type Check, isUnknown, type Place, rangeOf, unknown } from './place.ts';

/**
 * Reads the literals of an expression as the expected type: a bare number as money in the field's currency, a text as
 * one of a field's choices or as a date. Everything else stays as it is.
 */
export function adapt(check: Check, expression: Expression, target: Type): Expression {
  if (expression.type.kind === 'given' && TAKEN.has(target.kind))
    return { ...expression, type: withNull(target, expression.type.nullable) };
  switch (expression.kind) {
    case 'literal':
      return adaptLiteral(check, expression, target);
    case 'unary':
      if (expression.operator !== '-') return expression;
      return retype(expression, adapt(check, expression.operand, target), (operand) => ({ ...expression, operand }));
    case 'constant':
      return isNumber(expression.type) && target.kind === 'money'
        ? { ...expression, type: withNull(target, expression.type.nullable) }
        : expression;
    case 'binary': {
      // `2 * 25` is a bare number as `50` is.
      if (target.kind !== 'money' || !isNumber(expression.type) || !isBare(expression)) return expression;
      return { ...expression, type: withNull(target, false) };
    }
    case 'list': {
      if (target.kind !== 'list') return expression;
      const items = expression.items.map((item) => adapt(check, item, target.of));
      const of = items.reduce<Type>(
        (known, item) => (known.kind === 'unknown' ? item.type : unite(known, item.type)),
        items[0]?.type ?? target.of,
      );
      return { ...expression, items, type: { kind: 'list', of, nullable: false } };
    }
    case 'conditional': {
      const then = adapt(check, expression.then, target);
      const otherwise = adapt(check, expression.otherwise, target);
      return { ...expression, then, otherwise, type: unite(then.type, otherwise.type) };
    }
    case 'call':
    case 'field':
    case 'given call':
    case 'list query':
    case 'query':
    case 'role':
    case 'variable':
      return expression;
  }
}

/** The types that a value of a request can be read as. */
const TAKEN: ReadonlySet<Type['kind']> = new Set([
  'text',
  'boolean',
  'integer',
  'decimal',
  'money',
  'date',
  'time',
  'datetime',
  'duration',
  'enum',
  'record',
]);

function retype(expression: Expression, operand: Expression, rebuild: (operand: Expression) => Expression): Expression {
  if (operand.type === expression.type) return expression;
  return isUnknown(operand) ? operand : { ...rebuild(operand), type: operand.type };
}

function isBare(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'constant':
      return isNumber(expression.type);
    case 'unary':
      return isBare(expression.operand);
    case 'binary':
      return isBare(expression.left) && isBare(expression.right);
    case 'call':
    case 'conditional':
    case 'field':
    case 'given call':
    case 'list':
    case 'list query':
    case 'query':
    case 'role':
    case 'variable':
      return false;
  }
}

const FORMS = {
  date: { form: '2026-11-21', is: isDate },
  time: { form: '09:30', is: isTime },
  datetime: { form: '2026-11-21T09:30:00Z', is: isDateTime },
} as const;

function adaptLiteral(check: Check, literal: Literal, target: Type): Expression {
  const { type, value } = literal;
  const range = rangeOf(literal);
  if (isNumber(type) && target.kind === 'money')
    return { ...literal, value: String(value), type: withNull(target, false) };
  if (type.kind === 'integer' && target.kind === 'decimal')
    return { ...literal, value: String(value), type: { kind: 'decimal', scale: 0, nullable: false } };
  if (type.kind !== 'text' || typeof value !== 'string') return literal;
  if (target.kind === 'enum') {
    if (target.values.includes(value)) return { ...literal, type: withNull(target, false) };
    const closest = nearest(value, target.values);
    const fix = closest === null ? {} : { fix: replacement(`Write "${closest}"`, range, JSON.stringify(closest)) };
    check.problems.push(problem('N063', { value, values: target.values, nearest: closest }, range, fix));
    return unknown(range);
  }
  if (target.kind === 'date' || target.kind === 'time' || target.kind === 'datetime') {
    const form = FORMS[target.kind];
    if (form.is(value)) return { ...literal, type: { kind: target.kind, nullable: false } };
    check.problems.push(problem('N075', { text: value, type: target.kind, form: form.form }, range));
    return unknown(range);
  }
  return literal;
}

/** The expression as a value of the expected type; what it can't be is reported. */
export function demand(check: Check, place: Place, expression: Expression, expected: Type): Expression {
  const adapted = adapt(check, expression, expected);
  if (isUnknown(adapted) || expected.kind === 'unknown') return adapted;
  if (adapted.type.kind !== 'null' && !isAssignable(adapted.type, expected)) {
    const { hint, fix } = convertedTo(expected, adapted);
    const details = {
      expected: describe(expected),
      found: describe(adapted.type),
      ...(hint !== undefined && { hint }),
    };
    check.problems.push(problem('N060', details, rangeOf(adapted), fix ? { fix } : {}));
    return unknown(rangeOf(adapted));
  }
  if (
    adapted.type.kind === 'money' &&
    expected.kind === 'money' &&
    !sameCurrency(check, adapted.type.currency, expected.currency)
  ) {
    reportCurrencies(check, adapted.type.currency, expected.currency, adapted);
    return unknown(rangeOf(adapted));
  }
  if (expected.nullable) return adapted;
  if (adapted.type.kind === 'null' && !isUnknown(adapted)) {
    check.problems.push(problem('N060', { expected: describe(expected), found: 'null' }, rangeOf(adapted)));
    return unknown(rangeOf(adapted));
  }
  return requireValue(check, place, adapted);
}

/** The conversion of a value to the expected type, if a function or a unit does it. */
function convertedTo(
  expected: Type,
  value: Expression,
): { readonly hint?: DetailsOf<'N060'>['hint']; readonly fix?: NonNullable<ExpressionProblem['fix']> } {
  const [from, to] = rangeOf(value);
  const around = (title: string, before: string, after: string): NonNullable<ExpressionProblem['fix']> => ({
    title,
    isOffer: true,
    edits: [
      { range: [from, from], text: before },
      { range: [to, to], text: after },
    ],
  });
  if (expected.kind === 'integer' && value.type.kind === 'decimal') {
    return { hint: 'round', fix: around('Round it: round(…)', 'round(', ')') };
  }
  if (expected.kind === 'duration' && value.type.kind === 'integer') {
    return { hint: 'unit', fix: around('Say that these are days: (…) days', '(', ') days') };
  }
  return {};
}

/** Whether two currencies are equal. Null is the product's own; an unknown currency equals any. */
export function sameCurrency(check: Check, left: string | null, right: string | null): boolean {
  const own = check.schema.currency ?? null;
  const first = left ?? own;
  const second = right ?? own;
  return first === null || second === null || first === second;
}

export function reportCurrencies(check: Check, left: string | null, right: string | null, at: Expression): void {
  const own = check.schema.currency ?? 'CURRENCY';
  check.problems.push(problem('N067', { left: left ?? own, right: right ?? own }, rangeOf(at)));
}
