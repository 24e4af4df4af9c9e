import { durationInRange, type Expression, type Field, type FieldAccess, parseDuration } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { longest, LONGEST_TEXT } from './text-length.ts';

/** What a whole number of the wire holds at most. */
const LARGEST_WHOLE = Number.MAX_SAFE_INTEGER;
/** What PostgreSQL's bigint holds, with a margin for what is rounded here. */
const LARGEST_BIGINT = 9e18;
/** Within what a computed number is, all digits that may stand before its point counted. */
const LARGEST_NUMBER = 1e300;
/** A moment of the years 1 to 9999 that is moved by so many days is one that PostgreSQL has, and no part overflows. */
const SURE_DAYS = 100_000;
/** From today, so many days lead to no other years than 1 to 9999. */
const NEAR_DAYS = 500_000;

/** The results of functions that are small whatever they are given. */
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
};

/** How large a number can be without its sign, as far as its parts bound it; infinite where they don't. */
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
        return of(expression.arguments[0] as Expression) + 1;
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
    default:
      return ofType(expression);
  }
}

/** Whether a whole number is calculated as `numeric`, because PostgreSQL's bigint may not hold it. */
export function isWide(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_BIGINT);
}

/** Whether a whole number may be beyond what whole numbers on the wire hold. */
export function mayBeBeyondWhole(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_WHOLE);
}

/** Whether a number may have more digits than numbers have. */
export function mayBeBeyondNumber(expression: Expression, index: PlanIndex): boolean {
  return !(magnitude(expression, index) <= LARGEST_NUMBER);
}

/** How many days a duration counts at most, whatever its sign; a month counts as 31. */
export function daysOf(expression: Expression, index: PlanIndex): number {
  switch (expression.kind) {
    case 'literal':
      return daysIn(expression.value);
    case 'constant': {
      const { value } = index.constant(expression.name);
      return value.kind === 'literal' ? daysIn(value.value) : Number.POSITIVE_INFINITY;
    }
    case 'unary':
      return daysOf(expression.operand, index);
    case 'binary': {
      const { left, right, operator } = expression;
      if (left.type.kind === 'datetime')
        return Math.max(daysFromNow(left, index), daysFromNow(right, index)) <= SURE_DAYS / 2
          ? SURE_DAYS
          : Number.POSITIVE_INFINITY;
      if (operator === '*')
        return left.type.kind === 'duration'
          ? daysOf(left, index) * magnitude(right, index)
          : magnitude(left, index) * daysOf(right, index);
      return daysOf(left, index) + daysOf(right, index);
    }
    case 'conditional':
      return Math.max(daysOf(expression.then, index), daysOf(expression.otherwise, index));
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether a duration is so short that no moment which it moves, and no part of it, leads beyond what PostgreSQL has. */
export function isSure(duration: Expression, index: PlanIndex): boolean {
  return daysOf(duration, index) <= SURE_DAYS;
}

/** Whether a moment is so near to today that it is of the years 1 to 9999 whatever the records say. */
export function isNear(moment: Expression, index: PlanIndex): boolean {
  return daysFromNow(moment, index) <= NEAR_DAYS;
}

/** Whether what an expression itself calculates may be beyond its type; what its parts calculate is not asked. */
export function mayLeaveItsType(expression: Expression, index: PlanIndex): boolean {
  switch (expression.kind) {
    case 'binary':
      switch (expression.type.kind) {
        case 'date':
        case 'datetime':
          return !isNear(expression, index);
        case 'duration':
          return !isSure(expression, index);
        case 'text':
          return longest(expression, index) > LONGEST_TEXT;
        default:
          return false;
      }
    case 'unary':
      return false;
    case 'call': {
      const [first] = expression.arguments;
      if (expression.name === 'dates') return true;
      if (expression.name === 'replace') return longest(expression, index) > LONGEST_TEXT;
      return first?.type.kind === 'datetime' && OF_DAYS.has(expression.name) && !isNear(first, index);
    }
    case 'list query':
      return expression.form === 'count' && expression.list.kind === 'call';
    case 'field': {
      const field = computedField(expression, index);
      return field !== null && (leavesItsField(field, index) || mayHaveNoValue(field.computed as Expression, index));
    }
    default:
      return false;
  }
}

/** Functions of a date, which an instant at the ends of the calendar has none of in the product's time zone. */
const OF_DAYS: ReadonlySet<string> = new Set(['date', 'month', 'year', 'month_number', 'day_number', 'weekday_number']);

/** Whether the value of a computed field may be beyond its field's type, though it was calculated. */
export function leavesItsField({ type, computed }: Pick<Field, 'type' | 'computed'>, index: PlanIndex): boolean {
  if (computed === null) return false;
  if (type.kind === 'integer') return mayBeBeyondWhole(computed, index);
  return ['decimal', 'money', 'percent'].includes(type.kind) && mayBeBeyondNumber(computed, index);
}

/**
 * A function of the database of a value that PostgreSQL computes once: where the value has a subselect, it would otherwise
 * call the function for each row instead of putting it in its place.
 */
export function guarded(name: 'whole' | 'number' | 'day', sql: string): string {
  if (!/\bselect\b/i.test(sql)) return `nonet.${name}(${sql})`;
  return `(select nonet.${name}(w."value") from (select ${sql} as "value" offset 0) w)`;
}

const known = new WeakMap<Expression, boolean>();

/** Whether an expression over whole records may have no value because something in it is beyond its type. */
export function mayHaveNoValue(expression: Expression, index: PlanIndex): boolean {
  let answer = known.get(expression);
  if (answer === undefined) {
    answer = mayLeaveItsType(expression, index) || partsOf(expression).some((part) => mayHaveNoValue(part, index));
    known.set(expression, answer);
  }
  return answer;
}

/** The parts of which a missing value is passed on. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return expression.operator === '-' ? [expression.operand] : [];
    case 'binary':
      return ['+', '-', '*', '/', '%'].includes(expression.operator) ? [expression.left, expression.right] : [];
    case 'conditional':
      return [expression.then, expression.otherwise];
    case 'call':
      return expression.arguments;
    case 'query':
      return ['min', 'max', 'avg'].includes(expression.form) && expression.value !== null ? [expression.value] : [];
    default:
      return [];
  }
}

function computedField({ of, field: name }: FieldAccess, index: PlanIndex): Field | null {
  const field = of.type.kind === 'record' ? index.findField(of.type.entity, name) : null;
  return field === null || field.computed === null ? null : field;
}

function daysFromNow(moment: Expression, index: PlanIndex): number {
  if (moment.kind === 'call') {
    if (moment.name === 'today' || moment.name === 'now') return 0;
    const [first] = moment.arguments;
    return first !== undefined && ['date', 'month'].includes(moment.name)
      ? daysFromNow(first, index) + 31
      : Number.POSITIVE_INFINITY;
  }
  if (moment.kind !== 'binary') return Number.POSITIVE_INFINITY;
  const [from, by] = moment.right.type.kind === 'duration' ? [moment.left, moment.right] : [moment.right, moment.left];
  return by.type.kind === 'duration' ? daysFromNow(from, index) + daysOf(by, index) : Number.POSITIVE_INFINITY;
}

function daysIn(value: unknown): number {
  const written = typeof value === 'string' ? parseDuration(value) : null;
  const duration = written === null ? null : durationInRange(written);
  if (duration === null) return Number.POSITIVE_INFINITY;
  return (
    Math.abs(duration.months) * 31 + Math.abs(duration.days) + Math.abs(duration.microseconds) / (86_400 * 1_000_000)
  );
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
  if (!Number.isNaN(bound) && ['integer', 'decimal', 'money', 'percent'].includes(field.type.kind)) return bound;
  if (field.type.kind === 'decimal') return below(10 ** (field.type.precision - field.type.scale));
  return field.type.kind === 'money' || field.type.kind === 'percent' ? below(1e24) : ofType(access);
}
