import { addMonths } from '../../format/month.ts';
import { periodOf } from '../../format/period.ts';
import { addDays } from '../../format/zone.ts';

/** Hours are for records whose days are instants. */
export const ZOOMS = ['hours', 'days', 'weeks', 'months'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Neighbouring days under one label: a unit of the scale, or the month or year above several units. */
export interface Stretch {
  readonly from: string;
  /** The hour of the day, where the units are hours. */
  readonly hour?: number;
  /** Its place in days from the first day of the scale. */
  readonly start: number;
  readonly length: number;
}

/** The days of a timeline, and how they are divided. */
export interface Scale {
  readonly first: string;
  readonly last: string;
  readonly length: number;
  readonly units: readonly Stretch[];
  readonly above: readonly Stretch[];
  /** The days at which the scales before and after it are opened. */
  readonly before: string;
  readonly after: string;
  /** The width in pixels that a day has at least. */
  readonly minimum: number;
}

/** The number of units that are shown, of which some lie before the opened day. */
const HOURS_A_DAY = 24;
const DAYS_BY_HOURS = 7;
const DAYS = 42;
const DAYS_BEFORE = 7;
const WEEKS = 26;
const WEEKS_BEFORE = 4;
const MONTHS = 18;
const MONTHS_BEFORE = 3;
const WEEK = 7;

const DAY_MILLISECONDS = 86_400_000;

/** The number of days from one date to another. */
export function daysFrom(first: string, day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MILLISECONDS);
}

/** The scale around a day. */
export function scaleOf(zoom: Zoom, day: string, firstDayOfWeek: number): Scale {
  const week = periodOf('week', day, firstDayOfWeek).first;
  const month = `${day.slice(0, 7)}-01`;
  switch (zoom) {
    case 'hours':
      return {
        ...byHours(addDays(day, -1), DAYS_BY_HOURS),
        before: addDays(day, 1 - DAYS_BY_HOURS),
        after: addDays(day, DAYS_BY_HOURS - 1),
        minimum: HOURS_A_DAY * 44,
      };
    case 'days':
      return {
        ...divided(addDays(week, -DAYS_BEFORE), DAYS, (from) => addDays(from, 1), monthOfDay),
        before: addDays(day, -4 * WEEK),
        after: addDays(day, 4 * WEEK),
        minimum: 30,
      };
    case 'weeks':
      return {
        ...divided(addDays(week, -WEEKS_BEFORE * WEEK), WEEKS, (from) => addDays(from, WEEK), monthOfDay),
        before: addDays(day, -13 * WEEK),
        after: addDays(day, 13 * WEEK),
        minimum: 8,
      };
    case 'months':
      return {
        ...divided(shiftedMonth(month, -MONTHS_BEFORE), MONTHS, (from) => shiftedMonth(from, 1), yearOfDay),
        before: shiftedMonth(month, -12),
        after: shiftedMonth(month, 12),
        minimum: 2.5,
      };
  }
}

const shiftedMonth = (day: string, by: number): string => `${addMonths(day.slice(0, 7), by)}-01`;
const monthOfDay = (day: string): string => day.slice(0, 7);
const yearOfDay = (day: string): string => day.slice(0, 4);

function divided(
  first: string,
  count: number,
  next: (from: string) => string,
  groupOf: (day: string) => string,
): Pick<Scale, 'first' | 'last' | 'length' | 'units' | 'above'> {
  const units: Stretch[] = [];
  let from = first;
  for (let place = 0; place < count; place += 1) {
    const end = next(from);
    units.push({ from, start: daysFrom(first, from), length: daysFrom(from, end) });
    from = end;
  }
  const length = daysFrom(first, from);
  return { first, last: addDays(from, -1), length, units, above: stretchesOf(first, length, groupOf) };
}

/** Days, each of which is divided into the hours of a clock. */
function byHours(first: string, length: number): Pick<Scale, 'first' | 'last' | 'length' | 'units' | 'above'> {
  const above = stretchesOf(first, length, (day) => day);
  const units = above.flatMap(({ from, start }) =>
    Array.from({ length: HOURS_A_DAY }, (_, hour) => ({
      from,
      hour,
      start: start + hour / HOURS_A_DAY,
      length: 1 / HOURS_A_DAY,
    })),
  );
  return { first, last: addDays(first, length - 1), length, units, above };
}

/** The stretches of days that are in one group. */
function stretchesOf(first: string, length: number, groupOf: (day: string) => string): Stretch[] {
  const found: { from: string; start: number; length: number }[] = [];
  for (let start = 0; start < length; start += 1) {
    const day = addDays(first, start);
    const last = found.at(-1);
    if (last !== undefined && groupOf(last.from) === groupOf(day)) last.length += 1;
    else found.push({ from: day, start, length: 1 });
  }
  return found;
}
