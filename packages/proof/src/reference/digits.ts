import { type FieldType, type Settings, hasValue } from '@nonet/language';
import { plain } from './plain.ts';

/** The number of digits that a number keeps before and after the point. */
export interface Digits {
  readonly before: number;
  readonly behind: number;
}

const EXACT = /^[+-]?0*(\d*)(?:\.(\d*?)0*)?$/;
const MOST_BEFORE = 24;
const PERCENT_PLACES = 12;

/** The digits of an exact number's type (3); null: it is none. */
export function digitsOf(type: FieldType, settings: Pick<Settings, 'currencyDigits'>): Digits | null {
  if (!hasValue(type, 'number') || type.kind === 'integer') return null;
  switch (type.kind) {
    case 'decimal':
      return { before: type.precision - type.scale, behind: type.scale };
    case 'money':
      return { before: MOST_BEFORE, behind: moneyPlaces(type.currency, settings) };
    case 'percent':
      return { before: MOST_BEFORE, behind: PERCENT_PLACES };
  }
}

/** The places of an amount: in `CURRENCY`, or in its own (ISO 4217). */
export function moneyPlaces(currency: string | null, { currencyDigits }: Pick<Settings, 'currencyDigits'>): number {
  if (currency === null) return currencyDigits;
  let places = PLACES.get(currency);
  if (places === undefined) {
    places = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    PLACES.set(currency, places);
  }
  return places;
}

/** By currency. */
const PLACES = new Map<string, number>();

/** Whether a number has more digits than its type keeps: such a number is refused, never rounded (3). */
export function exceedsDigits(type: FieldType, settings: Pick<Settings, 'currencyDigits'>, value: unknown): boolean {
  const digits = digitsOf(type, settings);
  const [, whole = '', places = ''] = EXACT.exec(plain(value)) ?? [];
  return digits !== null && (whole.length > digits.before || places.length > digits.behind);
}
