import { ANY_TEXT } from '../reference/project.ts';

/** Symbolic ids and the real ones that they stand for, learnt from answers. */
export class Bindings {
  #real = new Map<string, string>();
  #symbolic = new Map<string, string>();

  get(symbolic: string): string | null {
    return this.#real.get(symbolic) ?? null;
  }

  symbolic(real: string): string | null {
    return this.#symbolic.get(real) ?? null;
  }

  bind(symbolic: string, real: string): void {
    this.#real.set(symbolic, real);
    this.#symbolic.set(real, symbolic);
  }

  /** A text with the real ids in it; an id that nobody has where none is known. */
  resolve(text: string): string {
    return text.replaceAll(SYMBOL, (symbol) => this.get(symbol) ?? UNKNOWN);
  }

  resolveAll(value: unknown): unknown {
    if (typeof value === 'string') return this.resolve(value);
    if (Array.isArray(value)) return value.map((item) => this.resolveAll(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.resolveAll(inner)]));
  }
}

const SYMBOL = /@[A-Za-z]\w*:\d+/g;
const WHOLE_SYMBOL = /^@[A-Za-z]\w*:\d+$/;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const DECIMAL = /^-?\d+\.\d+$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** The first difference between what is expected and what came, as words; null where there is none. */
export function difference(bindings: Bindings, expected: unknown, actual: unknown, place = ''): string | null {
  const at = place === '' ? 'the answer' : place;
  if (expected === ANY_TEXT) return typeof actual === 'string' ? null : `${at} is ${show(actual)}, not a text`;
  if (typeof expected === 'string' && WHOLE_SYMBOL.test(expected)) return differentId(bindings, expected, actual, at);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${at} is ${show(actual)}, not a list`;
    if (actual.length !== expected.length) return `${at} has ${actual.length} entries, not ${expected.length}`;
    return first(
      expected.map((item, index) => difference(bindings, item, actual[index], `${place}${place ? '.' : ''}${index}`)),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return `${at} is ${show(actual)}, not ${show(expected)}`;
    const isFile = Object.keys(expected).length === 2 && 'id' in expected && 'type' in expected;
    // A file's type is a word in the document, and a media type in the product.
    if (isFile) return difference(bindings, expected.id, (actual as { id?: unknown }).id, `${place}.id`);
    const record = actual as Record<string, unknown>;
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
  return isSame(expected, actual) ? null : `${at} is ${show(actual)}, not ${show(expected)}`;
}

/** Like `difference`, for answers of which only some parts are told beforehand. */
export function missingParts(bindings: Bindings, expected: unknown, actual: unknown, place = ''): string | null {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return difference(bindings, expected, actual, place);
  if (typeof actual !== 'object' || actual === null) return `${place || 'the answer'} is ${show(actual)}`;
  return first(
    Object.entries(expected).map(([key, value]) =>
      missingParts(bindings, value, (actual as Record<string, unknown>)[key], place === '' ? key : `${place}.${key}`),
    ),
  );
}

function differentId(bindings: Bindings, expected: string, actual: unknown, at: string): string | null {
  const real = bindings.get(expected);
  if (real === actual) return null;
  if (real !== null || typeof actual !== 'string' || actual === '') return `${at} is ${show(actual)}, not ${expected}`;
  const other = bindings.symbolic(actual);
  if (other !== null) return `${at} is ${other}, not ${expected}`;
  bindings.bind(expected, actual);
  return null;
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  if (DECIMAL.test(expected) || DECIMAL.test(actual)) return plain(expected) === plain(actual);
  return INSTANT.test(expected) && INSTANT.test(actual) && Date.parse(expected) === Date.parse(actual);
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
