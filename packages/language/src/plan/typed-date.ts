/** The form in which people type dates in a locale: the order of their parts, and the sign between them. */
export interface DatePattern {
  readonly order: readonly DatePart[];
  readonly separator: string;
}

export type DatePart = 'day' | 'month' | 'year';

/** A date of two digits for the year is of this century. */
const CENTURY = '20';
const PARTS: ReadonlySet<string> = new Set<DatePart>(['day', 'month', 'year']);

/** The form in which people type dates in a locale (BCP 47), in the Gregorian calendar and with Latin digits. */
export function datePatternOf(locale: string): DatePattern {
  const parts = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(0);
  const order = parts.flatMap(({ type }) => (isDatePart(type) ? [type] : []));
  const separator = parts.find(({ type }) => type === 'literal')?.value ?? '';
  // Removes blanks, and marks of the writing direction.
  const sign = separator.replace(/[\p{Cf}\s]/gu, '');
  return { order, separator: sign === '' ? ' ' : sign };
}

/**
 * Reads a typed date as a date of the wire (`2026-11-21`): in the locale's order with any sign between its parts or
 * none, or in the form of the wire. Text that is no date is returned as it was typed, and the product refuses it.
 * @param done whether no more is coming: two digits for a year are enough then
 */
export function readDate(typed: string, { order }: DatePattern, done: boolean): string {
  const text = typed.trim();
  return [order, ['year', 'month', 'day'] as const].map((each) => dateIn(text, each, done)).find(Boolean) ?? text;
}

function dateIn(text: string, order: readonly DatePart[], done: boolean): string | null {
  const found = partsOf(text, order, done);
  if (found === null) return null;
  const year = found.year.length === 2 ? CENTURY + found.year : found.year;
  const date = `${year}-${found.month.padStart(2, '0')}-${found.day.padStart(2, '0')}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null;
}

function partsOf(text: string, order: readonly DatePart[], done: boolean): Record<DatePart, string> | null {
  const years = done ? '\\d{4}|\\d{2}' : '\\d{4}';
  const signed = order.map((part) => (part === 'year' ? `(${years})` : '(\\d{1,2})')).join('[^\\d]+');
  const bare = order.map((part) => (part === 'year' ? `(${years})` : '(\\d{2})')).join('');
  const match = new RegExp(`^(?:${signed})\\D*$`).exec(text) ?? new RegExp(`^${bare}$`).exec(text);
  if (!match) return null;
  const value = (part: DatePart) => match[order.indexOf(part) + 1] ?? '';
  return { day: value('day'), month: value('month'), year: value('year') };
}

function isDatePart(type: string): type is DatePart {
  return PARTS.has(type);
}
