import { Temporal } from 'temporal-polyfill';
import { daysBetween, isDate, MOST_DATES } from './calendar.ts';

/**
 * Repeating dates (3): a stated subset of the recurrence rules of RFC 5545. The first date is always one of them, so
 * that every reader of RFC 5545 finds the same dates.
 */
export interface Recurrence {
  /** The first of its dates. */
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
  /** How many dates it has; null if that is not said. */
  readonly count: number | null;
}

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'yearly';

/** Why a text is no recurrence: the part that is wrong, and how. */
export interface WrongRecurrence {
  readonly why: 'form' | 'time' | 'part' | 'value' | 'combination' | 'none' | 'until';
  /** The part that is meant: `BYHOUR`, `INTERVAL=0`; the whole text of a wrong form. */
  readonly part: string;
}

export type ReadRecurrence =
  | { readonly recurrence: Recurrence; readonly wrong: null }
  | { readonly recurrence: null; readonly wrong: WrongRecurrence };

/** One that does not say when it ends goes on so long. */
export const MOST_YEARS = 100;
export const MOST_COUNT = 1_000;
export const MOST_INTERVAL = 999;
const LONGEST_TEXT = 300;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: Readonly<Record<string, Frequency>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};

/** The parts of a rule that each frequency takes besides FREQ, INTERVAL, UNTIL, COUNT and WKST. */
const TAKES: Readonly<Record<Frequency, readonly string[]>> = {
  daily: [],
  weekly: ['BYDAY'],
  monthly: ['BYDAY', 'BYSETPOS', 'BYMONTHDAY'],
  yearly: ['BYDAY', 'BYSETPOS', 'BYMONTHDAY', 'BYMONTH'],
};
const COMMON: ReadonlySet<string> = new Set(['FREQ', 'INTERVAL', 'UNTIL', 'COUNT', 'WKST']);

/** Thrown while a text is read; never leaves `readRecurrence`. */
class Wrong extends Error {
  readonly wrong: WrongRecurrence;

  constructor(why: WrongRecurrence['why'], part: string) {
    super(part);
    this.wrong = { why, part };
  }
}

/**
 * Reads `DTSTART;VALUE=DATE:20261201` and `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`, two lines or one. A start that is
 * none of its dates becomes the first one behind it.
 */
export function readRecurrence(text: string): ReadRecurrence {
  try {
    return { recurrence: read(text), wrong: null };
  } catch (error) {
    if (error instanceof Wrong) return { recurrence: null, wrong: error.wrong };
    throw error;
  }
}

function read(text: string): Recurrence {
  const written = text.trim().toUpperCase();
  const match = /^DTSTART(?:;VALUE=DATE)?:(\d{8})(T\S*)?\s+RRULE:(\S+)$/.exec(written);
  if (match === null || written.length > LONGEST_TEXT) throw new Wrong('form', text.trim().slice(0, 60));
  const [, first = '', time, rule = ''] = match;
  if (time !== undefined) throw new Wrong('time', `${first}${time}`);
  const start = readDate(first, 'DTSTART');
  const parts = readParts(rule);
  const named = parts.get('FREQ') ?? '';
  const frequency = FREQUENCIES[named];
  if (frequency === undefined) throw new Wrong(named === '' ? 'form' : 'value', named === '' ? rule : `FREQ=${named}`);
  for (const name of parts.keys())
    if (!COMMON.has(name) && !TAKES[frequency].includes(name))
      throw new Wrong(TAKES.yearly.includes(name) ? 'combination' : 'part', name);
  const week = parts.get('WKST');
  if (week !== undefined && week !== 'MO') throw new Wrong('value', `WKST=${week}`);
  if (parts.has('UNTIL') && parts.has('COUNT')) throw new Wrong('combination', 'UNTIL, COUNT');
  const until = parts.has('UNTIL') ? readDate(parts.get('UNTIL') ?? '', 'UNTIL') : null;
  const stated: Recurrence = {
    start,
    frequency,
    interval: whole(parts, 'INTERVAL', 1, MOST_INTERVAL) ?? 1,
    ...readDays(parts, frequency, start),
    month: frequency === 'yearly' ? (whole(parts, 'BYMONTH', 1, 12) ?? Number(start.slice(5, 7))) : null,
    until,
    count: whole(parts, 'COUNT', 1, MOST_COUNT),
  };
  if (until !== null && until < start) throw new Wrong('until', `UNTIL=${parts.get('UNTIL')}`);
  const [begins] = occurrencesOf(stated, start, LAST_DATE, 1);
  if (begins === undefined) throw new Wrong('none', rule);
  return { ...stated, start: begins };
}

function readParts(rule: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const stated of rule.split(';')) {
    const [name = '', value = ''] = stated.split('=');
    if (!/^[A-Z]+=[^=]+$/.test(stated)) throw new Wrong('form', stated);
    if (parts.has(name)) throw new Wrong('combination', `${name}, ${name}`);
    parts.set(name, value);
  }
  return parts;
}

function readDays(
  parts: ReadonlyMap<string, string>,
  frequency: Frequency,
  start: string,
): Pick<Recurrence, 'weekdays' | 'position' | 'monthDay'> {
  const none = { weekdays: [], position: null, monthDay: null };
  if (frequency === 'daily') return none;
  const days = parts.get('BYDAY');
  const stated = (days ?? '').split(',').map((day) => /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day));
  if (days !== undefined && stated.includes(null)) throw new Wrong('value', `BYDAY=${days}`);
  const weekdays = [...new Set(stated.flatMap((day) => (day === null ? [] : [WEEKDAYS.indexOf(day[2] ?? '') + 1])))];
  weekdays.sort((one, other) => one - other);
  const ordinals = stated.flatMap((day) => (day?.[1] === undefined ? [] : [Number(day[1])]));
  if (frequency === 'weekly') {
    if (ordinals.length > 0) throw new Wrong('combination', `FREQ=WEEKLY, BYDAY=${days}`);
    return { ...none, weekdays: days === undefined ? [Temporal.PlainDate.from(start).dayOfWeek] : weekdays };
  }
  if (days === undefined) {
    if (parts.has('BYSETPOS')) throw new Wrong('combination', 'BYSETPOS');
    const stated = whole(parts, 'BYMONTHDAY', -1, 31);
    if (stated === 0) throw new Wrong('value', 'BYMONTHDAY=0');
    return { ...none, monthDay: stated ?? Number(start.slice(8, 10)) };
  }
  if (parts.has('BYMONTHDAY')) throw new Wrong('combination', 'BYDAY, BYMONTHDAY');
  const position = whole(parts, 'BYSETPOS', -1, 5) ?? ordinals[0] ?? null;
  // `BYDAY=2TU` says which one with its weekday, and only one day can be said so.
  const isClear = position !== null && (parts.has('BYSETPOS') ? ordinals.length === 0 : stated.length === 1);
  if (!isClear) throw new Wrong('combination', `BYDAY=${days}`);
  if (position < -1 || position === 0) throw new Wrong('value', `BYDAY=${days}`);
  return { ...none, weekdays, position };
}

function whole(parts: ReadonlyMap<string, string>, name: string, from: number, to: number): number | null {
  const text = parts.get(name);
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^[+-]?\d{1,4}$/.test(text) || number < from || number > to) throw new Wrong('value', `${name}=${text}`);
  return number;
}

function readDate(text: string, name: string): string {
  const date = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (/^\d{8}T/.test(text)) throw new Wrong('time', `${name}=${text}`);
  if (!isDate(date)) throw new Wrong('value', `${name}=${text}`);
  return date;
}

/** The one form in which a recurrence is stored and answered: two lines of RFC 5545. */
export function writeRecurrence(recurrence: Recurrence): string {
  const { start, frequency, interval, weekdays, position, monthDay, month, until, count } = recurrence;
  const names = weekdays.map((day) => WEEKDAYS[day - 1]);
  const days =
    names.length === 0
      ? []
      : position === null
        ? [`BYDAY=${names.join(',')}`]
        : names.length === 1
          ? [`BYDAY=${position}${names[0]}`]
          : [`BYDAY=${names.join(',')}`, `BYSETPOS=${position}`];
  const parts = [
    `FREQ=${frequency.toUpperCase()}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(month === null ? [] : [`BYMONTH=${month}`]),
    ...(monthDay === null ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...days,
    ...(until === null ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
  ];
  return `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\nRRULE:${parts.join(';')}`;
}

const LAST_DATE = '9999-12-31';

/**
 * Its dates from one day to another, both included, `most` of them at the most. It works without going through all
 * dates before: only one with a `count` is counted from its start. PostgreSQL finds the same (`nonet.occurrences`).
 */
export function occurrencesOf(recurrence: Recurrence, from: string, to: string, most: number): string[] {
  const { start, until, count } = recurrence;
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
      if (date >= begins && found.length < most) found.push(date);
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
