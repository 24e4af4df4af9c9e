import { asDecimal, asDuration, asInstant, asList } from './operands.ts';
import { formatInstant, normalTime, readInstant } from '../calendar.ts';
import { decimal, formatDecimal } from '../decimal.ts';
import { compareDurations, durationInRange, formatDuration, parseDuration, readWorkingDays } from '../duration.ts';
import type { Type } from '../type.ts';

/**
 * Values in their internal form: numbers and money are exact decimals, instants and durations objects, dates and times
 * text whose order is theirs, records as on the wire (an object, or an id).
 */
export function fromWire(value: unknown, type: Type): unknown {
  if (value === null || value === undefined || value === '') return null;
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      if (typeof value === 'number' || typeof value === 'string') return decimal(value);
      throw new TypeError(`A value of the type ${type.kind} is no number: ${typeof value}`);
    case 'datetime':
      return readInstant(textOf(value, type));
    case 'time':
      return normalTime(textOf(value, type));
    case 'duration': {
      const duration = parseDuration(textOf(value, type));
      if (duration === null) throw new TypeError(`This is no duration: ${textOf(value, type)}`);
      return durationInRange(duration);
    }
    case 'working days':
      return decimal(readWorkingDays(textOf(value, type)));
    case 'list':
      if (!Array.isArray(value)) throw new TypeError('A list is no list');
      return value.map((item) => fromWire(item, type.of));
    case 'boolean':
    case 'date':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'size':
    case 'text':
    case 'unknown':
      return value;
  }
}

function textOf(value: unknown, type: Type): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`A value of the type ${type.kind} is no text: ${typeof value}`);
}

/**
 * The wire's form of an inner value. A whole number beyond ±(2^53−1) has none: it is null, as PostgreSQL answers it.
 */
export function toWire(value: unknown, type: Type): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'integer': {
      const number = asDecimal(value).toNumber();
      if (!Number.isSafeInteger(number)) return null;
      // Zero has no sign on the wire.
      return number === 0 ? 0 : number;
    }
    case 'decimal':
    case 'money':
      return formatDecimal(asDecimal(value));
    case 'datetime':
      return formatInstant(asInstant(value));
    case 'duration':
      return formatDuration(asDuration(value));
    case 'working days': {
      const count = asDecimal(value).toNumber();
      return Number.isSafeInteger(count) ? `${count || 0}WD` : null; // Zero has no sign.
    }
    case 'list':
      return asList(value).map((item) => toWire(item, type.of));
    case 'boolean':
    case 'date':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'size':
    case 'text':
    case 'time':
    case 'unknown':
      return value;
  }
}

const collator = new Intl.Collator('und');

/** Text in the pinned collation (the root of CLDR), and where that makes no difference by code units. */
export function compareText(left: string, right: string): number {
  const order = collator.compare(left, right);
  return order !== 0 ? order : left < right ? -1 : left > right ? 1 : 0;
}

/** Negative, zero or positive; both values are there and of the kind. */
export function compare(left: unknown, right: unknown, kind: Type['kind']): number {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'working days':
      return asDecimal(left).cmp(asDecimal(right));
    case 'datetime': {
      const difference = asInstant(left).epochNanoseconds - asInstant(right).epochNanoseconds;
      return difference < 0n ? -1 : difference > 0n ? 1 : 0;
    }
    case 'duration':
      return compareDurations(asDuration(left), asDuration(right));
    case 'text':
    case 'enum':
      return compareText(String(left), String(right));
    case 'size':
      return Number(left) - Number(right);
    case 'boolean':
    case 'date':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'time':
    case 'unknown':
      return left === right ? 0 : String(left) < String(right) ? -1 : 1;
  }
}

/** Two-valued equality: null equals null alone. Records are the same where their ids are. */
export function isSame(left: unknown, right: unknown, kind: Type['kind']): boolean {
  if (left === null || right === null) return left === right;
  if (kind === 'record') return idOf(left) === idOf(right);
  if (kind === 'text' || kind === 'enum' || kind === 'boolean') return left === right;
  return compare(left, right, kind) === 0;
}

/** The id of a record, which may be there as its id alone. */
export function idOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'id' in record ? record.id : record;
}
