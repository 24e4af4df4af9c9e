import { addMonths, sameDayIn } from './month.ts';
import { type TypedPart, type TypedUnit, type Typing, writtenOf } from './typing.ts';
import { addDays, todayIn } from './zone.ts';

/** How dates are typed in a locale: the order of their parts, and the sign between them. */
export interface DatePattern {
  readonly order: readonly DatePart[];
  readonly separator: string;
}

export type DatePart = 'day' | 'month' | 'year';

const DIGITS: Readonly<Record<DatePart, number>> = { day: 2, month: 2, year: 4 };
/** A date of two digits for the year is of this century. */
const CENTURY = '20';
const MONTHS_IN_YEAR = 12;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** How a date is typed: `21/11/2026`, `11/21/2026`, `21-11-2026`, by the locale. */
export function dateTyping(locale: string, timeZone: string, letters: Readonly<Record<DatePart, string>>): Typing {
  const pattern = datePatternOf(locale);
  return {
    placeholder: patternText(pattern, letters),
    parts: (value) => dateParts(value, pattern),
    read: (typed, done) => readDate(typed, pattern, done),
    moved: (value, unit, steps) => (isDate(value) ? movedDate(value, unit, steps) : todayIn(timeZone)),
  };
}

/** Whether a value is written as the wire has dates: `2026-11-21`. */
export function isDate(value: string): boolean {
  return DATE.test(value);
}

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
  // Without blanks, and marks of the direction of writing.
  const sign = separator.replace(/[\p{Cf}\s]/gu, '');
  return { order, separator: sign === '' ? ' ' : sign };
}

/**
 * What a person typed, as a date of the wire (`2026-11-21`): in the locale's order with any sign between its parts or none,
 * or as the wire has it. What is no date comes back as it was typed, for the product to refuse.
 * @param done whether no more is coming: two digits for a year are enough then
 */
export function readDate(typed: string, { order }: DatePattern, done: boolean): string {
  const text = typed.trim();
  return [order, ['year', 'month', 'day'] as const].map((each) => dateIn(text, each, done)).find(Boolean) ?? text;
}

/** A date of the wire in the pieces in which it is typed. */
export function dateParts(value: string, { order, separator }: DatePattern): readonly TypedPart[] {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [{ unit: null, text: value }];
  const texts = { year, month, day };
  return order.flatMap((unit, place) => [
    ...(place === 0 ? [] : [{ unit: null, text: separator }]),
    { unit, text: texts[unit] },
  ]);
}

/** A date of the wire as it is typed; anything else stays as it is. */
export function writeDate(value: string, pattern: DatePattern): string {
  return writtenOf(dateParts(value, pattern));
}

/** `dd/mm/yyyy`, by the letters of the reader's language. */
export function patternText({ order, separator }: DatePattern, letters: Readonly<Record<DatePart, string>>): string {
  return order.map((part) => letters[part].repeat(DIGITS[part])).join(separator);
}

/** A date that is so many days, months or years from another; where its month is too short, that month's last. */
export function movedDate(date: string, unit: TypedUnit, steps: number): string {
  if (unit === 'day') return addDays(date, steps);
  return sameDayIn(addMonths(date.slice(0, 7), unit === 'year' ? steps * MONTHS_IN_YEAR : steps), date);
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
  return type in DIGITS;
}
