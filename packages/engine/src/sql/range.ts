import {
  durationInRange,
  type Expression,
  type Field,
  type FieldAccess,
  parseDuration,
  type Plan,
  hasValue,
} from '@nonet/language';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { magnitude, mayBeBeyondNumber, mayBeBeyondWhole } from './magnitude.ts';
import type { Parameters, TracedText } from './parameters.ts';
import { longest, LONGEST_TEXT } from './text-length.ts';

/** A moment of the years 1 to 9999 that is moved by so many days is one that PostgreSQL has, and no part overflows. */
const SURE_DAYS = 100_000;
/** The number of days from today that never leave the years 1 to 9999. */
const NEAR_DAYS = 500_000;

/** The maximum number of days in a duration, regardless of its sign; a month counts as 31. */
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
    case 'call':
    case 'field':
    case 'given call':
    case 'list':
    case 'list query':
    case 'query':
    case 'role':
    case 'variable':
      return Number.POSITIVE_INFINITY;
  }
}

/**
 * Whether a duration is so short that none of its parts, and no instant that it moves, can exceed PostgreSQL's limits.
 */
export function isSure(duration: Expression, index: PlanIndex): boolean {
  return daysOf(duration, index) <= SURE_DAYS;
}

/** Whether an instant is so close to today that it is within the years 1 to 9999 for any records. */
export function isNear(moment: Expression, index: PlanIndex): boolean {
  return daysFromNow(moment, index) <= NEAR_DAYS;
}

/** Whether the calculation of an expression itself may exceed its type, regardless of the calculations of its parts. */
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
        case 'boolean':
        case 'decimal':
        case 'enum':
        case 'file':
        case 'given':
        case 'integer':
        case 'json':
        case 'list':
        case 'money':
        case 'null':
        case 'object':
        case 'rate':
        case 'record':
        case 'recurrence':
        case 'size':
        case 'time':
        case 'unknown':
        case 'working days':
          return false;
      }
    case 'unary':
      return false;
    case 'call': {
      const [first] = expression.arguments;
      if (expression.name === 'dates' || expression.name === 'occurrences' || AT_RECORDS.has(expression.name))
        return true;
      if (expression.name === 'datetime') return first?.type.kind === 'date' && !isNear(expression, index);
      if (expression.name === 'replace') return longest(expression, index) > LONGEST_TEXT;
      return first?.type.kind === 'datetime' && OF_DAYS.has(expression.name) && !isNear(first, index);
    }
    case 'list query':
      return expression.form === 'count' && expression.list.kind === 'call';
    case 'field': {
      const field = computedField(expression, index);
      return field !== null && (leavesItsField(field, index) || mayHaveNoValue(field.computed, index));
    }
    case 'conditional':
    case 'constant':
    case 'given call':
    case 'list':
    case 'literal':
    case 'query':
    case 'role':
    case 'variable':
      return false;
  }
}

/** Functions of a date, which an instant at the ends of the calendar has none of in the product's time zone. */
const OF_DAYS: ReadonlySet<string> = new Set(['date', 'month', 'year', 'month_number', 'day_number', 'weekday_number']);

/** Functions of the working time of a record, which may have none, or too little of it. */
const AT_RECORDS: ReadonlySet<string> = new Set([
  'add_working_days',
  'add_working_time',
  'working_hours',
  'working_minutes',
]);

/** Whether the value of a computed field may be beyond its field's type, though it could be calculated. */
export function leavesItsField({ type, computed }: Pick<Field, 'type' | 'computed'>, index: PlanIndex): boolean {
  if (computed === null) return false;
  if (type.kind === 'integer') return mayBeBeyondWhole(computed, index);
  return hasValue(type, 'number') && mayBeBeyondNumber(computed, index);
}

/**
 * A call of one of the database's functions. PostgreSQL inlines the function if it computes the value beforehand; if the
 * value has a subselect, it would otherwise call the function for each row.
 */
export function guarded(
  name: 'whole' | 'number' | 'day' | 'instant',
  value: TracedText,
  parameters: Parameters,
): string {
  if (!value.traits.has('subselect')) return `nonet.${name}(${value.text})`;
  return parameters.subselect(`(select nonet.${name}(w."value") from (select ${value.text} as "value" offset 0) w)`);
}

const indexes = new WeakMap<Plan, PlanIndex>();

/** Whether a computed field may be null in an answer though it is not optional: its value may be beyond its type. */
export function mayBeBeyondType(plan: Plan, entity: string, name: string): boolean {
  const index = indexFor(plan);
  const field = index.findField(entity, name);
  if (!field?.computed) return false;
  return leavesItsField(field, index) || mayHaveNoValue(field.computed, index);
}

/** Whether an expression over whole records may be null in an answer because its value is beyond its type. */
export function mayBeBeyondRange(plan: Plan, expression: Expression): boolean {
  const index = indexFor(plan);
  if (mayHaveNoValue(expression, index)) return true;
  return expression.type.kind === 'integer' && expression.kind !== 'field' && mayBeBeyondWhole(expression, index);
}

function indexFor(plan: Plan): PlanIndex {
  let index = indexes.get(plan);
  if (index === undefined) indexes.set(plan, (index = indexPlan(plan)));
  return index;
}

const known = new WeakMap<Expression, boolean>();

/** Whether an expression over whole records may be null because a value within it is beyond its type. */
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
    case 'constant':
    case 'field':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
    case 'role':
    case 'variable':
      return [];
  }
}

type ComputedField = Field & { readonly computed: Expression };

function computedField({ of, field: name }: FieldAccess, index: PlanIndex): ComputedField | null {
  const field = of.type.kind === 'record' ? index.findField(of.type.entity, name) : null;
  return field === null || field.computed === null ? null : { ...field, computed: field.computed };
}

function daysFromNow(moment: Expression, index: PlanIndex): number {
  if (moment.kind === 'call') {
    if (moment.name === 'today' || moment.name === 'now') return 0;
    const [first] = moment.arguments;
    return first !== undefined && ['date', 'month', 'datetime'].includes(moment.name)
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
