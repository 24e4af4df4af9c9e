import type { Instant } from '../calendar.ts';
import { type Decimal, isDecimal } from '../decimal.ts';
import type { Duration } from '../duration.ts';

// The checker has settled what each part of an expression is: another value is a fault of the evaluation.

/** @throws {TypeError} if a value is no exact number. */
export function asDecimal(value: unknown): Decimal {
  if (isDecimal(value)) return value;
  throw new TypeError(`This is no number: ${typeof value}`);
}

/** @throws {TypeError} if a value is no instant. */
export function asInstant(value: unknown): Instant {
  if (isInstant(value)) return value;
  throw new TypeError(`This is no instant: ${typeof value}`);
}

/** @throws {TypeError} if a value is no duration. */
export function asDuration(value: unknown): Duration {
  if (isDuration(value)) return value;
  throw new TypeError(`This is no duration: ${typeof value}`);
}

/** @throws {TypeError} if a value is no list. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`This is no list: ${typeof value}`);
}

/** The value of a record's field; undefined if it has no field of that name. */
export function fieldOf(record: object, field: string): unknown {
  return Reflect.get(record, field);
}

function isInstant(value: unknown): value is Instant {
  return typeof value === 'object' && value !== null && 'epochNanoseconds' in value;
}

function isDuration(value: unknown): value is Duration {
  return typeof value === 'object' && value !== null && 'microseconds' in value;
}
