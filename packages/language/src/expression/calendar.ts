import { Temporal } from 'temporal-polyfill';
import { type Duration, durationInRange } from './duration.ts';

/** Whether this is a date of the calendar (`2026-11-21`, years 0001 to 9999). */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith('0000')) return false;
  return reads(() => Temporal.PlainDate.from(text, { overflow: 'reject' }));
}

/** Whether this is a time of day (`09:30`, `09:30:15`, up to six decimals). */
export function isTime(text: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?$/.test(text);
}

/** Whether this is an instant with its offset (RFC 3339, years 0001 to 9999). */
export function isDateTime(text: string): boolean {
  if (
    text.startsWith('0000') ||
    !/^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?([Zz]|[+-][0-9]{2}:[0-9]{2})$/.test(text)
  )
    return false;
  return reads(() => Temporal.Instant.from(text));
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const MILLISECONDS_A_DAY = 86_400_000;
const MICROSECONDS_A_DAY = 86_400_000_000;

/**
 * Days from 1970-01-01 to a date. Dates alone need no time zone, so the runtime's own calendar counts them, many times as
 * fast as Temporal.
 * @throws {RangeError} If it is no date of the calendar.
 */
function dayNumberOf(date: string): number {
  const number = Date.parse(date) / MILLISECONDS_A_DAY;
  // The runtime reads 30 February as 2 March.
  if (!Number.isInteger(number) || (date.slice(8) > '28' && dateOfDay(number) !== date))
    throw new RangeError(`${date} is no date`);
  return number;
}

function dateOfDay(number: number): string {
  return new Date(number * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

const FIRST_DAY = dayNumberOf('0001-01-01');
const LAST_DAY = dayNumberOf('9999-12-31');
const FIRST_DATE = Temporal.PlainDate.from('0001-01-01');
/** 4000 BC. */
const EARLIEST = Temporal.PlainDate.from('-003999-01-01');
const LATEST = Temporal.PlainDate.from('+200000-01-01');
const FIRST_MICROSECOND = Temporal.Instant.from('0001-01-01T00:00:00Z').epochNanoseconds / 1000n;
const LAST_MICROSECOND = Temporal.Instant.from('9999-12-31T23:59:59.999999Z').epochNanoseconds / 1000n;

/** The text of a date; null if it is not of the years 1 to 9999. */
export function dateInRange(date: Temporal.PlainDate): string | null {
  return date.year < 1 || date.year > 9999 ? null : date.toString();
}

/** An instant by its microseconds since 1970; null if it is not of the years 1 to 9999 in UTC. */
export function instantInRange(microseconds: bigint): Temporal.Instant | null {
  if (microseconds < FIRST_MICROSECOND || microseconds > LAST_MICROSECOND) return null;
  return Temporal.Instant.fromEpochNanoseconds(microseconds * 1000n);
}

/**
 * The instant at which clocks in a time zone show this date and time. A time that occurs twice, or not at all, is read
 * as PostgreSQL does.
 */
export function instantAt(date: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): Temporal.Instant {
  return date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'later' }).toInstant();
}

/**
 * Months first (clamped to the month's end), then days. Intermediate results may leave the years 1 to 9999, as far as
 * PostgreSQL and JavaScript both have dates; the caller checks the result.
 */
function shiftDate(date: Temporal.PlainDate, months: number, days: number): Temporal.PlainDate {
  const month = date.year * 12 + date.month - 1 + months;
  const shifted = month < -48_000 ? EARLIEST : month >= 2_400_000 ? LATEST : date.add({ months });
  const number = FIRST_DATE.until(shifted, { largestUnit: 'days' }).days + days;
  return FIRST_DATE.add({ days: Math.max(-1_460_000, Math.min(number, 73_000_000)) });
}

/**
 * `date ± duration`: months are clamped to the month's end, then days count; of hours only whole days do. Null if the
 * result is not of the years 1 to 9999. PostgreSQL counts alike (`nonet.moved`).
 */
export function addToDate(date: string, duration: Duration, sign: 1 | -1): string | null {
  const days = sign * duration.days + Math.floor((sign * duration.microseconds) / MICROSECONDS_A_DAY);
  if (duration.months === 0) {
    const number = dayNumberOf(date) + days;
    return number < FIRST_DAY || number > LAST_DAY ? null : dateOfDay(number);
  }
  return dateInRange(shiftDate(Temporal.PlainDate.from(date), sign * duration.months, days));
}

/**
 * `datetime ± duration`: months and days on the calendar of `timeZone`, the rest on the clock that runs through. Null
 * if the result is not of the years 1 to 9999 in UTC.
 */
export function addToInstant(
  instant: Temporal.Instant,
  duration: Duration,
  sign: 1 | -1,
  timeZone: string,
): Temporal.Instant | null {
  let moved = instant;
  if (duration.months !== 0 || duration.days !== 0) {
    const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
    const date = shiftDate(local.toPlainDate(), sign * duration.months, sign * duration.days);
    moved = instantAt(date, local.toPlainTime(), timeZone);
  }
  return instantInRange(moved.epochNanoseconds / 1000n + BigInt(sign * duration.microseconds));
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return dayNumberOf(to) - dayNumberOf(from);
}

/** The duration from one instant to another; null if a duration does not hold so many microseconds. */
export function durationBetween(from: Temporal.Instant, to: Temporal.Instant): Duration | null {
  const microseconds = Number((to.epochNanoseconds - from.epochNanoseconds) / 1000n);
  return durationInRange({ months: 0, days: 0, microseconds });
}

/** The date of an instant in a time zone; null if it is already, or still, one beyond the years 1 to 9999 there. */
export function dateIn(instant: Temporal.Instant, timeZone: string): string | null {
  return dateInRange(instant.toZonedDateTimeISO(timeZone).toPlainDate());
}

/** The instant at which a date begins in a time zone; null if it is outside of the years 1 to 9999 in UTC. */
export function beginningOf(date: string, timeZone: string): Temporal.Instant | null {
  const instant = instantAt(Temporal.PlainDate.from(date), Temporal.PlainTime.from('00:00'), timeZone);
  return instantInRange(instant.epochNanoseconds / 1000n);
}

/** The time of day that a clock in a time zone shows at an instant. */
export function clockIn(
  instant: Temporal.Instant,
  timeZone: string,
): { readonly hour: number; readonly minute: number } {
  return instant.toZonedDateTimeISO(timeZone);
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  // 0001-01-01 is a Monday.
  return ((dayNumberOf(date) - FIRST_DAY) % 7) + 1;
}

/** A hundred years of them. */
export const MOST_DATES = 36_525;

/** The dates from one to another, both included; none if the second is before the first, null if they are too many. */
export function datesBetween(from: string, to: string): string[] | null {
  const first = dayNumberOf(from);
  const count = Math.max(0, dayNumberOf(to) - first + 1);
  if (count > MOST_DATES) return null;
  const dates: string[] = [];
  // Counts by months, because writing each date takes ten times as long.
  for (let number = first; number < first + count; ) {
    const date = dateOfDay(number);
    const month = date.slice(0, 8);
    const [day, last] = [Number(date.slice(8)), lastDayOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))];
    for (let other = day; other <= last && number < first + count; other += 1, number += 1)
      dates.push(`${month}${other < 10 ? '0' : ''}${other}`);
  }
  return dates;
}

/** How many days a month has. */
function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function readInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

/** RFC 3339 in UTC, with as many decimals as it has, up to six. */
export function formatInstant(instant: Temporal.Instant): string {
  return instant.round({ smallestUnit: 'microsecond', roundingMode: 'floor' }).toString();
}

/** `09:30` as `09:30:00`, so that times compare as text. */
export function normalTime(text: string): string {
  return /^\d\d:\d\d$/.test(text) ? `${text}:00` : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

export type Instant = Temporal.Instant;
