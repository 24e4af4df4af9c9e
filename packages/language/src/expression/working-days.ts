import { Temporal } from 'temporal-polyfill';
import { dateInRange, type Instant, instantAt, instantInRange } from './calendar.ts';
import type { WorkingCalendar } from './working-calendar.ts';

/** More than there are days in the years 1 to 9999. */
const MOST_COUNTED = 4_000_000;

/**
 * The date that is `count` working days after another, or before it if `count` is negative. A day that is not a
 * working day does not count; 0 gives the date itself. Null if the date is outside the years 1 to 9999. PostgreSQL
 * counts in the same way (`nonet.add_working_days`).
 */
export function addWorkingDays(date: string, count: number, { workingDays, holidays }: WorkingCalendar): string | null {
  const sign = Math.sign(count);
  const most = Math.min(Math.abs(count), MOST_COUNTED);
  const free = holidays
    .map((holiday) => Temporal.PlainDate.from(holiday))
    .filter((holiday) => workingDays.includes(holiday.dayOfWeek));
  let from = Temporal.PlainDate.from(date);
  // Each holiday on the way adds a day, and that day may pass further holidays.
  for (let left = most; left > 0; ) {
    const to = addWeekdays(from, sign, left, workingDays);
    const passed = (holiday: Temporal.PlainDate): boolean =>
      Temporal.PlainDate.compare(holiday, from) === sign && Temporal.PlainDate.compare(holiday, to) !== sign;
    left = free.filter(passed).length;
    from = to;
  }
  return dateInRange(from);
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

/** Adds working days to an instant; its time of day on the clocks of `timeZone` stays. */
export function addWorkingDaysToInstant(
  instant: Instant,
  count: number,
  calendar: WorkingCalendar,
  timeZone: string,
): Instant | null {
  if (count === 0) return instant;
  const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const from = dateInRange(local.toPlainDate());
  const reached = from === null ? null : addWorkingDays(from, count, calendar);
  if (reached === null) return null;
  const date = Temporal.PlainDate.from(reached);
  return instantInRange(instantAt(date, local.toPlainTime(), timeZone).epochNanoseconds / 1000n);
}
