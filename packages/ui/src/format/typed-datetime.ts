import { type DatePart, dateParts, datePatternOf, isDate, movedDate, patternText, readDate } from './typed-date.ts';
import {
  isTime,
  presentMinute,
  readTime,
  secondsIn,
  timeParts,
  timePatternOf,
  timePatternText,
  type TimePart,
} from './typed-time.ts';
import type { Typing } from './typing.ts';
import { isInstant, isOnClocks, toInstant, toLocal } from './zone.ts';

/** How an instant is typed: a date and a time of day on the clocks of a zone, or as the wire has it. */
export function dateTimeTyping(
  locale: string,
  timeZone: string,
  letters: Readonly<Record<DatePart | TimePart, string>>,
): Typing {
  const dates = datePatternOf(locale);
  const times = timePatternOf(locale);

  function localOf(typed: string, done: boolean): string | null {
    const text = typed.trim();
    // What stands between the two may stand within either, too.
    for (const { index, 0: between } of text.matchAll(/[\s,T]+/g)) {
      const date = readDate(text.slice(0, index), dates, true);
      const time = readTime(text.slice(index + between.length), times, done);
      if (isDate(date) && isTime(time)) return `${date}T${time}`;
    }
    return null;
  }

  return {
    placeholder: `${patternText(dates, letters)} ${timePatternText(times, letters)}`,
    parts: (value) => {
      const [date, time] = isInstant(value) ? toLocal(value, timeZone).split('T') : [value];
      const day = dateParts(date ?? '', dates);
      return time === undefined ? day : [...day, { unit: null, text: ' ' }, ...timeParts(time, times)];
    },
    read: (typed, done) => {
      const text = typed.trim();
      if (isInstant(text)) return text;
      const local = localOf(text, done);
      if (local !== null) return isOnClocks(local, timeZone) ? toInstant(local, timeZone) : text;
      // A day that was typed to its end is one already, and needs its time.
      return done ? readDate(text, dates, true) : text;
    },
    moved: (value, unit, steps) => {
      if (isDate(value)) return movedDate(value, unit, steps);
      if (!isInstant(value)) return toInstant(presentMinute(timeZone), timeZone);
      const seconds = steps * secondsIn(unit);
      if (seconds !== 0) return new Date(Date.parse(value) + seconds * 1000).toISOString();
      const local = toLocal(value, timeZone);
      return toInstant(movedDate(local.slice(0, 10), unit, steps) + local.slice(10), timeZone);
    },
  };
}
