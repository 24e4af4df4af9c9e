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

export interface Separators {
  readonly decimal: string;
  readonly group: string;
}

export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6);
  return {
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
  };
}

/**
 * What a person typed, as a plain decimal: the locale's own decimal sign or a point, and group signs only where they
 * can't be anything else. What is not a number comes back as it was typed, for the product to refuse.
 */
export function readDecimal(typed: string, separators: Separators): string {
  const text = typed.trim().replace(/[\s  ]/g, '');
  const grouped = new RegExp(`^-?\\d{1,3}(\\${separators.group}\\d{3})+(\\${separators.decimal}\\d+)?$`);
  const plain =
    separators.group.trim() !== '' && grouped.test(text) && !(separators.group === '.' && /^-?\d+\.\d+$/.test(text))
      ? text.replaceAll(separators.group, '')
      : text;
  const result = plain.replace(separators.decimal, '.');
  return /^-?\d+(\.\d+)?$/.test(result) ? result : typed.trim();
}

/** A plain decimal with the locale's decimal sign and no groups, as it is shown in an input. */
export function writeDecimal(decimal: string, separators: Separators): string {
  return /^-?\d+\.\d+$/.test(decimal) ? decimal.replace('.', separators.decimal) : decimal;
}
