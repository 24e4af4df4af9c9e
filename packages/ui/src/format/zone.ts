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

/** `2026-11-21T09:30` on the clocks of `timeZone`, for an instant. */
export function toLocal(instant: string, timeZone: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() + offsetMinutes(date, timeZone) * 60_000).toISOString().slice(0, 16);
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
