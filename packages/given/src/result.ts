import { type FailureReason, failed, type Outcome, type ResultKind } from './outcome.ts';

/** More characters than a text may have that a function is given, or gives. */
export const MOST_CHARACTERS = 1_000_000;

const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** By type: the value of a result in the wire's form; null if it is of another type. */
const READ: Readonly<Record<ResultKind, (value: unknown) => string | number | boolean | null>> = {
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  // -0 is 0.
  integer: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value + 0 : null),
  decimal: (value) => (typeof value === 'string' && DECIMAL.test(value) ? value : null),
  // As every text of the language: NFC, trimmed, and not empty.
  text: (value) => (typeof value === 'string' ? value.normalize('NFC').trim() || null : null),
  date: (value) => (typeof value === 'string' && isDay(value) ? value : null),
};

/** Reads what a function returned as a value of its stated type. */
export function readResult(kind: ResultKind, value: unknown): Outcome {
  const read = READ[kind](value);
  if (read === null) return failed('type' satisfies FailureReason, `it returned ${described(value)}, not ${kind}`);
  if (typeof read === 'string' && read.length > MOST_CHARACTERS)
    return failed('memory', `it returned a text of ${read.length} characters`);
  return { kind: 'value', value: read };
}

function isDay(value: string): boolean {
  const [, year = '', month = '', day = ''] = DAY.exec(value) ?? [];
  if (Number(year) < 1) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `a value of the type ${typeof value}`;
}
