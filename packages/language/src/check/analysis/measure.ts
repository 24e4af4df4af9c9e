import { addToDate, daysBetween, readInstant } from '../../expression/calendar.ts';
import { decimal } from '../../expression/decimal.ts';
import { type Duration, parseDuration } from '../../expression/duration.ts';
import type { Binary, Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import { follow } from './computed.ts';
import { difference, UNIT } from './formula.ts';
import { constantLinear, type Linear, plus, termLinear, times } from './linear.ts';
import type { Reading } from './reading.ts';
import { fieldTerm, openValue, variableTerm } from './terms.ts';

const EPOCH = '1970-01-01';
const DAY = 86_400_000_000;

/**
 * A number as itself, a date in days, an instant, a time of day and a duration in microseconds; what is not followed is
 * one term.
 */
export function measureOf(reading: Reading, value: Expression): Linear {
  switch (value.kind) {
    case 'literal':
      return literal(value.value, value.type) ?? termLinear(openValue(reading, value));
    case 'constant': {
      const known = reading.knowledge.constant(value.name)?.value;
      const read = known?.kind === 'literal' ? literal(known.value, value.type) : null;
      return read ?? termLinear(openValue(reading, value));
    }
    case 'variable':
      return termLinear(variableTerm(reading, value));
    case 'field':
      return follow(reading, value, reading.measure) ?? termLinear(fieldTerm(reading, value));
    case 'unary':
      return value.operator === '-'
        ? times(reading.measure(value.operand), decimal(-1))
        : termLinear(openValue(reading, value));
    case 'binary':
      return ofBinary(reading, value) ?? termLinear(openValue(reading, value));
    case 'call': {
      const [from, to] = value.arguments;
      if (value.name !== 'days' || from === undefined || to === undefined) return termLinear(openValue(reading, value));
      return plus(reading.measure(to), reading.measure(from), -1);
    }
    case 'conditional':
    case 'given call':
    case 'list':
    case 'list query':
    case 'query':
    case 'role':
      return termLinear(openValue(reading, value));
  }
}

function literal(value: unknown, type: Type): Linear | null {
  if (typeof value === 'number') return constantLinear(value);
  if (typeof value !== 'string') return null;
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'size':
      return constantLinear(value);
    case 'date':
      return constantLinear(daysBetween(EPOCH, value));
    case 'datetime':
      return constantLinear((readInstant(value).epochNanoseconds / 1000n).toString());
    case 'time': {
      const [hours = 0, minutes = 0, seconds = 0] = value.split(':').map(Number);
      return constantLinear(Math.round((hours * 3600 + minutes * 60 + seconds) * 1_000_000));
    }
    case 'duration': {
      const duration = parseDuration(value);
      if (duration === null || duration.months !== 0) return null;
      return constantLinear(duration.days * DAY + duration.microseconds);
    }
    case 'boolean':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'text':
    case 'unknown':
    case 'working days':
      return null;
  }
}

function ofBinary(reading: Reading, binary: Binary): Linear | null {
  const { operator, left, right } = binary;
  const kinds = [left.type.kind, right.type.kind] as const;
  const isNumber = (kind: Type['kind']): boolean => ['integer', 'decimal', 'money', 'size'].includes(kind);
  if (operator === '*' && kinds.every(isNumber)) return product(reading.measure(left), reading.measure(right));
  if (operator !== '+' && operator !== '-') return null;
  const sign = operator === '-' ? -1 : 1;
  if (kinds.every(isNumber) || (kinds[0] === kinds[1] && ['date', 'datetime'].includes(kinds[0])))
    return plus(reading.measure(left), reading.measure(right), sign);
  if (kinds[0] === 'date' && kinds[1] === 'duration') return moved(reading, binary, left, right, sign);
  if (kinds[0] === 'duration' && kinds[1] === 'date') return moved(reading, binary, right, left, 1);
  if (kinds[0] === 'datetime' && kinds[1] === 'duration') return movedInstant(reading, left, right, sign);
  return null;
}

function product(left: Linear, right: Linear): Linear | null {
  if (left.terms.size === 0) return times(right, left.constant);
  return right.terms.size === 0 ? times(left, right.constant) : null;
}

/** `date ± duration`: days count as they are; a month is 28 to 31 of them, so that the date has bounds. */
function moved(reading: Reading, whole: Expression, date: Expression, by: Expression, sign: 1 | -1): Linear | null {
  const duration = durationOf(reading, by);
  if (duration === null) return null;
  const start = reading.measure(date);
  if (duration.months === 0) {
    // Rounds hours down to whole days, as the evaluation does.
    const reached = addToDate(EPOCH, duration, sign);
    if (reached === null) return null;
    const days = daysBetween(EPOCH, reached);
    return plus(start, constantLinear(days));
  }
  if (duration.days !== 0 || duration.microseconds !== 0) return null;
  const [first] = start.terms.keys();
  const months = sign * duration.months;
  const term = openValue(reading, whole);
  if (start.terms.size === 1 && first !== undefined && start.terms.get(first)?.eq(1)) {
    const [fewest, most] = months > 0 ? [28 * months, 31 * months] : [31 * months, 28 * months];
    const offset = BigInt(start.constant.toFixed(0));
    reading.facts.push(
      difference(term, first, (offset + BigInt(most)) * UNIT, false),
      difference(first, term, -(offset + BigInt(fewest)) * UNIT, false),
    );
  }
  return termLinear(term);
}

/** `datetime ± duration`, where the calendar has no say. */
function movedInstant(reading: Reading, instant: Expression, by: Expression, sign: 1 | -1): Linear | null {
  const duration = durationOf(reading, by);
  if (!duration || duration.months !== 0 || duration.days !== 0) return null;
  return plus(reading.measure(instant), constantLinear(sign * duration.microseconds));
}

function durationOf(reading: Reading, value: Expression): Duration | null {
  if (value.kind === 'literal' && typeof value.value === 'string') return parseDuration(value.value);
  if (value.kind !== 'constant') return null;
  const known = reading.knowledge.constant(value.name)?.value;
  return known?.kind === 'literal' && typeof known.value === 'string' ? parseDuration(known.value) : null;
}
