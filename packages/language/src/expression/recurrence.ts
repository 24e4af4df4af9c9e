import { Temporal } from 'temporal-polyfill';
import { daysBetween, MOST_DATES } from './calendar.ts';

/**
 * Repeating dates (3): a stated subset of the recurrence rules of RFC 5545. The first date is always one of them, so
 * that every reader of RFC 5545 finds the same dates.
 */
export interface Recurrence {
  /** The first date of its rule. */
  readonly start: string;
  readonly frequency: Frequency;
  /** Every so many days, weeks, months or years, from 1. */
  readonly interval: number;
  /** Days of the week, Monday 1 to Sunday 7, in order; empty if it has none. */
  readonly weekdays: readonly number[];
  /** Which of these weekdays in a month: 1 to 5, or the last one (−1); null if it is each of them, in a week. */
  readonly position: number | null;
  /** The day of the month, 1 to 31, or the last one (−1); null if weekdays say it. */
  readonly monthDay: number | null;
  /** The month of a yearly one, 1 to 12. */
  readonly month: number | null;
  /** The last day on which it may be; null if it has none. */
  readonly until: string | null;
  /** How many dates it has, with those that are left out; null if that is not said. */
  readonly count: number | null;
  /** Dates of its rule that are left out, in order. */
  readonly except: readonly string[];
}

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'yearly';

/** One that does not say when it ends goes on so long. */
export const MOST_YEARS = 100;
export const MOST_COUNT = 1_000;
export const MOST_INTERVAL = 999;
export const MOST_EXCEPTIONS = 100;
export const LAST_DATE = '9999-12-31';

/**
 * Its dates from one day to another, both included, `most` of them at the most. It works without going through all
 * dates before: only one with a `count` is counted from its start. PostgreSQL finds the same (`nonet.occurrences`).
 */
export function occurrencesOf(recurrence: Recurrence, from: string, to: string, most: number): string[] {
  const { start, until, count, except } = recurrence;
  const ends = [to, until ?? LAST_DATE, lastOf(start)].reduce((one, other) => (one < other ? one : other));
  const begins = from < start ? start : from;
  const found: string[] = [];
  let seen = 0;
  for (let period = count === null ? periodOf(recurrence, begins) : 0; found.length < most; period += 1) {
    const first = firstOf(recurrence, period);
    if (first === null || first > ends) break;
    for (const date of datesIn(recurrence, first)) {
      if (date < start || date > ends) continue;
      seen += 1;
      if (count !== null && seen > count) return found;
      if (date >= begins && found.length < most && !except.includes(date)) found.push(date);
    }
  }
  return found;
}

/** Its dates from one day to another, both included; null if there are more than a hundred years between these. */
export function occurrencesBetween(recurrence: Recurrence, from: string, to: string): string[] | null {
  return daysBetween(from, to) < MOST_DATES ? occurrencesOf(recurrence, from, to, MOST_DATES) : null;
}

/** The first of its dates behind a day; null if there is none. */
export function nextOccurrence(recurrence: Recurrence, after: string): string | null {
  if (after >= LAST_DATE) return null;
  const from = Temporal.PlainDate.from(after).add({ days: 1 }).toString();
  return occurrencesOf(recurrence, from, LAST_DATE, 1)[0] ?? null;
}

/** The last day that may be one of its dates. */
function lastOf(start: string): string {
  const last = Temporal.PlainDate.from(start).add({ years: MOST_YEARS });
  return last.year > 9999 ? LAST_DATE : last.toString();
}

/** The number of the period (a day, a week, a month or a year, of those that count) in which a day lies, or the last before it. */
function periodOf({ start, frequency, interval }: Recurrence, day: string): number {
  const [from, to] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(day)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  switch (frequency) {
    case 'daily':
      return Math.floor(from.until(to).days / interval);
    case 'weekly':
      return Math.floor(mondayOf(from).until(to).days / 7 / interval);
    case 'monthly':
      return Math.floor(months / interval);
    case 'yearly':
      return Math.floor((to.year - from.year) / interval);
  }
}

/** The first day of a period; null beyond the calendar. */
function firstOf({ start, frequency, interval, month }: Recurrence, period: number): string | null {
  const from = Temporal.PlainDate.from(start);
  const by = period * interval;
  const first = (): Temporal.PlainDate => {
    switch (frequency) {
      case 'daily':
        return from.add({ days: by });
      case 'weekly':
        return mondayOf(from).add({ weeks: by });
      case 'monthly':
        return from.with({ day: 1 }).add({ months: by });
      case 'yearly':
        return from.with({ day: 1, month: month ?? from.month }).add({ years: by });
    }
  };
  const date = first();
  return date.year > 9999 ? null : date.toString();
}

function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}

/** The dates of a period that begins with this day, in order. */
function datesIn({ frequency, weekdays, position, monthDay }: Recurrence, first: string): string[] {
  if (frequency === 'daily') return [first];
  const begins = Temporal.PlainDate.from(first);
  if (frequency === 'weekly') return weekdays.map((day) => begins.add({ days: day - 1 }).toString());
  const length = begins.daysInMonth;
  if (monthDay !== null) {
    const day = monthDay === -1 ? length : monthDay;
    return day > length ? [] : [begins.with({ day }).toString()];
  }
  const days = Array.from({ length }, (_, at) => begins.with({ day: at + 1 })).filter((day) =>
    weekdays.includes(day.dayOfWeek),
  );
  const day = position === null ? undefined : days.at(position === -1 ? -1 : position - 1);
  return day === undefined ? [] : [day.toString()];
}

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * Reads the one form in which a recurrence is stored and answered, whose parts were judged when it was given; null for
 * any other text.
 */
export function storedRecurrence(text: string): Recurrence | null {
  const part = (name: string): string | null => new RegExp(`[;:]${name}=([-0-9A-Z,]+)`).exec(text)?.[1] ?? null;
  const number = (name: string): number | null => (part(name) === null ? null : Number(part(name)));
  const dated = (digits: string | null): string | null =>
    digits === null ? null : digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const start = dated(/^DTSTART;VALUE=DATE:(\d{8})\nRRULE:/.exec(text)?.[1] ?? null);
  const frequency = part('FREQ')?.toLowerCase();
  if (start === null || frequency === undefined || !isFrequency(frequency)) return null;
  const [, exceptions] = /\nEXDATE;VALUE=DATE:([0-9,]+)$/.exec(text) ?? [];
  const [, ordinal, days = ''] = /^(-?\d)?(.*)$/.exec(part('BYDAY') ?? '') ?? [];
  return {
    start,
    frequency,
    interval: number('INTERVAL') ?? 1,
    weekdays: days === '' ? [] : days.split(',').map((day) => NAMES.indexOf(day) + 1),
    position: number('BYSETPOS') ?? (ordinal === undefined ? null : Number(ordinal)),
    monthDay: number('BYMONTHDAY'),
    month: number('BYMONTH'),
    until: dated(part('UNTIL')),
    count: number('COUNT'),
    except: exceptions === undefined ? [] : exceptions.split(',').flatMap((date) => dated(date) ?? []),
  };
}

function isFrequency(text: string): text is Frequency {
  return ['daily', 'weekly', 'monthly', 'yearly'].includes(text);
}
