import type { Separators } from '@nonet/language';

/** Exact decimals as strings: nothing here goes through a floating-point number. */

/** Moves the point of a plain decimal by `places` to the right (`0.21`, 2 → `21`). */
export function shiftPoint(decimal: string, places: number): string {
  const match = /^(-?)(\d*)\.?(\d*)$/.exec(decimal);
  if (!match || decimal === '') return decimal;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(at).replace(/0+$/, '');
  return `${sign}${integer || '0'}${rest === '' ? '' : `.${rest}`}`;
}

/** A plain decimal with the locale's decimal sign and no groups, as it is shown in an input. */
export function writeDecimal(decimal: string, separators: Separators): string {
  return /^-?\d+\.\d+$/.test(decimal) ? decimal.replace('.', separators.decimal) : decimal;
}
