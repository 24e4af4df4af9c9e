import { isObject, itemAt } from '@nonet/language';
import { UNORDERED } from '../reference/exact/errors.ts';
import { ANY_INSTANT, ANY_TEXT } from '../reference/project.ts';
import { type Bindings, isSymbol, kindOfSymbol } from './bindings.ts';

const DECIMAL = /^-?\d+\.\d+$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const INSTANTS =
  /\d{4}-\d{2}-\d{2}T\d{2}(?::|%3A)\d{2}(?::|%3A)\d{2}(?:\.\d+)?(?:Z|(?:[+-]|%2B)\d{2}(?::|%3A)?\d{2})/gi;

/** The first difference between the expected and the actual value, in words; null if there is none. */
export function difference(bindings: Bindings, expected: unknown, actual: unknown, place = ''): string | null {
  const at = place === '' ? 'the answer' : place;
  if (expected === ANY_TEXT) return typeof actual === 'string' ? null : `${at} is ${show(actual)}, not a text`;
  if (expected === ANY_INSTANT)
    return typeof actual === 'string' && INSTANT.test(actual) ? null : `${at} is ${show(actual)}, not an instant`;
  if (isSymbol(expected)) return differentId(bindings, expected, actual, at);
  if (isUnordered(expected)) return unorderedDifference(bindings, expected[UNORDERED], actual, place);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${at} is ${show(actual)}, not a list`;
    if (actual.length !== expected.length) return `${at} has ${actual.length} entries, not ${expected.length}`;
    return first(
      expected.map((item, index) => difference(bindings, item, actual[index], `${place}${place ? '.' : ''}${index}`)),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (!isObject(actual)) return `${at} is ${show(actual)}, not ${show(expected)}`;
    const record = actual;
    // A key that is not known beforehand: the value under any key counts.
    if (ANY_TEXT in expected && Object.keys(expected).length === 1) {
      const found = Object.values(record);
      if (found.length === 0) return `${at} is empty`;
      return first(found.map((value) => difference(bindings, expected[ANY_TEXT], value, place)));
    }
    const extra = Object.keys(record).find((key) => !(key in expected));
    if (extra !== undefined)
      return `${place === '' ? '' : `${place}.`}${extra} is there (${show(record[extra])}), and must not be`;
    return first(
      Object.entries(expected).map(([key, value]) => {
        const inner = place === '' ? key : `${place}.${key}`;
        return key in record ? difference(bindings, value, record[key], inner) : `${inner} is missing`;
      }),
    );
  }
  return isSame(bindings, expected, actual) ? null : `${at} is ${show(actual)}, not ${show(expected)}`;
}

/** Like `difference`, for answers of which only some parts are known beforehand. */
export function missingParts(bindings: Bindings, expected: unknown, actual: unknown, place = ''): string | null {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return difference(bindings, expected, actual, place);
  if (!isObject(actual)) return `${place || 'the answer'} is ${show(actual)}`;
  return first(
    Object.entries(expected).map(([key, value]) =>
      missingParts(bindings, value, actual[key], place === '' ? key : `${place}.${key}`),
    ),
  );
}

function differentId(bindings: Bindings, expected: string, actual: unknown, at: string): string | null {
  const real = bindings.get(expected);
  if (real === actual) return null;
  // A title is a text, even if it consists of nothing but a numeric id.
  if (/(?:^|\.)_title$/.test(at) && typeof actual === 'string' && bindings.learn(expected, actual)) return null;
  if (real !== null || !bindings.fits(expected, actual)) return `${at} is ${show(actual)}, not ${expected}`;
  const other = bindings.symbolic(kindOfSymbol(expected), actual);
  if (other !== null) return `${at} is ${other}, not ${expected}`;
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
  place: string,
): string | null {
  if (!Array.isArray(actual)) return `${place || 'the answer'} is ${show(actual)}, not a list`;
  const left: unknown[] = [...actual];
  for (const item of expected) {
    const found = left.findIndex((other) => difference(bindings, item, other) === null);
    if (found < 0) return `${place || 'the answer'} lacks ${show(item)}`;
    left.splice(found, 1);
  }
  return left.length === 0 ? null : `${place || 'the answer'} has ${show(left[0])} besides`;
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

function first(found: readonly (string | null)[]): string | null {
  return found.find((text) => text !== null) ?? null;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
