import { Temporal } from 'temporal-polyfill';
import type { Duration } from './duration.ts';

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

const MICROSECONDS_A_DAY = 86_400_000_000;

/** `date ± duration`: months are clamped to the month's end, then days count; of hours only whole days do. */
export function addToDate(date: string, duration: Duration, sign: 1 | -1): string {
  const days = sign * duration.days + Math.floor((sign * duration.microseconds) / MICROSECONDS_A_DAY);
  return Temporal.PlainDate.from(date)
    .add({ months: sign * duration.months })
    .add({ days })
    .toString();
}

/** `datetime ± duration`: months and days on the calendar of `timeZone`, the rest on the clock that runs through. */
export function addToInstant(
  instant: Temporal.Instant,
  duration: Duration,
  sign: 1 | -1,
  timeZone: string,
): Temporal.Instant {
  let moved = instant;
  if (duration.months !== 0 || duration.days !== 0) {
    const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
    const target = local.add({ months: sign * duration.months }).add({ days: sign * duration.days });
    // As PostgreSQL reads a time that stands twice, or not at all, when the clocks change.
    moved = target.toZonedDateTime(timeZone, { disambiguation: 'later' }).toInstant();
  }
  return moved.add({ microseconds: sign * duration.microseconds });
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

export function durationBetween(from: Temporal.Instant, to: Temporal.Instant): Duration {
  const microseconds = Number((to.epochNanoseconds - from.epochNanoseconds) / 1000n);
  return { months: 0, days: 0, microseconds };
}

/** The date of an instant in a time zone. */
export function dateIn(instant: Temporal.Instant, timeZone: string): string {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** What a clock in a time zone shows at an instant. */
export function clockIn(
  instant: Temporal.Instant,
  timeZone: string,
): { readonly hour: number; readonly minute: number } {
  return instant.toZonedDateTimeISO(timeZone);
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** The dates from one to another, both included; none where the second is before the first. */
export function datesBetween(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from);
  const count = Math.max(0, daysBetween(from, to) + 1);
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString());
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
