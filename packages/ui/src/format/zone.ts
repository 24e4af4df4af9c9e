const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const DAY = 24 * 60 * 60 * 1000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Milliseconds that the clocks of `timeZone` are ahead of UTC at an instant. */
function offsetAt(milliseconds: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  return steadyOffset(milliseconds, timeZone) ?? measuredOffset(milliseconds, timeZone);
}

/** The offset of a day (UTC) around which the clocks are not changed; null if they are. */
function steadyOffset(milliseconds: number, timeZone: string): number | null {
  const day = Math.floor(milliseconds / DAY);
  const before = offsetOfDay(day - 1, timeZone);
  return before === offsetOfDay(day + 2, timeZone) ? before : null;
}

/** By zone and day: the values of a page are of few days. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;

/** The offset at the beginning of a day (UTC), which is a number of days since 1970. */
function offsetOfDay(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offsets.set(key, (offset = measuredOffset(day * DAY, timeZone)));
  }
  return offset;
}

function measuredOffset(milliseconds: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(milliseconds);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(milliseconds / 1000) * 1000;
}

/** Whether a value is an instant in the wire's form (RFC 3339): `2026-11-21T08:30:00Z`. */
export function isInstant(value: string): boolean {
  return INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a value is a local date and time, as `toLocal` writes them: `2026-11-21T09:30:00`. */
export function isLocal(value: string): boolean {
  return LOCAL.test(value) && !Number.isNaN(Date.parse(value));
}

/** `2026-11-21T09:30:00` on the clocks of `timeZone`, for an instant. */
export function toLocal(instant: string, timeZone: string): string {
  const date = Date.parse(instant);
  return new Date(date + offsetAt(date, timeZone)).toISOString().slice(0, 19);
}

/**
 * The instants (RFC 3339, UTC) at which the clocks of `timeZone` show `2026-11-21T09:30`, the earlier first: two if
 * they are put back in that hour, and none if they are put forward over it.
 */
export function instantsOf(local: string, timeZone: string): readonly string[] {
  const shown = atUtc(local);
  const offsets = [shown - DAY, shown + DAY].map((around) => offsetAt(around, timeZone));
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((instant) => instant + offsetAt(instant, timeZone) === shown)
    .toSorted((one, other) => one - other)
    .map((instant) => new Date(instant).toISOString());
}

function atUtc(local: string): number {
  return Date.parse(`${local.length === 10 ? `${local}T00:00` : local}Z`);
}

/**
 * The instants at which the clocks of `timeZone` show the same as at this one, the earlier first; none except in an
 * hour that occurs twice.
 */
export function lookalikesOf(instant: string, timeZone: string): readonly string[] {
  const instants = instantsOf(toLocal(instant, timeZone), timeZone);
  return instants.length > 1 ? instants : [];
}

/** The name of `timeZone` at an instant, for a reader: "CEST", "GMT+2". */
export function zoneNameAt(instant: string, timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  return format.formatToParts(Date.parse(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Whether the clocks of two zones agree, this winter and summer. */
export function isSameTime(one: string, other: string): boolean {
  const year = new Date().getUTCFullYear();
  return [0, 6].every((month) => {
    const date = Date.UTC(year, month, 1);
    return offsetAt(date, one) === offsetAt(date, other);
  });
}

/**
 * The instant at which the clocks of `timeZone` show `2026-11-21T09:30`: the earlier of two, and of a time that they skip as
 * much later as they are put forward.
 */
export function toInstant(local: string, timeZone: string): string {
  const shown = atUtc(local);
  return instantsOf(local, timeZone)[0] ?? new Date(shown - offsetAt(shown - DAY, timeZone)).toISOString();
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
