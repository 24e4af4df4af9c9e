import { mapPair } from '../../collections.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { formatDuration, hasTime, parseDuration } from '../duration.ts';
import { problem } from '../problem.ts';
import type { BinarySyntax } from '../syntax.ts';
import type { Binary, BinaryOperator, Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { DECIMAL, describe, INTEGER, isNumber, type as plain, TEXT, UNKNOWN, withNull } from '../types.ts';
import { reportCurrencies, sameCurrency } from './adapt.ts';
import { checkBeyond } from './beyond.ts';
import { adaptedPair } from './comparisons.ts';
import { isNeverZero } from './interval.ts';
import { guardFor, requireValue } from './nulls.ts';
import { type Check, isUnknown, nullRuns, type Place, rangeOf, source, unknown } from './place.ts';
import { checkAddedAt } from './working-time.ts';

/** `+ - * / %`. */
export function checkArithmetic(check: Check, place: Place, syntax: BinarySyntax): Expression {
  const { operator, range } = syntax;
  const counted = checkAddedAt(check, place, syntax);
  if (counted !== null) return counted;
  const visited = mapPair([syntax.left, syntax.right], (side) => check.visit(side, place));
  const sides = mapPair(visited, (side) => (side.type.kind === 'null' ? side : requireValue(check, place, side)));
  if (isUnknown(...sides)) return { kind: 'binary', operator, left: sides[0], right: sides[1], type: UNKNOWN, range };
  // A bare number becomes money only if it is added to money: in `total * 2` it is a factor. A text next to a choice
  // stays a text: `"level " + level`.
  const adapts =
    sides.some((side) => side.type.kind === 'given') ||
    ((operator === '+' || operator === '-') && !sides.some((side) => side.type.kind === 'enum'));
  const [left, right] = adapts ? adaptedPair(check, ...sides) : sides;
  if (isUnknown(left, right)) return { kind: 'binary', operator, left, right, type: UNKNOWN, range };
  const type = resultOf(operator, left.type, right.type);
  if (type === null) {
    const unit = source(check, syntax.operatorRange);
    const isUnit = operator === '*' && /^[a-z]/.test(unit);
    const hint = hintFor(operator, left, right);
    check.problems.push(
      isUnit
        ? problem(
            'N060',
            { expected: 'integer', found: describe(left.type), hint: { because: 'count', unit } },
            rangeOf(left),
          )
        : problem('N061', { operator, left: describe(left.type), right: describe(right.type), hint }, range),
    );
    return unknown(range);
  }
  if (
    left.type.kind === 'money' &&
    right.type.kind === 'money' &&
    !sameCurrency(check, left.type.currency, right.type.currency)
  ) {
    reportCurrencies(check, left.type.currency, right.type.currency, right);
    return unknown(range);
  }
  if (type.kind === 'date') checkWholeDays(check, left.type.kind === 'date' ? right : left);
  if (operator === '/' || operator === '%') checkDivisor(check, place, right, range);
  const nullable = nullRuns(check, place) && (left.type.nullable || right.type.nullable);
  const calculated: Binary = { kind: 'binary', operator, left, right, type: withNull(type, nullable), range };
  checkBeyond(check, calculated);
  return calculated;
}

/** The type of a result, or null if the operator can't take these. */
function resultOf(operator: BinaryOperator, left: Type, right: Type): Type | null {
  if (isNumber(left) && isNumber(right)) return numberResult(operator, left, right);
  if (left.kind === 'money' || right.kind === 'money') return moneyResult(operator, left, right);
  if (operator === '*') {
    if (isSpan(left) && right.kind === 'integer') return withNull(left, false);
    if (left.kind === 'integer' && isSpan(right)) return withNull(right, false);
    return null;
  }
  if (operator === '+') {
    const isText = (type: Type): boolean => type.kind === 'text' || type.kind === 'enum';
    if (isText(left) && isText(right) && (left.kind === 'text' || right.kind === 'text')) return TEXT;
    if (isSpan(left) && isMoment(right)) return withNull(right, false);
    return movedBy(left, right);
  }
  if (operator !== '-') return null;
  if (left.kind === 'date' && right.kind === 'date') return INTEGER;
  if (left.kind === 'datetime' && right.kind === 'datetime') return plain('duration');
  return movedBy(left, right);
}

function isSpan(type: Type): boolean {
  return type.kind === 'duration' || type.kind === 'working days';
}

function isMoment(type: Type): boolean {
  return type.kind === 'date' || type.kind === 'datetime';
}

/** A moment, or a span of the same kind, moved by a span. */
function movedBy(left: Type, right: Type): Type | null {
  return isSpan(right) && (isMoment(left) || left.kind === right.kind) ? withNull(left, false) : null;
}

function numberResult(operator: BinaryOperator, left: Type, right: Type): Type | null {
  const whole = left.kind === 'integer' && right.kind === 'integer';
  if (operator === '%') return whole ? INTEGER : null;
  return whole && operator !== '/' ? INTEGER : DECIMAL;
}

function moneyResult(operator: BinaryOperator, left: Type, right: Type): Type | null {
  const both = left.kind === 'money' && right.kind === 'money';
  if (operator === '+' || operator === '-') return both ? withNull(left, false) : null;
  if (operator === '/') return both ? DECIMAL : left.kind === 'money' && isNumber(right) ? withNull(left, false) : null;
  if (operator !== '*') return null;
  if (left.kind === 'money' && isNumber(right)) return withNull(left, false);
  return right.kind === 'money' && isNumber(left) ? withNull(right, false) : null;
}

function hintFor(operator: BinaryOperator, left: Expression, right: Expression): DetailsOf<'N061'>['hint'] {
  const kinds = [left.type.kind, right.type.kind];
  if ((isMoment(left.type) || isMoment(right.type)) && kinds.includes('integer')) {
    const number = left.type.kind === 'integer' ? left : right;
    const written = number.kind === 'literal' ? String(number.value) : number.kind === 'constant' ? number.name : '3';
    return { because: 'unit', number: written };
  }
  if (kinds.includes('list')) return 'list';
  if (kinds.includes('time')) return 'time';
  if (kinds.includes('date') && kinds.includes('datetime')) return 'dateOfDatetime';
  if (kinds.includes('duration') && kinds.includes('working days')) return 'workingDays';
  if (operator === '+' && kinds.includes('text')) return 'textOf';
  if (kinds.includes('money') && kinds.some((kind) => kind === 'integer' || kind === 'decimal')) return 'money';
  return null;
}

/** A date takes no hours (N079): known where the duration, or the unit of one, is written out. */
function checkWholeDays(check: Check, duration: Expression): void {
  if (duration.kind === 'binary') {
    checkWholeDays(check, duration.left);
    checkWholeDays(check, duration.right);
  }
  if (duration.type.kind !== 'duration') return;
  if (duration.kind !== 'literal' || typeof duration.value !== 'string') return;
  const parts = parseDuration(duration.value);
  if (parts === null || !hasTime(parts)) return;
  const range = rangeOf(duration);
  check.problems.push(problem('N079', { duration: source(check, range) || formatDuration(parts) }, range));
}

function checkDivisor(check: Check, place: Place, divisor: Expression, range: readonly [number, number]): void {
  if (isNeverZero(check.schema, place.facts, divisor)) return;
  const written = source(check, rangeOf(divisor));
  if (isZero(divisor)) {
    check.problems.push(problem('N066', { divisor: written, guard: null }, rangeOf(divisor)));
    return;
  }
  const guarded = guardFor(check, place, (negative) => `${written} ${negative ? '==' : '!='} 0`, range);
  check.problems.push(
    problem(
      'N066',
      { divisor: written, guard: guarded.text },
      rangeOf(divisor),
      guarded.fix === null ? {} : { fix: guarded.fix },
    ),
  );
}

function isZero(expression: Expression): boolean {
  return expression.kind === 'literal' && Number(expression.value) === 0;
}
