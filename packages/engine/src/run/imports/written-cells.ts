import {
  datePatternOf,
  type Field,
  readDate,
  readDecimal,
  separatorsOf,
  type Settings,
  hasValue,
} from '@nonet/language';
import { moneyScale } from '../../sql/identifiers.ts';

/** A cell that may mean two numbers in a locale. */
export const AMBIGUOUS = Symbol('may mean two numbers');

/**
 * Converts a spreadsheet's notation (`1.234,50`, `31-12-2026`) to that of the wire. Other text is returned unchanged,
 * and the reader of the value refuses it.
 */
export type WrittenCells = (field: Field, text: string) => string | typeof AMBIGUOUS;

/** Three digits behind one sign: a group of them, or decimals. */
const GROUP_OR_DECIMALS = /^[+-]?\d{1,3}[.,]\d{3}$/;

/** Reads cells in the form of a locale (BCP 47). */
export function writtenCells(locale: string, settings: Settings): WrittenCells {
  const separators = separatorsOf(locale);
  const dates = datePatternOf(locale);
  const units = new Map<string, readonly string[]>();

  /** The sign of a currency in the locale, and its code. */
  function unitsOf(currency: string | null): readonly string[] {
    if (currency === null) return [];
    let known = units.get(currency);
    if (known === undefined) {
      const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
      known = [currency, ...parts.flatMap(({ type, value }) => (type === 'currency' ? [value] : []))];
      units.set(currency, known);
    }
    return known;
  }

  return ({ type }, text) => {
    if (type.kind === 'date') return readDate(text, dates, true);
    const places = placesOf(type, settings);
    if (places === null) return text;
    if (places >= 3 && GROUP_OR_DECIMALS.test(text) && !text.includes(separators.decimal)) return AMBIGUOUS;
    return readDecimal(text, separators, {
      places,
      units: type.kind === 'money' ? unitsOf(type.currency ?? settings.currency) : [],
    });
  };
}

/** The decimal places that a number may have; null for what is none. */
function placesOf(type: Field['type'], settings: Settings): number | null {
  if (!hasValue(type, 'number')) return null;
  switch (type.kind) {
    case 'integer':
      return 0;
    case 'decimal':
      return type.scale;
    case 'money':
      return moneyScale(type, settings);
    case 'percent':
      return 12;
  }
}
