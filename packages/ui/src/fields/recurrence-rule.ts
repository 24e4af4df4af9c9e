import {
  type Frequency,
  MOST_COUNT,
  MOST_INTERVAL,
  occurrencesOf,
  type Recurrence,
  writeRecurrence,
} from '@nonet/language';

/** The parts of repeating dates as an editor has them, whole or not. */
export interface RecurrenceDraft {
  /** A date, or what is typed of one. */
  readonly start: string;
  readonly frequency: Frequency;
  readonly interval: number;
  /** Of weekly ones: Monday 1 to Sunday 7; empty: that of the first date. */
  readonly weekdays: readonly number[];
  /** Of monthly and yearly ones. */
  readonly on: OnDay;
  readonly ends: 'never' | 'date' | 'count';
  readonly until: string;
  readonly count: number;
  /** Dates that are left out, in order; those that the rule does not have are kept here until it is saved. */
  readonly except: readonly string[];
}

/** The day in a month: the one of the first date, the last, the same weekday (2nd Tuesday), the last such one, or of Monday to Friday. */
export type OnDay = 'day' | 'last day' | 'weekday' | 'last weekday' | 'first workday' | 'last workday';

const WORKWEEK = [1, 2, 3, 4, 5];
const LAST_DATE = '9999-12-31';

export const EMPTY: RecurrenceDraft = {
  start: '',
  frequency: 'weekly',
  interval: 1,
  weekdays: [],
  on: 'day',
  ends: 'never',
  until: '',
  count: 10,
  except: [],
};

/** The draft of repeating dates that are there. */
export function draftOf(recurrence: Recurrence): RecurrenceDraft {
  const { start, frequency, interval, weekdays, until, count, except } = recurrence;
  return {
    start,
    frequency,
    interval,
    weekdays: frequency === 'weekly' ? weekdays : [],
    on: onDayOf(recurrence),
    ends: until !== null ? 'date' : count !== null ? 'count' : 'never',
    until: until ?? '',
    count: count ?? EMPTY.count,
    except,
  };
}

function onDayOf({ weekdays, position, monthDay }: Recurrence): OnDay {
  if (monthDay !== null) return monthDay === -1 ? 'last day' : 'day';
  const isWorkweek = weekdays.length === WORKWEEK.length;
  if (position === -1) return isWorkweek ? 'last workday' : 'last weekday';
  return isWorkweek ? 'first workday' : 'weekday';
}

/** The rule that the draft states; null while it has no first date. */
export function ruleOf(draft: RecurrenceDraft): Recurrence | null {
  const { start, frequency, ends } = draft;
  if (!isDate(start)) return null;
  const isOfMonth = frequency === 'monthly' || frequency === 'yearly';
  const stated: Recurrence = {
    start,
    frequency,
    interval: within(draft.interval, MOST_INTERVAL),
    weekdays: frequency === 'weekly' ? (draft.weekdays.length > 0 ? draft.weekdays : [weekdayOf(start)]) : [],
    position: null,
    monthDay: null,
    ...(isOfMonth && onDay(draft.on, start)),
    month: frequency === 'yearly' ? Number(start.slice(5, 7)) : null,
    until: ends === 'date' && isDate(draft.until) ? draft.until : null,
    count: ends === 'count' ? within(draft.count, MOST_COUNT) : null,
    except: [],
  };
  const [first] = occurrencesOf(stated, start, LAST_DATE, 1);
  const begun = first === undefined ? stated : { ...stated, start: first };
  return { ...begun, except: draft.except.filter((day) => occurrencesOf(begun, day, day, 1).length > 0) };
}

/** The draft as the wire has it, as far as it says something. */
export function wireOf(draft: RecurrenceDraft): string {
  const rule = ruleOf(draft);
  // A date that is only typed in part is refused as the value that it is.
  return rule === null ? draft.start : writeRecurrence(rule);
}

/** The days in a month on which one may be. */
export const ON_DAYS: readonly OnDay[] = [
  'day',
  'last day',
  'weekday',
  'last weekday',
  'first workday',
  'last workday',
];

function onDay(on: OnDay, start: string): Pick<Recurrence, 'weekdays' | 'position' | 'monthDay'> {
  const day = Number(start.slice(8, 10));
  switch (on) {
    case 'day':
      return { weekdays: [], position: null, monthDay: day };
    case 'last day':
      return { weekdays: [], position: null, monthDay: -1 };
    case 'weekday':
      return { weekdays: [weekdayOf(start)], position: Math.ceil(day / 7), monthDay: null };
    case 'last weekday':
      return { weekdays: [weekdayOf(start)], position: -1, monthDay: null };
    case 'first workday':
      return { weekdays: WORKWEEK, position: 1, monthDay: null };
    case 'last workday':
      return { weekdays: WORKWEEK, position: -1, monthDay: null };
  }
}

/** Its next dates from a day on. */
export function nextDates(rule: Recurrence, today: string, most: number): readonly string[] {
  return occurrencesOf(rule, today, LAST_DATE, most);
}

/** Monday 1 to Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function within(number: number, most: number): number {
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), most) : 1;
}
