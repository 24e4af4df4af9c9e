import type { MessageFormat } from '../message-format.ts';
import type { Labelled } from './fields.ts';

/** The parts of a sentence about repeating dates, with the names that its reader's language has. */
export interface Repeats {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every so many days, weeks, months or years. */
  readonly interval: number;
  /** The names of days of the week. */
  readonly weekdays: readonly string[];
  /** Whether these are Monday to Friday. */
  readonly isWorkweek: boolean;
  /** Which of them in the month, 1 to 5, or the last (−1); null: each of them. */
  readonly position: number | null;
  /** The day of the month, or the last (−1); null: the weekdays say it. */
  readonly monthDay: number | null;
  /** Of a yearly one: the name of its month, and its day with it (“May 1”). */
  readonly month: string | null;
  readonly day: string | null;
  /** The last date that it may have. */
  readonly until: string | null;
  readonly count: number | null;
  /** The dates that are left out; none where these are too many to be named. */
  readonly except: readonly string[];
  readonly exceptions: number;
}

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['every day', 'days'],
  weekly: ['every week', 'weeks'],
  monthly: ['every month', 'months'],
  yearly: ['every year', 'years'],
} as const;
const ORDINALS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** Messages about repeating dates (3), and what these say in words. */
export const recurrences = {
  recurrence: ({ label }: Labelled) =>
    `${label} must be repeating dates: a first date and a rule of RFC 5545, like DTSTART;VALUE=DATE:20261201 and RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }: Labelled & { part: string }) =>
    `${label} repeats dates and has no time of day: ${part}.`,
  recurrencePart: ({ label, part }: Labelled & { part: string }) => `${label} can't repeat in this way: ${part}.`,
  recurrenceNone: ({ label }: Labelled) => `${label} has no date at all.`,
  recurrenceUntil: ({ label }: Labelled) => `${label} ends before it begins.`,
  recurrenceExceptions: ({ label }: Labelled) => `${label} can leave out 100 dates at most.`,
  repeats: (
    {
      frequency,
      interval,
      weekdays,
      isWorkweek,
      position,
      monthDay,
      month,
      day,
      until,
      count,
      except,
      exceptions,
    }: Repeats,
    format: MessageFormat,
  ) => {
    const every = interval === 1 ? EVERY[frequency][0] : `every ${format.number(interval)} ${EVERY[frequency][1]}`;
    const of = month === null ? '' : ` of ${month}`;
    const which = position === null || position < 0 ? 'last' : `${position}${ORDINALS[position] ?? 'th'}`;
    const names =
      isWorkweek && position !== null
        ? 'weekday (Monday to Friday)'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` on ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` on the last day${of}`
            : ` on day ${monthDay}`
          : position !== null
            ? ` on the ${which} ${names}${of}`
            : weekdays.length > 0
              ? ` on ${names}`
              : '';
    const ends =
      until !== null
        ? ` until ${until}`
        : count !== null
          ? `, ${format.count(count, { one: 'time', other: 'times' })}`
          : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `, except ${format.and(except)}`
          : `, except for ${format.count(exceptions, { one: 'date', other: 'dates' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
