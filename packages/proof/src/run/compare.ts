import { isObject, itemAt } from '@nonet/language';
import { UNORDERED } from '../reference/exact/errors.ts';
import { ANY_INSTANT, ANY_TEXT } from '../reference/any.ts';
import { type Bindings, isSymbol, kindOfSymbol } from './bindings.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';

const DECIMAL = /^-?\d+\.\d+$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const INSTANTS =
  /\d{4}-\d{2}-\d{2}T\d{2}(?::|%3A)\d{2}(?::|%3A)\d{2}(?:\.\d+)?(?:Z|(?:[+-]|%2B)\d{2}(?::|%3A)?\d{2})/gi;

/** A place within an answer. */
interface Place {
  readonly words: FailureReason;
  /** The last key on the way to it; null for an item of a list. */
  readonly key: string | null;
}

/** A place that is named by other words than its keys. */
export function placeOf(words: FailureReason): Place {
  return { words, key: null };
}

function at(place: Place | null): FailureReason {
  return place?.words ?? because`the answer`;
}

function within(place: Place | null, key: string): Place {
  return { words: place === null ? because`${kept(key)}` : because`${place.words}.${kept(key)}`, key };
}

function itemOf(place: Place | null, index: number): Place {
  return { words: place === null ? because`${index}` : because`${place.words}.${index}`, key: null };
}

/** The first difference between the expected and the actual value; null if there is none. */
export function valueDifference(
  bindings: Bindings,
  expected: unknown,
  actual: unknown,
  place: Place | null = null,
): FailureReason | null {
  if (expected === ANY_TEXT)
    return typeof actual === 'string' ? null : because`${at(place)} is ${show(actual)}, not a text`;
  if (expected === ANY_INSTANT)
    return typeof actual === 'string' && INSTANT.test(actual)
      ? null
      : because`${at(place)} is ${show(actual)}, not an instant`;
  if (isSymbol(expected)) return idDifference(bindings, expected, actual, place);
  if (isUnordered(expected)) return unorderedDifference(bindings, expected[UNORDERED], actual, place);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return because`${at(place)} is ${show(actual)}, not a list`;
    if (actual.length !== expected.length)
      return because`${at(place)} has ${actual.length} entries, not ${expected.length}`;
    return first(expected.map((item, index) => valueDifference(bindings, item, actual[index], itemOf(place, index))));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (!isObject(actual)) return because`${at(place)} is ${show(actual)}, not ${show(expected)}`;
    const record = actual;
    // A key that is not known beforehand: the value under any key counts.
    if (ANY_TEXT in expected && Object.keys(expected).length === 1) {
      const found = Object.values(record);
      if (found.length === 0) return because`${at(place)} is empty`;
      return first(found.map((value) => valueDifference(bindings, expected[ANY_TEXT], value, place)));
    }
    const extra = Object.keys(record).find((key) => !(key in expected));
    if (extra !== undefined)
      return because`${within(place, extra).words} is there (${show(record[extra])}), and must not be`;
    return first(
      Object.entries(expected).map(([key, value]) => {
        const inner = within(place, key);
        return key in record
          ? valueDifference(bindings, isNoTitle(key, value) ? endOfId(record) : value, record[key], inner)
          : because`${inner.words} is missing`;
      }),
    );
  }
  return isSame(bindings, expected, actual) ? null : because`${at(place)} is ${show(actual)}, not ${show(expected)}`;
}

/** Like `valueDifference`, for answers of which only some parts are known beforehand. */
export function missingParts(
  bindings: Bindings,
  expected: unknown,
  actual: unknown,
  place: Place | null = null,
): FailureReason | null {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return valueDifference(bindings, expected, actual, place);
  if (!isObject(actual)) return because`${at(place)} is ${show(actual)}`;
  return first(
    Object.entries(expected).map(([key, value]) => missingParts(bindings, value, actual[key], within(place, key))),
  );
}

/** Whether a record has no title that its reader may read: then it is the end of its id, which is not known beforehand. */
function isNoTitle(key: string, expected: unknown): boolean {
  return key === '_title' && typeof expected === 'string' && expected.trim() === '';
}

function endOfId({ id }: Readonly<Record<string, unknown>>): string {
  return `#${String(id).slice(-6)}`;
}

function idDifference(
  bindings: Bindings,
  expected: string,
  actual: unknown,
  place: Place | null,
): FailureReason | null {
  const real = bindings.get(expected);
  if (real === actual) return null;
  // A title is a text, even if it consists of nothing but a numeric id.
  if (place?.key === '_title' && typeof actual === 'string' && bindings.learn(expected, actual)) return null;
  if (real !== null || !bindings.fits(expected, actual))
    return because`${at(place)} is ${show(actual)}, not ${expected}`;
  const other = bindings.symbolic(kindOfSymbol(expected), actual);
  if (other !== null) return because`${at(place)} is ${other}, not ${expected}`;
  bindings.bind(expected, actual);
  return null;
}

function isSame(bindings: Bindings, expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  if (DECIMAL.test(expected) || DECIMAL.test(actual)) return plain(expected) === plain(actual);
  if (expected.includes(ANY_TEXT)) return fitsAround(expected.split(ANY_TEXT), actual);
  if (expected.includes('@') && bindings.learn(expected, actual)) return true;
  return isSameText(bindings, expected, actual);
}

/** Whether two texts are equal. Instants in them may be written in any form, and are encoded in an address. */
export function isSameText(bindings: Bindings, expected: string, actual: string): boolean {
  if (expected === actual) return true;
  const [expectedInstants, came] = [expected, actual].map((text) => text.match(INSTANTS) ?? []);
  const [around, between] = [expected, actual].map((text) => text.replaceAll(INSTANTS, '@at'));
  if (
    expectedInstants === undefined ||
    came === undefined ||
    around !== between ||
    expectedInstants.length !== came.length
  )
    return false;
  const timeOf = (instant: string) => Date.parse(instant.replaceAll(/%3A/gi, ':').replaceAll(/%2B/gi, '+'));
  return expectedInstants.every((instant, place) =>
    bindings.isSameInstant(timeOf(instant), timeOf(itemAt(came, place))),
  );
}

function isUnordered(expected: unknown): expected is { readonly [UNORDERED]: readonly unknown[] } {
  return typeof expected === 'object' && expected !== null && UNORDERED in expected;
}

/** A list whose members may be in any order. */
function unorderedDifference(
  bindings: Bindings,
  expected: readonly unknown[],
  actual: unknown,
  place: Place | null,
): FailureReason | null {
  if (!Array.isArray(actual)) return because`${at(place)} is ${show(actual)}, not a list`;
  const left: unknown[] = [...actual];
  for (const item of expected) {
    const found = left.findIndex((other) => valueDifference(bindings, item, other) === null);
    if (found < 0) return because`${at(place)} lacks ${show(item)}`;
    left.splice(found, 1);
  }
  return left.length === 0 ? null : because`${at(place)} has a further member ${show(left[0])}`;
}

/** Whether a text contains these parts in their order, with anything between them. */
export function fitsAround(parts: readonly string[], text: string): boolean {
  let place = 0;
  for (const [number, part] of parts.entries()) {
    const found = number === parts.length - 1 ? text.length - part.length : text.indexOf(part, place);
    if (found < place || (number === 0 && found !== 0) || !text.startsWith(part, found)) return false;
    place = found + part.length;
  }
  return true;
}

function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

function first(found: readonly (FailureReason | null)[]): FailureReason | null {
  return found.find((reason) => reason !== null) ?? null;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
