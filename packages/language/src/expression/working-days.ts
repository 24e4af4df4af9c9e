import { Temporal } from 'temporal-polyfill';
import type { Instant } from './calendar.ts';

/** The days on which work is done (9: `WORKING_DAYS`, `HOLIDAYS`). */
export interface WorkingCalendar {
  /** Days of the week by their number, Monday 1 to Sunday 7, at least one, each once. */
  readonly workingDays: readonly number[];
  /** Dates, each once. */
  readonly holidays: readonly string[];
}

/**
 * The date that lies `count` working days after another, before it where `count` is negative. A day that is no working
 * day counts nothing; 0 is the date itself. PostgreSQL counts alike (`nonet.add_working_days`).
 */
export function addWorkingDays(date: string, count: number, { workingDays, holidays }: WorkingCalendar): string {
  const sign = Math.sign(count);
  const free = holidays
    .map((holiday) => Temporal.PlainDate.from(holiday))
    .filter((holiday) => workingDays.includes(holiday.dayOfWeek));
  let from = Temporal.PlainDate.from(date);
  // Each holiday that is passed asks for a day more, and the way there may pass others.
  for (let left = Math.abs(count); left > 0; ) {
    const to = addWeekdays(from, sign, left, workingDays);
    const passed = (holiday: Temporal.PlainDate): boolean =>
      Temporal.PlainDate.compare(holiday, from) === sign && Temporal.PlainDate.compare(holiday, to) !== sign;
    left = free.filter(passed).length;
    from = to;
  }
  return from.toString();
}

/** Weeks first, of which each has as many; then day by day. */
function addWeekdays(
  date: Temporal.PlainDate,
  sign: number,
  count: number,
  workingDays: readonly number[],
): Temporal.PlainDate {
  const weeks = Math.floor((count - 1) / workingDays.length);
  let at = date.add({ days: sign * weeks * 7 });
  for (let left = count - weeks * workingDays.length; left > 0; ) {
    at = at.add({ days: sign });
    if (workingDays.includes(at.dayOfWeek)) left -= 1;
  }
  return at;
}

/** The same of an instant, whose time of day on the clocks of `timeZone` stays. */
export function addWorkingDaysToInstant(
  instant: Instant,
  count: number,
  calendar: WorkingCalendar,
  timeZone: string,
): Instant {
  if (count === 0) return instant;
  const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const date = Temporal.PlainDate.from(addWorkingDays(local.toPlainDate().toString(), count, calendar));
  // As PostgreSQL reads a time that stands twice, or not at all, when the clocks change.
  return date.toPlainDateTime(local.toPlainTime()).toZonedDateTime(timeZone, { disambiguation: 'later' }).toInstant();
}
