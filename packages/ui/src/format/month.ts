import { addDays } from './zone.ts';

/** `2026-11` and what a calendar shows of it: whole weeks, Monday first (ISO 8601) or Sunday first. */
export interface Month {
  readonly name: string;
  readonly first: string;
  readonly last: string;
  readonly weeks: readonly (readonly string[])[];
}

const DAYS_IN_WEEK = 7;

export function monthOf(name: string, firstDayOfWeek: number): Month {
  const first = `${name}-01`;
  const start = new Date(`${first}T00:00:00Z`);
  const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  const last = addDays(first, length - 1);
  const before = (start.getUTCDay() - firstDayOfWeek + DAYS_IN_WEEK) % DAYS_IN_WEEK;
  const weeks: string[][] = [];
  for (let day = addDays(first, -before); day <= last; day = addDays(day, DAYS_IN_WEEK)) {
    weeks.push(Array.from({ length: DAYS_IN_WEEK }, (_, offset) => addDays(day, offset)));
  }
  return { name, first, last, weeks };
}

/** The month that is `count` months after one. */
export function addMonths(name: string, count: number): string {
  const [year = 0, month = 1] = name.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 7);
}

/** 0 for Sunday, 1 for Monday, as the locale begins its weeks. */
export function firstDayOfWeek(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (info.getWeekInfo?.().firstDay ?? 1) % DAYS_IN_WEEK;
}

/** The day of the same number in another month, or that month's last. */
export function sameDayIn(month: string, day: string): string {
  const { last } = monthOf(month, 1);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}
