import type { Schema } from '../scope.ts';
import type { Conditional, Expression, FunctionCall } from '../tree.ts';
import { factsOf, isNonZero } from './facts.ts';

/** The numbers that a value can be, both bounds included. */
export interface Interval {
  readonly least: number;
  readonly most: number;
}

const ANY: Interval = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
const NOT_NEGATIVE: Interval = { least: 0, most: Number.POSITIVE_INFINITY };

/** The results of functions that don't hang on what they are given. */
const RESULTS: Readonly<Record<string, Interval>> = {
  size: NOT_NEGATIVE,
  month_number: { least: 1, most: 12 },
  day_number: { least: 1, most: 31 },
  weekday_number: { least: 1, most: 7 },
  hour: { least: 0, most: 23 },
  minute: { least: 0, most: 59 },
  sign: { least: -1, most: 1 },
  indexOf: { least: -1, most: Number.POSITIVE_INFINITY },
  lastIndexOf: { least: -1, most: Number.POSITIVE_INFINITY },
};

const ROUNDED: Readonly<Record<string, (value: number) => number>> = {
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  // Half away from zero.
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
};

/** Whether a number is known not to be zero: by a guard, or by the bounds of its parts. */
export function isNeverZero(schema: Schema, facts: ReadonlySet<string>, expression: Expression): boolean {
  if (isNonZero(facts, expression)) return true;
  switch (expression.kind) {
    case 'constant':
      return schema.nonZero?.has(expression.name) ?? false;
    case 'unary':
      return isNeverZero(schema, facts, expression.operand);
    case 'binary':
      if (expression.operator === '*')
        return isNeverZero(schema, facts, expression.left) && isNeverZero(schema, facts, expression.right);
      break;
    case 'conditional':
      return branches(facts, expression).every(([known, branch]) => isNeverZero(schema, known, branch));
    case 'call':
      if (expression.name === 'abs')
        return expression.arguments.every((argument) => isNeverZero(schema, facts, argument));
      break;
    case 'field':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
    case 'query':
    case 'role':
    case 'variable':
      break;
  }
  const { least, most } = intervalOf(schema, facts, expression);
  return least > 0 || most < 0;
}

/** The numbers that an expression can be, as far as its parts bound it. */
function intervalOf(schema: Schema, facts: ReadonlySet<string>, expression: Expression): Interval {
  const of = (part: Expression): Interval => intervalOf(schema, facts, part);
  const known = bounds();
  // A number that is not below zero and not zero is above it: a count by one at least.
  if (known.least !== 0 || !isNonZero(facts, expression)) return known;
  return { least: expression.type.kind === 'integer' ? 1 : Number.MIN_VALUE, most: known.most };

  function bounds(): Interval {
    switch (expression.kind) {
      case 'literal': {
        const value = ['integer', 'decimal', 'money'].includes(expression.type.kind) ? Number(expression.value) : NaN;
        return Number.isNaN(value) ? ANY : { least: value, most: value };
      }
      case 'field': {
        const { of: holder, field } = expression;
        const entity = holder.type.kind === 'record' ? schema.entities.get(holder.type.entity) : undefined;
        return entity?.bounds?.get(field) ?? ANY;
      }
      case 'unary': {
        const { least, most } = of(expression.operand);
        return expression.operator === '-' ? { least: -most, most: -least } : ANY;
      }
      case 'binary':
        return combined(expression.operator, of(expression.left), of(expression.right));
      case 'conditional':
        return branches(facts, expression)
          .map(([known, branch]) => intervalOf(schema, known, branch))
          .reduce(union);
      case 'call':
        return ofCall(expression, expression.arguments.map(of));
      case 'query':
        if (expression.form === 'count') return countOf();
        if (expression.form === 'sum' && expression.value !== null) {
          const { least, most } = of(expression.value);
          return { least: least >= 0 ? 0 : ANY.least, most: most <= 0 ? 0 : ANY.most };
        }
        return expression.value === null ? ANY : of(expression.value);
      case 'list query':
        return expression.form === 'count' ? NOT_NEGATIVE : ANY;
      case 'constant':
      case 'given call':
      case 'list':
      case 'role':
      case 'variable':
        return ANY;
    }
  }

  /** A list of at least one record: `copies | list of Copy | 1..`. */
  function countOf(): Interval {
    if (expression.kind !== 'query' || expression.source.kind !== 'list' || expression.where !== null)
      return NOT_NEGATIVE;
    const { of: holder, field } = expression.source;
    const entity = holder.type.kind === 'record' ? schema.entities.get(holder.type.entity) : undefined;
    return entity?.bounds?.get(field) ?? NOT_NEGATIVE;
  }
}

/** The values of both branches, each with the facts that hold there. */
function branches(
  facts: ReadonlySet<string>,
  { condition, then, otherwise }: Conditional,
): (readonly [ReadonlySet<string>, Expression])[] {
  return [
    [facts.union(factsOf(condition, true)), then],
    [facts.union(factsOf(condition, false)), otherwise],
  ];
}

function combined(operator: string, left: Interval, right: Interval): Interval {
  if (operator === '+') return { least: left.least + right.least, most: left.most + right.most };
  if (operator === '-') return { least: left.least - right.most, most: left.most - right.least };
  if (operator !== '*') return ANY;
  const products = [left.least, left.most].flatMap((one) => [right.least, right.most].map((other) => one * other));
  return products.some(Number.isNaN) ? ANY : { least: Math.min(...products), most: Math.max(...products) };
}

function union(left: Interval, right: Interval): Interval {
  return { least: Math.min(left.least, right.least), most: Math.max(left.most, right.most) };
}

function ofCall({ name, arguments: values }: FunctionCall, given: readonly Interval[]): Interval {
  const least = given.map((one) => one.least);
  const most = given.map((one) => one.most);
  if (given.length > 0 && name === 'greatest') return { least: Math.max(...least), most: Math.max(...most) };
  if (given.length > 0 && name === 'least') return { least: Math.min(...least), most: Math.min(...most) };
  const [first] = given;
  if (first && name === 'abs')
    return {
      least: Math.max(0, first.least, -first.most),
      most: Math.max(Math.abs(first.least), Math.abs(first.most)),
    };
  const round = Object.hasOwn(ROUNDED, name) && values.length === 1 ? ROUNDED[name] : undefined;
  if (first && round) return { least: round(first.least), most: round(first.most) };
  return (Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined) ?? ANY;
}
