import { type Expression, type FieldAccess, hasValue, itemAt } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/** The largest whole number of the wire. */
const LARGEST_WHOLE = Number.MAX_SAFE_INTEGER;
/** The limit of PostgreSQL's bigint, with a margin for rounding. */
const LARGEST_BIGINT = 9e18;
/** Within what a computed number is, all digits that may be before its point counted. */
const LARGEST_NUMBER = 1e300;
/** Functions with small results for any arguments. */
const RESULTS: Readonly<Record<string, number>> = {
  sign: 1,
  year: 9999,
  month_number: 12,
  day_number: 31,
  weekday_number: 7,
  hour: 23,
  minute: 59,
  days: 4e6,
  hours: 1e8,
  minutes: 6e9,
  size: 2 ** 31,
  indexOf: 2 ** 31,
  lastIndexOf: 2 ** 31,
  integer: 1e30,
  decimal: 1e30,
};

/** The largest absolute value of a number, as far as its parts bound it; infinite if they don't. */
export function magnitude(expression: Expression, index: PlanIndex): number {
  const of = (part: Expression): number => magnitude(part, index);
  switch (expression.kind) {
    case 'literal':
      return expression.type.kind === 'working days' ? 1e9 : Math.abs(Number(expression.value));
    case 'constant': {
      const { value } = index.constant(expression.name);
      return value.kind === 'literal' && ['number', 'string'].includes(typeof value.value)
        ? (finite(Math.abs(Number(value.value))) ?? ofType(expression))
        : ofType(expression);
    }
    case 'field':
      return ofField(expression, index);
    case 'unary':
      return of(expression.operand);
    case 'binary':
      if (expression.type.kind === 'integer' && expression.left.type.kind === 'date') return 4e6;
      if (expression.operator === '+' || expression.operator === '-') return of(expression.left) + of(expression.right);
      if (expression.operator === '*') return of(expression.left) * of(expression.right);
      // The least divisor that is not zero has few places.
      return expression.operator === '%' ? of(expression.left) : of(expression.left) * 1e40;
    case 'conditional':
      return Math.max(of(expression.then), of(expression.otherwise));
    case 'call':
      if (['least', 'greatest'].includes(expression.name)) return Math.max(...expression.arguments.map(of));
      if (['abs', 'round', 'floor', 'ceil', 'trunc'].includes(expression.name))
        return of(itemAt(expression.arguments, 0)) + 1;
      return RESULTS[expression.name] ?? ofType(expression);
    case 'query': {
      const { form, value } = expression;
      if (form === 'count') return 2 ** 40;
      // There are never more records than that.
      if (form === 'sum' && value !== null) return of(value) * 2 ** 40;
      return value === null ? ofType(expression) : of(value) + 1;
    }
    case 'list query':
      return 2 ** 31;
    case 'given call':
    case 'list':
    case 'role':
    case 'variable':
      return ofType(expression);
  }
}

/** Whether a whole number is calculated as `numeric`, because PostgreSQL's bigint may not hold it. */
export function isWide(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_BIGINT);
}

/** Whether a whole number may exceed the whole numbers of the wire. */
export function mayBeBeyondWhole(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_WHOLE);
}

/** Whether a number may have more digits than numbers of the wire. */
export function mayBeBeyondNumber(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_NUMBER);
}

/** The bound that a number stays under. */
function below(bound: number): number {
  return bound * (1 - Number.EPSILON);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function ofType({ type }: Pick<Expression, 'type'>): number {
  return type.kind === 'integer' || type.kind === 'size' ? LARGEST_WHOLE : Number.POSITIVE_INFINITY;
}

function ofField(access: FieldAccess, index: PlanIndex): number {
  const { of: holder, field: name } = access;
  const field = holder.type.kind === 'record' ? index.findField(holder.type.entity, name) : null;
  if (field === null) return ofType(access);
  if (field.computed !== null)
    return field.type.kind === 'integer'
      ? Math.min(LARGEST_WHOLE, magnitude(field.computed, index))
      : magnitude(field.computed, index);
  const bound = Math.max(Math.abs(Number(field.minimum?.value ?? NaN)), Math.abs(Number(field.maximum?.value ?? NaN)));
  if (!Number.isNaN(bound) && hasValue(field.type, 'number')) return bound;
  if (field.type.kind === 'decimal') return below(10 ** (field.type.precision - field.type.scale));
  return field.type.kind === 'money' || field.type.kind === 'percent' ? below(1e24) : ofType(access);
}
