import { Temporal } from 'temporal-polyfill';
import { WEEKDAYS } from '../vocabulary/weekdays.ts';
import { dateInRange, daysBetween, type Instant, instantAt, instantInRange, weekdayOf } from './calendar.ts';
import type { WorkingCalendar } from './working-calendar.ts';

/** When work is done at a record: its week, the times of each of its days, and its days off. */
export interface WorkingTime extends WorkingCalendar {
  readonly week: readonly { readonly weekday: number; readonly opens: string; readonly closes: string }[];
}

/** The most dates that one span of days off has: a hundred years. PostgreSQL counts alike (`nonet.days_off`). */
const MOST_OFF = 36_525;
/** Ten years: working time is looked for, and counted, in so many dates. PostgreSQL does alike. */
export const MOST_SEARCHED = 3_653;

/**
 * The working time that lists of values say: weekdays, the times from and to which each of them is (empty where the
 * week has none), and the first and last dates of days off, a pair of lists for each of their sources.
 */
export function workingTimeOf(lists: readonly (readonly unknown[])[]): WorkingTime {
  const [names = [], opens = [], closes = [], ...off] = lists;
  const weekdays = names.map((name) => WEEKDAYS.indexOf(String(name)) + 1);
  const holidays = new Set<string>();
  for (let at = 0; at + 1 < off.length; at += 2)
    for (const [index, from] of (off[at] ?? []).entries())
      for (const day of datesFrom(from, off[at + 1]?.[index])) holidays.add(day);
  return {
    workingDays: [...new Set(weekdays.filter((weekday) => weekday > 0))],
    holidays: [...holidays],
    week: weekdays.flatMap((weekday, index) => {
      const [from, to] = [opens[index], closes[index]];
      return typeof from === 'string' && typeof to === 'string' ? [{ weekday, opens: from, closes: to }] : [];
    }),
  };
}

function* datesFrom(first: unknown, last: unknown): Generator<string> {
  if (typeof first !== 'string' || typeof last !== 'string') return;
  const date = Temporal.PlainDate.from(first);
  const days = Math.min(daysBetween(first, last), MOST_OFF - 1);
  for (let at = 0; at <= days; at += 1) yield date.add({ days: at }).toString();
}

/**
 * The working days after a date up to a later one, less than 0 if that is an earlier one: the number of working days
 * that lead from the one to the other, where that is a working day. PostgreSQL counts alike
 * (`nonet.working_days_between`).
 */
export function workingDaysBetween(from: string, to: string, { workingDays, holidays }: WorkingCalendar): number {
  const isLater = daysBetween(from, to) >= 0;
  // Those behind `first` up to `last`, as days since the year 1, which began on a Monday.
  const origin = '0001-01-01';
  const first = daysBetween(origin, isLater ? from : to) - (isLater ? 0 : 1);
  const last = daysBetween(origin, isLater ? to : from) - (isLater ? 0 : 1);
  const upTo = (day: number, weekday: number): number => Math.floor((day - (weekday - 1)) / 7);
  const all = workingDays.reduce((sum, weekday) => sum + upTo(last, weekday) - upTo(first, weekday), 0);
  const free = [...new Set(holidays)].filter((holiday) => {
    const day = daysBetween(origin, holiday);
    return day > first && day <= last && workingDays.includes(weekdayOf(holiday));
  });
  const count = all - free.length;
  // No negative zero.
  return isLater || count === 0 ? count : -count;
}

interface Opening {
  readonly starts: bigint;
  readonly ends: bigint;
}

/** The times of a date, in nanoseconds since 1970, the earliest first. Times that close before they open do so a day later. */
function openingsOn(date: Temporal.PlainDate, { week, holidays }: WorkingTime, timeZone: string): readonly Opening[] {
  const text = dateInRange(date);
  if (text === null || holidays.includes(text)) return [];
  const at = (day: Temporal.PlainDate, time: string): bigint =>
    instantAt(day, Temporal.PlainTime.from(time), timeZone).epochNanoseconds;
  return week
    .filter(({ weekday }) => weekday === date.dayOfWeek)
    .map(({ opens, closes }) => ({
      starts: at(date, opens),
      ends: at(closes <= opens ? date.add({ days: 1 }) : date, closes),
    }))
    .toSorted((a, b) => compare(a.starts, b.starts) || compare(a.ends, b.ends));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The instant at which so many microseconds of working time have passed since another one, or (if they are less than 0)
 * since when they have. Null if that is not within `MOST_SEARCHED` dates. PostgreSQL counts alike
 * (`nonet.add_working_time`).
 */
export function addWorkingTime(from: Instant, by: number, time: WorkingTime, timeZone: string): Instant | null {
  if (by === 0) return from;
  if (time.week.length === 0) return null;
  const start = from.toZonedDateTimeISO(timeZone).toPlainDate();
  let left = BigInt(Math.abs(by)) * 1000n;
  let reached = from.epochNanoseconds;
  for (let searched = 0; searched <= MOST_SEARCHED; searched += 1) {
    // Times that begin on the day before may last until now.
    const openings = openingsOn(start.add({ days: by > 0 ? searched - 1 : -searched }), time, timeZone);
    for (const { starts, ends } of by > 0
      ? openings
      : openings.toSorted((a, b) => compare(b.ends, a.ends) || compare(b.starts, a.starts))) {
      const [low, high] =
        by > 0 ? [starts > reached ? starts : reached, ends] : [starts, ends < reached ? ends : reached];
      if (high > low) {
        if (high - low >= left) return instantInRange((by > 0 ? low + left : high - left) / 1000n);
        left -= high - low;
      }
      if (by > 0 && ends > reached) reached = ends;
      if (by < 0 && starts < reached) reached = starts;
    }
  }
  return null;
}

/**
 * The microseconds of working time from an instant to another one, less than 0 if that is an earlier one; null if there
 * are more than `MOST_SEARCHED` dates between them. PostgreSQL counts alike (`nonet.working_time_between`).
 */
export function workingTimeBetween(from: Instant, to: Instant, time: WorkingTime, timeZone: string): bigint | null {
  const isLater = to.epochNanoseconds >= from.epochNanoseconds;
  const [first, last] = isLater ? [from, to] : [to, from];
  const start = first.toZonedDateTimeISO(timeZone).toPlainDate();
  const days = start.until(last.toZonedDateTimeISO(timeZone).toPlainDate(), { largestUnit: 'days' }).days;
  if (days > MOST_SEARCHED) return null;
  let reached = first.epochNanoseconds;
  let sum = 0n;
  for (let at = -1; at <= days; at += 1)
    for (const { starts, ends } of openingsOn(start.add({ days: at }), time, timeZone)) {
      const low = starts > reached ? starts : reached;
      const high = ends < last.epochNanoseconds ? ends : last.epochNanoseconds;
      if (high > low) sum += high - low;
      if (ends > reached) reached = ends;
    }
  return (isLater ? sum : -sum) / 1000n;
}
