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

/** What a number that is typed may have. */
interface Reading {
  /** Decimal places; a sign that leaves more behind it stands between groups. */
  readonly places?: number;
  /** What may stand before or behind it: "€", "EUR", "%". */
  readonly units?: readonly string[];
}

/**
 * What a person typed or pasted, as a plain decimal: in the way of their locale, with a point, or in another way that can
 * mean nothing else ("1.234,56"). What is not a number comes back as it was typed, for the product to refuse.
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

/** Groups in the way of the locale, or in the other way where both signs stand there or one of them twice. */
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
