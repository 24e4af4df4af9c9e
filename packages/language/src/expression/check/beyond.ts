import { compileToClosure } from '../evaluate.ts';
import { problem } from '../problem.ts';
import type { Binary, Expression } from '../tree.ts';
import { type Check, rangeOf, source } from './place.ts';

/** A value that is beyond the calendar at both of these times is so at every time in between. */
const MOMENTS = ['1900-01-01T00:00:00Z', '3000-01-01T00:00:00Z'];
const KINDS: ReadonlySet<string> = new Set(['date', 'datetime', 'duration']);

/** Reports a date, an instant or a duration that is written out, and that is beyond its type whenever it is calculated. */
export function checkBeyond(check: Check, binary: Binary): void {
  if (!isAlwaysBeyond(binary) || isAlwaysBeyond(binary.left) || isAlwaysBeyond(binary.right)) return;
  const range = rangeOf(binary);
  const isDuration = binary.type.kind === 'duration';
  const what = isDuration ? 'duration' : 'date';
  const reason = isDuration ? 'durations' : 'dates';
  check.problems.push(problem('N070', { text: source(check, range), what, reason }, range));
}

function isAlwaysBeyond(expression: Expression): boolean {
  if (expression.kind !== 'binary' || !KINDS.has(expression.type.kind) || !isWrittenOut(expression)) return false;
  const evaluate = compileToClosure(expression);
  return MOMENTS.every(
    (now) =>
      evaluate({ variables: {}, constants: {}, now, timeZone: 'UTC', workingDays: [1, 2, 3, 4, 5], holidays: [] }) ===
      null,
  );
}

function isMoment({ type }: Expression): boolean {
  return type.kind === 'date' || type.kind === 'datetime';
}

/** Whether nothing in it depends on records, constants, or the time of day. */
function isWrittenOut(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.type.kind !== 'unknown' && expression.value !== null;
    case 'unary':
      return expression.operator === '-' && isWrittenOut(expression.operand);
    case 'binary':
      // It may be long at both ends of a period, and short in between.
      if (isMoment(expression.left) && isMoment(expression.right)) return false;
      return isWrittenOut(expression.left) && isWrittenOut(expression.right);
    case 'call':
      return (
        ['today', 'now', 'date', 'datetime', 'month'].includes(expression.name) &&
        expression.arguments.every(isWrittenOut)
      );
    case 'conditional':
    case 'constant':
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
