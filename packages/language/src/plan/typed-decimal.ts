/** The signs between the digits of a number. */
export interface Separators {
  readonly decimal: string;
  readonly group: string;
}

/** The signs of a locale (BCP 47) in numbers. */
export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6);
  return {
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
  };
}

/** The parts that a typed number may have. */
interface Reading {
  /** Decimal places; a sign that leaves more behind it is between groups. */
  readonly places?: number;
  /** The units that may stand before or behind it: "€", "EUR", "%". */
  readonly units?: readonly string[];
}

/**
 * Reads a typed or pasted number as a plain decimal: in the notation of the locale, with a point, or in another
 * unambiguous notation ("1.234,56"). Text that is no number is returned as it was typed, and the product refuses it.
 */
export function readDecimal(typed: string, separators: Separators, { places, units = [] }: Reading = {}): string {
  let text = typed.trim();
  for (const unit of units) {
    if (text.startsWith(unit)) text = text.slice(unit.length);
    else if (text.endsWith(unit)) text = text.slice(0, -unit.length);
  }
  const bare = text
    .replaceAll(/\s/g, '')
    .replaceAll(/(?<=\d)['’](?=\d{3})/g, '')
    .replace(/^\+/, '')
    .replace(/^\u2212/, '-');
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)(\d*)(?:\.(\d*))?$/.exec(withoutGroups(bare, separators, places ?? Number.POSITIVE_INFINITY)) ?? [];
  if (whole + fraction === '') return typed.trim();
  return `${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Removes the group signs of the locale; or those of the other notation, if both signs occur or one of them occurs
 * twice.
 */
function withoutGroups(text: string, { decimal, group }: Separators, places: number): string {
  const other = decimal === ',' ? '.' : ',';
  const isGrouped = (by: string, before: string, atLeast: number) =>
    new RegExp(`^-?\\d{1,3}(\\${by}\\d{3}){${atLeast},}(\\${before}\\d*)?$`).test(text);
  if (group === other) {
    // "1.234" may be a decimal with a point, where one may have three places.
    const isPlain = group === '.' && places >= 3 && /^-?\d+\.\d+$/.test(text);
    if (!isPlain && isGrouped(group, decimal, 1)) return text.replaceAll(group, '').replace(decimal, '.');
  }
  const isOtherWay = isGrouped(decimal, other, text.includes(other) ? 1 : 2);
  if (isOtherWay) return text.replaceAll(decimal, '').replace(other, '.');
  return text.replace(decimal, '.');
}
