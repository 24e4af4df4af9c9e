import type { Format } from './format.ts';
import { toLocal } from './zone.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const LONGER = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
] as const;

/**
 * An instant as seen from now: "3 hours ago", "in 2 days"; within a minute, "now". From a day on, the days of the calendar
 * count, so that "yesterday" is never the day before.
 */
export function relativeTime(instant: string, { locale, timeZone }: Pick<Format, 'locale' | 'timeZone'>, now: number) {
  const seconds = (Date.parse(instant) - now) / 1_000;
  const length = Math.abs(seconds);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (length < 60) return format.format(0, 'second');
  if (length < HOUR) return format.format(Math.trunc(seconds / 60), 'minute');
  if (length < DAY) return format.format(Math.trunc(seconds / HOUR), 'hour');
  const dayOf = (moment: string) => Date.parse(toLocal(moment, timeZone).slice(0, 10)) / (DAY * 1_000);
  const days = dayOf(instant) - dayOf(new Date(now).toISOString());
  const [unit, size] = LONGER.find(([, many]) => Math.abs(days) >= many) ?? ['day', 1];
  return format.format(Math.trunc(days / size), unit);
}
