import { TIME_UNITS } from '../vocabulary/units.ts';

/**
 * A duration's parts. `months` and `days` follow the calendar, `microseconds` are exact.
 * One sign for all parts is not asked for: `1 month - 3 days` is a duration too.
 */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly microseconds: number;
}

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;

/** `5 working days` as `5WD`; null if the number is not whole. */
export function workingDaysOf(number: string): string | null {
  return /^[0-9]{1,9}$/.test(number) ? `${Number(number)}WD` : null;
}

/** The number of working days in a text (`5WD`, `-3WD`). */
export function readWorkingDays(text: string): number {
  const count = /^(-?[0-9]+)WD$/.exec(text)?.[1];
  if (count === undefined) throw new TypeError(`These are no working days: ${text}`);
  return Number(count);
}

/** `30`, `days` as ISO 8601 (`P30D`); or the reason why it is none. */
export function durationOf(
  number: string,
  unit: string,
): { readonly duration: string } | { readonly duration: null; readonly reason: 'durations' | 'wholeUnits' } {
  const duration = wholeUnits(number, unit);
  if (duration === null) return { duration, reason: 'wholeUnits' };
  const read = parseDuration(duration);
  if (read !== null && durationInRange(read) !== null) return { duration };
  return { duration: null, reason: 'durations' };
}

function wholeUnits(number: string, unit: string): string | null {
  if (!/^[0-9]{1,9}$/.test(number)) return null;
  const count = Number(number);
  const designator = Object.hasOwn(TIME_UNITS, unit) ? TIME_UNITS[unit] : undefined;
  if (designator === undefined) return null;
  return designator.startsWith('T') ? `PT${count}${designator.slice(1)}` : `P${count}${designator}`;
}

const PART = '(?:([+-]?\\d+(?:\\.\\d+)?)';
const ISO = new RegExp(`^([+-])?P${PART}Y)?${PART}M)?${PART}W)?${PART}D)?(?:T${PART}H)?${PART}M)?${PART}S)?)?$`);

/** Reads an ISO 8601 duration; null if the text is none. */
export function parseDuration(text: string): Duration | null {
  const match = ISO.exec(text);
  if (!match || text.endsWith('P') || text.endsWith('T')) return null;
  const sign = match[1] === '-' ? -1 : 1;
  const part = (index: number): number => sign * Number(match[index] ?? 0);
  return {
    months: part(2) * 12 + part(3),
    days: part(4) * 7 + part(5),
    microseconds: sign * (micros(match[6], 3600) + micros(match[7], 60) + micros(match[8], 1)),
  };
}

/** The product of a number of seconds and a written number, in microseconds; exact, if a number can hold it. */
function micros(written = '0', seconds: number): number {
  const [whole = '0', decimals = ''] = written.split('.');
  const fraction = Number(`0.${decimals}0`) * seconds * SECOND;
  return Number(whole) * seconds * SECOND + Math.round(written.startsWith('-') ? -fraction : fraction);
}

/** The canonical text of a duration: `P1Y2M`, `P30D`, `PT5S`; nothing is `PT0S`. */
export function formatDuration(duration: Duration): string {
  const years = Math.trunc(duration.months / 12);
  const months = duration.months % 12;
  const date = `${years === 0 ? '' : `${years}Y`}${months === 0 ? '' : `${months}M`}${duration.days === 0 ? '' : `${duration.days}D`}`;
  const time = timeText(duration.microseconds);
  return date === '' && time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`;
}

function timeText(microseconds: number): string {
  const seconds = Math.trunc(microseconds / SECOND);
  const fraction = Math.abs(microseconds % SECOND);
  const hours = Math.trunc(seconds / 3600);
  const minutes = Math.trunc((seconds % 3600) / 60);
  const rest = seconds % 60;
  const sign = microseconds < 0 && rest === 0 ? '-' : '';
  const decimals = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  const second = rest === 0 && fraction === 0 ? '' : `${sign}${rest}${decimals}S`;
  return `${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${second}`;
}

/** A sum or a difference; null if it is beyond what durations hold. */
export function addDurations(left: Duration, right: Duration, sign: 1 | -1 = 1): Duration | null {
  return durationInRange({
    months: left.months + sign * right.months,
    days: left.days + sign * right.days,
    microseconds: left.microseconds + sign * right.microseconds,
  });
}

/** The limits of a duration's parts: 9,999 years of months and of days, and the whole numbers of the wire. */
const MOST: Duration = { months: 9_999 * 12, days: 9_999 * 366, microseconds: Number.MAX_SAFE_INTEGER };

/**
 * The duration; null if one of its parts is beyond the range of durations. PostgreSQL has the same rule
 * (`nonet.span`).
 */
export function durationInRange(duration: Duration): Duration | null {
  const fits = (part: keyof Duration): boolean => Math.abs(duration[part]) <= MOST[part];
  return fits('months') && fits('days') && fits('microseconds') ? duration : null;
}

/** A duration times a number; null if the result exceeds what durations hold. */
export function multiplyDuration(duration: Duration, by: number): Duration | null {
  // Zero stays zero for any factor.
  const times = (part: number): number => (part === 0 ? 0 : part * by);
  return durationInRange({
    months: times(duration.months),
    days: times(duration.days),
    microseconds: times(duration.microseconds),
  });
}

/** Compared as PostgreSQL compares intervals: a month is 30 days, a day 24 hours. */
export function compareDurations(left: Duration, right: Duration): number {
  return (
    (left.months - right.months) * 30 * DAY + (left.days - right.days) * DAY + (left.microseconds - right.microseconds)
  );
}

/** The length in microseconds where it does not depend on the calendar; months as 30 days. */
export function durationMicroseconds(duration: Duration): number {
  return (duration.months * 30 + duration.days) * DAY + duration.microseconds;
}

/** Whether it has a part smaller than a day, which a date can't take. */
export function hasTime(duration: Duration): boolean {
  return duration.microseconds !== 0;
}
