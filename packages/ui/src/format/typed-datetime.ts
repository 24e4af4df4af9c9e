import { type DatePart, datePatternOf, readDate } from '@nonet/language';
import { isDate, isTime } from './is-moment.ts';
import { dateParts, movedDate, patternText } from './typed-date.ts';
import {
  presentMinute,
  readTime,
  secondsIn,
  timeParts,
  timePatternOf,
  timePatternText,
  type TimePart,
} from './typed-time.ts';
import type { TypedPart, Typing } from './typing.ts';
import { instantsOf, isInstant, isLocal, lookalikesOf, toInstant, toLocal, zoneNameAt } from './zone.ts';

/**
 * The typed form of instants: a date and a time of day in a zone, or the wire's form. In the hour that occurs twice,
 * the zone's abbreviation distinguishes the two: "25/10/2026 02:30 CET". A time that the clocks skip stays local,
 * `2026-03-29T02:30:00`, which is no value of the wire.
 */
export function dateTimeTyping(
  locale: string,
  timeZone: string,
  letters: Readonly<Record<DatePart | TimePart, string>>,
): Typing {
  const dates = datePatternOf(locale);
  const times = timePatternOf(locale);

  function localOf(typed: string, done: boolean): string | null {
    const text = typed.trim();
    // The separator may also occur within either part.
    for (const { index, 0: between } of text.matchAll(/[\s,T]+/g)) {
      const date = readDate(text.slice(0, index), dates, true);
      const time = readTime(text.slice(index + between.length), times, done);
      if (isDate(date) && isTime(time)) return `${date}T${time}`;
    }
    return null;
  }

  function partsOf(local: string): readonly TypedPart[] {
    const [date = '', time = ''] = local.split('T');
    return [...dateParts(date, dates), { unit: null, text: ' ' }, ...timeParts(time, times)];
  }

  function named(text: string, done: boolean): string | null {
    const [, before, name] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
    const local = before === undefined ? null : localOf(before, done);
    const isNamed = (instant: string) => zoneNameAt(instant, timeZone, locale).toLowerCase() === name?.toLowerCase();
    return (local === null ? undefined : instantsOf(local, timeZone).find(isNamed)) ?? null;
  }

  return {
    placeholder: `${patternText(dates, letters)} ${timePatternText(times, letters)}`,
    parts: (value) => {
      if (isLocal(value)) return partsOf(value);
      if (!isInstant(value)) return dateParts(value, dates);
      const written = partsOf(toLocal(value, timeZone));
      if (lookalikesOf(value, timeZone).length === 0) return written;
      return [...written, { unit: null, text: ` ${zoneNameAt(value, timeZone, locale)}` }];
    },
    read: (typed, done) => {
      const text = typed.trim();
      if (isInstant(text)) return text;
      const local = localOf(text, done);
      if (local !== null) return instantsOf(local, timeZone)[0] ?? local;
      // A day that was typed to its end is one already, and needs its time.
      return named(text, done) ?? (done ? readDate(text, dates, true) : text);
    },
    moved: (value, unit, steps) => {
      if (isDate(value)) return movedDate(value, unit, steps);
      const local = isInstant(value) ? toLocal(value, timeZone) : isLocal(value) ? value : null;
      if (local === null) return toInstant(presentMinute(timeZone), timeZone);
      const seconds = steps * secondsIn(unit);
      if (seconds !== 0) {
        const from = isInstant(value) ? value : toInstant(value, timeZone);
        return new Date(Date.parse(from) + seconds * 1000).toISOString();
      }
      const moved = movedDate(local.slice(0, 10), unit, steps) + local.slice(10);
      return instantsOf(moved, timeZone)[0] ?? moved;
    },
  };
}
