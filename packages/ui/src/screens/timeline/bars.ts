import type { Entry } from '../calendar/entries.ts';
import { MINUTES_A_DAY, minutesOf } from '../calendar/hours.ts';
import { daysFrom, type Scale } from './scale.ts';

/** An entry as a bar: where it begins and ends, in days from the first day of the scale. */
export interface Bar {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
}

/** A bar is never narrower than this. */
const NARROWEST = 6;
/** The space behind a bar, and around its text. */
const SPACE = 8;
/** The width of a letter, roughly, and the most that a text has (as the style sheet says). */
const LETTER = 6.2;
const MOST_TEXT = 240;

/** The bar of an entry. A date is there until its day ends, an instant until its minute. */
export function barOf(entry: Entry, { first }: Pick<Scale, 'first'>): Bar {
  const start = daysFrom(first, entry.from) + partOfDay(entry.at, 0);
  const end = daysFrom(first, entry.to) + partOfDay(entry.until, 1);
  return { entry, start, end: Math.max(start, end) };
}

/** The part of a day that has passed at a time; `whole` if there is no time. */
function partOfDay(time: string | null, whole: number): number {
  return time === null ? whole : minutesOf(time) / MINUTES_A_DAY;
}

/** The pixels that a bar takes: from its begin within the scale to its end. */
export function extentOf({ start, end }: Bar, width: number, length: number): { left: number; width: number } {
  const left = Math.max(start, 0) * width;
  return { left, width: Math.max(Math.min(end, length) * width - left, NARROWEST) };
}

/** The width of a text in pixels, roughly. */
function widthOf(text: string): number {
  return Math.min(text.length * LETTER, MOST_TEXT) + SPACE;
}

/** Whether a bar has no room for its text, which is then behind it. */
export function isTooShort(bar: Bar, width: number, length: number, text: string): boolean {
  return extentOf(bar, width, length).width < widthOf(text);
}

/**
 * The lanes of a row: no two bars of a lane overlap, nor does the text behind one that is too short for it.
 * @param width of a day, in pixels
 * @param textOf the text on a bar
 */
export function packed(
  bars: readonly Bar[],
  width: number,
  length: number,
  textOf: (bar: Bar) => string,
): readonly (readonly Bar[])[] {
  const lanes: { bars: Bar[]; end: number }[] = [];
  for (const bar of bars.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const extent = extentOf(bar, width, length);
    const text = textOf(bar);
    const behind = isTooShort(bar, width, length, text) ? widthOf(text) : 0;
    const end = extent.left + extent.width + behind + SPACE;
    const free = lanes.find((lane) => lane.end <= extent.left);
    if (free) {
      free.bars.push(bar);
      free.end = end;
    } else lanes.push({ bars: [bar], end });
  }
  return lanes.map((lane) => lane.bars);
}
