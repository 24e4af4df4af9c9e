import { asDecimal, asDuration, asInstant } from './operands.ts';
import { addToDate, addToInstant, daysBetween, durationBetween } from '../calendar.ts';
import { type Decimal, decimal, divide } from '../decimal.ts';
import { addDurations, multiplyDuration } from '../duration.ts';
import type { Binary } from '../tree.ts';
import { addWorkingDays, addWorkingDaysToInstant } from '../working-days.ts';
import type { Closure, Compile, Environment } from './environment.ts';
import { shorter } from './length.ts';
import { compare, isSame } from './values.ts';

/** An operator between two values. `and` and `or` read null as false, comparisons are two-valued. */
export function compileBinary(compile: Compile, binary: Binary): Closure {
  const { operator } = binary;
  const left = compile(binary.left);
  const right = compile(binary.right);
  const kind = binary.left.type.kind === 'null' ? binary.right.type.kind : binary.left.type.kind;
  switch (operator) {
    case 'and':
      return (frame) => left(frame) === true && right(frame) === true;
    case 'or':
      return (frame) => left(frame) === true || right(frame) === true;
    case '==':
      return (frame) => isSame(left(frame), right(frame), kind);
    case '!=':
      return (frame) => !isSame(left(frame), right(frame), kind);
    case '<':
      return ordered((order) => order < 0);
    case '<=':
      return ordered((order) => order <= 0);
    case '>':
      return ordered((order) => order > 0);
    case '>=':
      return ordered((order) => order >= 0);
    case 'in':
      return (frame) => {
        const value = left(frame);
        const list = right(frame);
        return value !== null && Array.isArray(list) && list.some((item) => isSame(value, item, kind));
      };
    case '%':
    case '*':
    case '+':
    case '-':
    case '/':
      return compileArithmetic(binary, left, right);
  }

  function ordered(holds: (order: number) => boolean): Closure {
    return (frame) => {
      const [a, b] = [left(frame), right(frame)];
      return a !== null && b !== null && holds(compare(a, b, kind));
    };
  }
}

/**
 * `+ - * / %`; null if a value is (messages and the times of timers run through null) and where a divisor is zero (a guard decides then).
 */
function compileArithmetic(binary: Binary, left: Closure, right: Closure): Closure {
  const operate = operationOf(binary);
  return (frame) => {
    const [a, b] = [left(frame), right(frame)];
    return a === null || b === null ? null : operate(a, b, frame.environment);
  };
}

type Operation = (left: unknown, right: unknown, environment: Environment) => unknown;

function operationOf({ operator, left, right }: Binary): Operation {
  const [first, second] = [left.type.kind, right.type.kind];
  const sign = operator === '-' ? -1 : 1;
  if (first === 'date' && second === 'date') return (a, b) => decimal(daysBetween(String(b), String(a)));
  if (first === 'datetime' && second === 'datetime') return (a, b) => durationBetween(asInstant(b), asInstant(a));
  if (first === 'working days') return workingDaysFirst(second, operator);
  if (second === 'working days') return workingDaysSecond(first, sign);
  if (first === 'date') return (a, b) => addToDate(String(a), asDuration(b), sign);
  if (second === 'date') return (a, b) => addToDate(String(b), asDuration(a), 1);
  if (first === 'datetime') return (a, b, { timeZone }) => addToInstant(asInstant(a), asDuration(b), sign, timeZone);
  if (second === 'datetime') return (a, b, { timeZone }) => addToInstant(asInstant(b), asDuration(a), 1, timeZone);
  if (first === 'duration' && second === 'duration') return (a, b) => addDurations(asDuration(a), asDuration(b), sign);
  if (first === 'duration') return (a, b) => multiplyDuration(asDuration(a), asDecimal(b).toNumber());
  if (second === 'duration') return (a, b) => multiplyDuration(asDuration(b), asDecimal(a).toNumber());
  if (first === 'text' || first === 'enum') return (a, b) => shorter(`${String(a)}${String(b)}`);
  return (a, b) => calculate(operator, asDecimal(a), asDecimal(b));
}

function workingDaysFirst(second: string, operator: Binary['operator']): Operation {
  const move = second === 'date' || second === 'datetime' ? workingDaysSecond(second, 1) : null;
  // Durations in working days, or multiplied ones, are numbers here.
  return move === null
    ? (a, b) => calculate(operator, asDecimal(a), asDecimal(b))
    : (a, b, environment) => move(b, a, environment);
}

function workingDaysSecond(first: string, sign: 1 | -1): Operation {
  const count = (value: unknown): number => sign * asDecimal(value).toNumber();
  if (first === 'date') return (a, b, environment) => addWorkingDays(String(a), count(b), environment);
  if (first === 'datetime')
    return (a, b, environment) => addWorkingDaysToInstant(asInstant(a), count(b), environment, environment.timeZone);
  return (a, b) => calculate('*', asDecimal(a), asDecimal(b));
}

function calculate(operator: Binary['operator'], left: Decimal, right: Decimal): Decimal | null {
  switch (operator) {
    case '+':
      return left.plus(right);
    case '-':
      return left.minus(right);
    case '*':
      return left.times(right);
    case '/':
      return right.eq(0) ? null : divide(left, right);
    case '%':
      return right.eq(0) ? null : left.mod(right);
    case '!=':
    case '<':
    case '<=':
    case '==':
    case '>':
    case '>=':
    case 'and':
    case 'in':
    case 'or':
      throw new Error(`The operator ${operator} does not calculate`);
  }
}
