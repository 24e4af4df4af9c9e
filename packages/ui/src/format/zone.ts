const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Minutes that `timeZone` is ahead of UTC at an instant. */
function offsetMinutes(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((local - Math.floor(instant.getTime() / 1000) * 1000) / 60_000);
}

/** Whether a value names an instant as the wire has it (RFC 3339): `2026-11-21T08:30:00Z`. */
export function isInstant(value: string): boolean {
  return INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** `2026-11-21T09:30:00` on the clocks of `timeZone`, for an instant. */
export function toLocal(instant: string, timeZone: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() + offsetMinutes(date, timeZone) * 60_000).toISOString().slice(0, 19);
}

/** Whether the clocks of `timeZone` ever show `2026-11-21T09:30:00`: where they are put forward, they skip an hour. */
export function isOnClocks(local: string, timeZone: string): boolean {
  return toLocal(toInstant(local, timeZone), timeZone) === local.slice(0, 19);
}

/** Whether the clocks of two zones show the same, in this winter and summer. */
export function isSameTime(one: string, other: string): boolean {
  const year = new Date().getUTCFullYear();
  return [0, 6].every((month) => {
    const date = new Date(Date.UTC(year, month, 1));
    return offsetMinutes(date, one) === offsetMinutes(date, other);
  });
}

/** The instant (RFC 3339, UTC) at which the clocks of `timeZone` show `2026-11-21T09:30`. */
export function toInstant(local: string, timeZone: string): string {
  const guess = new Date(`${local.length === 10 ? `${local}T00:00` : local}Z`);
  const first = new Date(guess.getTime() - offsetMinutes(guess, timeZone) * 60_000);
  return new Date(guess.getTime() - offsetMinutes(first, timeZone) * 60_000).toISOString();
}

/** Today's date on the clocks of `timeZone`. */
export function todayIn(timeZone: string): string {
  return toLocal(new Date().toISOString(), timeZone).slice(0, 10);
}

/** The date that is `days` after `date` (both `2026-11-21`). */
export function addDays(date: string, days: number): string {
  const result = new Date(`${date}T00:00:00Z`);
  result.setUTCDate(result.getUTCDate() + days);
  return result.toISOString().slice(0, 10);
}
