import {
  askedOfNew,
  type Field,
  type FieldType,
  fitsForm,
  hasValue,
  message,
  type Message,
  type Settings,
  type StandardError,
} from '@nonet/language';
import Big from 'big.js';
import type { Parameters } from '../../sql/parameters.ts';
import { RE2JS } from 're2js';
import { readSeal } from '../../encryption/seal.ts';
import { plainText } from '../format.ts';

export interface Broken {
  readonly code: StandardError;
  readonly message: Message;
}

/** Whether bounds of a field limit the length of its value, and `matches` its text. */
export const isCountedText = (type: FieldType): boolean => hasValue(type, 'text', 'secret', 'made text');

/** The number of characters of a text; of a secret also where it is encrypted. */
function lengthOf(type: FieldType, text: string): number {
  return (type.kind === 'secret' ? readSeal(text)?.characters : undefined) ?? charactersIn(text);
}

/** The number of code points, without a list of them. */
function charactersIn(text: string): number {
  let count = text.length;
  for (let place = 0; place < text.length - 1; place++) {
    const isPair = (text.charCodeAt(place) & 0xfc00) === 0xd800 && (text.charCodeAt(place + 1) & 0xfc00) === 0xdc00;
    if (!isPair) continue;
    count -= 1;
    place += 1;
  }
  return count;
}

/** The SQL of the number of characters of a text; of a secret also where it is encrypted. */
export function lengthSql(type: FieldType, value: string): string {
  return type.kind === 'secret' ? `nonet.secret_length(${value})` : `char_length(${value})`;
}

/** The limit of its field that a stored value breaks: length, range or pattern (3); null if it breaks none. */
export function brokenLimit(field: Field, value: unknown, settings: Settings): Broken | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return field.type.kind === 'many' ? brokenEntries(field, value.length) : null;
  const text = plainText(value);
  if (isCountedText(field.type))
    return brokenCount(field, lengthOf(field.type, text), 'character') ?? brokenPattern(field, text);
  if (hasValue(field.type, 'number')) return brokenRange(field, text, settings);
  return null;
}

/** Conditions that hold if a value breaks none of its field's limits, except for its pattern (3). */
export function compileLimits(parameters: Parameters, field: Field, value: string): string[] {
  const conditions = field.required ? [`${value} is not null`] : [];
  const isCounted = isCountedText(field.type);
  if (!isCounted && !hasValue(field.type, 'number')) return conditions;
  const measured = isCounted ? lengthSql(field.type, value) : `${value}::numeric`;
  for (const [bound, sign] of [
    [field.minimum, '>='],
    [field.maximum, '<='],
  ] as const)
    if (bound !== null)
      conditions.push(`coalesce(${measured} ${sign} ${parameters.bind(bound.value, 'numeric')}, true)`);
  return conditions;
}

/**
 * Conditions that hold if a value keeps to the limits for values that are given from now on (3, `for new`). `before` is
 * the record's former value, which it may keep; null if there was none.
 */
export function compileLimitsForNew(
  parameters: Parameters,
  field: Field,
  value: string,
  before: string | null,
): string[] {
  if (field.forNew === undefined) return [];
  const conditions = compileLimits(parameters, askedOfNew(field), value);
  return before === null
    ? conditions
    : conditions.map((condition) => `(${value} is not distinct from ${before} or ${condition})`);
}

/** Whether a value equals the record's former one, so that it is not checked again. */
export function isSameValue(field: Field, value: unknown, before: unknown): boolean {
  const isNone = (one: unknown) => one === null || one === undefined;
  if (isNone(value) || isNone(before)) return isNone(value) && isNone(before);
  if (hasValue(field.type, 'number')) return new Big(plainText(value)).eq(plainText(before));
  return plainText(value) === plainText(before);
}

/** The limit that the number of a list's records breaks. */
export function brokenEntries(field: Field, count: number): Broken | null {
  if (count === 0 && field.required && field.minimum !== null && Number(field.minimum.value) > 0) {
    const bound = Number(field.minimum.value);
    return { code: 'REQUIRED', message: message('atLeastLong', { label: field.label, bound, of: 'entry' }) };
  }
  return brokenCount(field, count, 'entry');
}

export function required(field: Field): Broken {
  return { code: 'REQUIRED', message: message('required', { label: field.label }) };
}

function brokenCount(field: Field, count: number, of: 'character' | 'entry'): Broken | null {
  const { label } = field;
  const minimum = field.minimum === null ? null : Number(field.minimum.value);
  const maximum = field.maximum === null ? null : Number(field.maximum.value);
  const isExact = minimum === maximum;
  if (minimum !== null && count < minimum) {
    const words = message(isExact ? 'exactly' : 'atLeastLong', { label, bound: minimum, of });
    return { code: 'TOO_SHORT', message: words };
  }
  if (maximum !== null && count > maximum) {
    const words = message(isExact ? 'exactly' : 'atMostLong', { label, bound: maximum, of });
    return { code: 'TOO_LONG', message: words };
  }
  return null;
}

function brokenRange(field: Field, text: string, settings: Settings): Broken | null {
  const value = new Big(text);
  const { label } = field;
  const unit = unitOf(field, settings);
  if (field.minimum !== null && value.lt(field.minimum.value))
    return { code: 'OUT_OF_RANGE', message: message('atLeast', { label, bound: field.minimum.value, unit }) };
  if (field.maximum !== null && value.gt(field.maximum.value))
    return { code: 'OUT_OF_RANGE', message: message('atMost', { label, bound: field.maximum.value, unit }) };
  return null;
}

function unitOf({ type }: Field, settings: Settings): string | null {
  if (type.kind === 'percent') return '%';
  return type.kind === 'money' ? (type.currency ?? settings.currency) : null;
}

/**
 * The form of an address or a telephone number that a value lacks. What people send was read in it; this judges what a
 * default or an effect has put there (3).
 */
export function brokenForm({ type: { kind }, label }: Field, value: unknown): Broken | null {
  if (kind !== 'email' && kind !== 'phone' && kind !== 'url') return null;
  return typeof value !== 'string' || fitsForm(kind, value)
    ? null
    : { code: 'NO_MATCH', message: message(kind, { label }) };
}

const patterns = new Map<string, RE2JS>();

/** Takes linear time in the text's length for any pattern (the language allows only RE2). */
function brokenPattern(field: Field, text: string): Broken | null {
  if (field.pattern === null) return null;
  let pattern = patterns.get(field.pattern);
  if (pattern === undefined) patterns.set(field.pattern, (pattern = RE2JS.compile(field.pattern)));
  return pattern.matcher(text).find()
    ? null
    : { code: 'NO_MATCH', message: message('pattern', { label: field.label, pattern: field.pattern }) };
}
