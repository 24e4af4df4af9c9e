import type { Field, Settings, StandardError } from '@nonet/language';
import Big from 'big.js';
import type { Parameters } from '../sql/parameters.ts';
import { RE2JS } from 're2js';
import { formatValue, plainText } from './format.ts';

export interface Broken {
  readonly code: StandardError;
  readonly message: string;
}

/** Of what kind the value is whose bounds mean its length, and its `matches` its text. */
export const LENGTH_KINDS: ReadonlySet<string> = new Set([
  'text',
  'long text',
  'markdown',
  'email',
  'url',
  'phone',
  'secret',
  'number',
]);
export const VALUE_KINDS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);

/** What a stored value breaks of its field's length, range or pattern (3); null where it breaks nothing. */
export function brokenLimit(field: Field, value: unknown, settings: Settings): Broken | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return field.type.kind === 'many' ? brokenEntries(field, value.length) : null;
  const text = plainText(value);
  if (LENGTH_KINDS.has(field.type.kind))
    return brokenCount(field, Array.from(text).length, 'character', 'characters') ?? brokenPattern(field, text);
  if (VALUE_KINDS.has(field.type.kind)) return brokenRange(field, text, settings);
  return null;
}

/** Conditions that hold where a value breaks nothing of what its field states, its pattern apart (3). */
export function compileLimits(parameters: Parameters, field: Field, value: string): string[] {
  const conditions = field.required ? [`${value} is not null`] : [];
  const isCounted = LENGTH_KINDS.has(field.type.kind);
  if (!isCounted && !VALUE_KINDS.has(field.type.kind)) return conditions;
  const measured = isCounted ? `char_length(${value})` : `${value}::numeric`;
  for (const [bound, sign] of [
    [field.minimum, '>='],
    [field.maximum, '<='],
  ] as const)
    if (bound !== null)
      conditions.push(`coalesce(${measured} ${sign} ${parameters.bind(bound.value, 'numeric')}, true)`);
  return conditions;
}

/** What the number of a list's records breaks. */
export function brokenEntries(field: Field, count: number): Broken | null {
  if (count === 0 && field.required && field.minimum !== null && Number(field.minimum.value) > 0) {
    return { code: 'REQUIRED', message: `${field.label} must have at least ${entries(Number(field.minimum.value))}.` };
  }
  return brokenCount(field, count, 'entry', 'entries');
}

export function required(field: Field): Broken {
  return { code: 'REQUIRED', message: `${field.label} is required.` };
}

function entries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}

function brokenCount(field: Field, count: number, one: string, several: string): Broken | null {
  const words = (limit: number) => `${limit} ${limit === 1 ? one : several}`;
  const minimum = field.minimum === null ? null : Number(field.minimum.value);
  const maximum = field.maximum === null ? null : Number(field.maximum.value);
  if (minimum !== null && count < minimum) {
    const exact = minimum === maximum ? 'exactly' : 'at least';
    return { code: 'TOO_SHORT', message: `${field.label} must have ${exact} ${words(minimum)}.` };
  }
  if (maximum !== null && count > maximum) {
    const exact = minimum === maximum ? 'exactly' : 'at most';
    return { code: 'TOO_LONG', message: `${field.label} must have ${exact} ${words(maximum)}.` };
  }
  return null;
}

function brokenRange(field: Field, text: string, settings: Settings): Broken | null {
  const value = new Big(text);
  const show = (bound: string) =>
    field.type.kind === 'money'
      ? formatValue(bound, { kind: 'money', currency: field.type.currency, nullable: false }, settings)
      : formatValue(bound, { kind: 'decimal', scale: null, nullable: false }, settings);
  if (field.minimum !== null && value.lt(field.minimum.value))
    return { code: 'OUT_OF_RANGE', message: `${field.label} must be at least ${show(field.minimum.value)}.` };
  if (field.maximum !== null && value.gt(field.maximum.value))
    return { code: 'OUT_OF_RANGE', message: `${field.label} must be at most ${show(field.maximum.value)}.` };
  return null;
}

const patterns = new Map<string, RE2JS>();

/** Linear in the text's length, whatever the pattern (language: only RE2). */
function brokenPattern(field: Field, text: string): Broken | null {
  if (field.pattern === null) return null;
  let pattern = patterns.get(field.pattern);
  if (pattern === undefined) patterns.set(field.pattern, (pattern = RE2JS.compile(field.pattern)));
  return pattern.matcher(text).find()
    ? null
    : { code: 'NO_MATCH', message: `${field.label} has not the right form: it must match /${field.pattern}/.` };
}
