import { type DatePart, type DatePattern, datePatternOf, readDate } from '@nonet/language';
import { DATE, isDate } from './is-moment.ts';
import { addMonths, sameDayIn } from './month.ts';
import { type TypedPart, type TypedUnit, type Typing, writtenOf } from './typing.ts';
import { addDays, todayIn } from './zone.ts';

const DIGITS: Readonly<Record<DatePart, number>> = { day: 2, month: 2, year: 4 };
const MONTHS_IN_YEAR = 12;

/** The typed form of dates: `21/11/2026`, `11/21/2026`, `21-11-2026`, by the locale. */
export function dateTyping(locale: string, timeZone: string, letters: Readonly<Record<DatePart, string>>): Typing {
  const pattern = datePatternOf(locale);
  return {
    placeholder: patternText(pattern, letters),
    parts: (value) => dateParts(value, pattern),
    read: (typed, done) => readDate(typed, pattern, done),
    moved: (value, unit, steps) => (isDate(value) ? movedDate(value, unit, steps) : todayIn(timeZone)),
  };
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

/** A date shifted by days, months or years; if its month is too short, the last day of that month. */
export function movedDate(date: string, unit: TypedUnit, steps: number): string {
  if (unit === 'day') return addDays(date, steps);
  return sameDayIn(addMonths(date.slice(0, 7), unit === 'year' ? steps * MONTHS_IN_YEAR : steps), date);
}
