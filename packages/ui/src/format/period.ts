import { addMonths, monthOf } from './month.ts';
import { addDays } from './zone.ts';

export const CALENDAR_VIEWS = ['month', 'week', 'day', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The days that a calendar shows around one day, and how it gets to those before and after. */
export interface Period {
  readonly first: string;
  readonly last: string;
  readonly weeks: readonly (readonly string[])[];
  /** `2026-11` of the month that is shown; null for a week or a day. */
  readonly month: string | null;
  readonly before: string;
  readonly after: string;
}

/**
 * The month or the week around `day`, or the day alone. A list of a month leaves out the days of the adjacent months.
 */
export function periodOf(view: CalendarView, day: string, firstDayOfWeek: number): Period {
  const name = day.slice(0, 7);
  const month = monthOf(name, firstDayOfWeek);
  if (view === 'day')
    return { first: day, last: day, weeks: [[day]], month: null, before: addDays(day, -1), after: addDays(day, 1) };
  if (view === 'week') {
    const week = month.weeks.find((days) => days.includes(day)) ?? [];
    const [first = day] = week;
    return {
      first,
      last: week.at(-1) ?? day,
      weeks: [week],
      month: null,
      before: addDays(day, -week.length),
      after: addDays(day, week.length),
    };
  }
  const whole = view === 'month';
  return {
    first: whole ? (month.weeks[0]?.[0] ?? month.first) : month.first,
    last: whole ? (month.weeks.at(-1)?.at(-1) ?? month.last) : month.last,
    weeks: month.weeks,
    month: name,
    before: `${addMonths(name, -1)}-01`,
    after: `${addMonths(name, 1)}-01`,
  };
}
