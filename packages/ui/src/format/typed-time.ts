import { isTime, TIME } from './is-moment.ts';
import { type TypedPart, type TypedUnit, type Typing, writtenOf } from './typing.ts';
import { toLocal } from './zone.ts';

/** How times of day are typed in a locale. */
export interface TimePattern {
  readonly separator: string;
  /** The marks of the two halves of the day, on clocks of twelve hours: `am`, `pm`. */
  readonly halves: readonly [string, string] | null;
  readonly halfFirst: boolean;
}

export type TimePart = 'hour' | 'minute';

const HOURS = 12;
const SECONDS: Readonly<Partial<Record<TypedUnit, number>>> = {
  hour: 3600,
  minute: 60,
  second: 1,
  half: HOURS * 3600,
};
/** The length below which a text may be an incomplete time. */
const SHORTEST = 'h:mm';
const SECONDS_IN_DAY = 86_400;

/** The typed form of times of day: `09:30` or `9:30 am`, by the locale. */
export function timeTyping(locale: string, timeZone: string, letters: Readonly<Record<TimePart, string>>): Typing {
  const pattern = timePatternOf(locale);
  return {
    placeholder: timePatternText(pattern, letters),
    parts: (value) => timeParts(value, pattern),
    read: (typed, done) => readTime(typed, pattern, done),
    moved: (value, unit, steps) => (isTime(value) ? movedTime(value, unit, steps) : presentMinute(timeZone).slice(11)),
  };
}

/** The present minute on the clocks of a zone: `2026-11-21T09:30:00`. */
export function presentMinute(timeZone: string): string {
  return `${toLocal(new Date().toISOString(), timeZone).slice(0, 16)}:00`;
}

export function timePatternOf(locale: string): TimePattern {
  const usual = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).resolvedOptions();
  const format = new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    hour: 'numeric',
    minute: '2-digit',
    hour12: usual.hour12 ?? false,
    timeZone: 'UTC',
  });
  const [morning, evening] = [0, HOURS * 3_600_000].map((instant) => format.formatToParts(instant));
  const half = (parts = morning) => parts?.find(({ type }) => type === 'dayPeriod')?.value ?? '';
  const order = (morning ?? []).map(({ type }) => type);
  const between = morning?.[order.indexOf('minute') - 1]?.value.trim() ?? '';
  return {
    // A locale without a single separator (`9 h 30`) gets the most common one.
    separator: /^\p{P}$/u.test(between) ? between : ':',
    halves: usual.hour12 ? [half(), half(evening)] : null,
    halfFirst: usual.hour12 === true && order.indexOf('dayPeriod') < order.indexOf('hour'),
  };
}

/**
 * Reads a typed time as one of the wire (`09:30:00`): on a clock of twelve hours if it names a half of the day, else of
 * 24; with any sign between its parts or none. Text that is no time is returned as it was typed, and the product
 * refuses it.
 * @param done whether no more is coming: whole hours are enough then
 */
export function readTime(typed: string, pattern: TimePattern, done: boolean): string {
  const text = typed.trim();
  const [, before = '', digits = '', behind = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/.exec(text) ?? [];
  const [, hour, minute = '00', second = '00', fraction = ''] =
    /^(\d{1,2})(?:\D+(\d{2})(?:\D+(\d{2})(?:[.,](\d{1,6}))?)?)?$/.exec(digits) ??
    /^(\d{1,2})(\d{2})$/.exec(digits) ??
    [];
  const half = halfNamed(before + behind, pattern);
  if (hour === undefined || half === null) return text;
  if (!done && half === undefined && digits.length < SHORTEST.length) return text;
  const time = `${hourOf(hour, half)}:${minute}:${second}${fraction === '' ? '' : `.${fraction}`}`;
  return isTime(time) ? time : text;
}

/** A time of the wire in the pieces in which it is typed; seconds if there are any. */
export function timeParts(value: string, { separator, halves, halfFirst }: TimePattern): readonly TypedPart[] {
  const [, hour, minute = '', second = '00'] = TIME.exec(value) ?? [];
  if (hour === undefined) return [{ unit: null, text: value }];
  const clock = halves === null ? hour : String(Number(hour) % HOURS || HOURS);
  const digits: TypedPart[] = [
    { unit: 'hour', text: clock },
    { unit: null, text: separator },
    { unit: 'minute', text: minute },
    ...(Number(second) === 0
      ? []
      : [{ unit: null, text: separator }, { unit: 'second', text: second } satisfies TypedPart]),
  ];
  if (halves === null) return digits;
  const half: TypedPart = { unit: 'half', text: halves[Number(hour) < HOURS ? 0 : 1] };
  const space: TypedPart = { unit: null, text: ' ' };
  return halfFirst ? [half, space, ...digits] : [...digits, space, half];
}

/** A time of the wire as it is typed; anything else stays as it is. */
export function writeTime(value: string, pattern: TimePattern): string {
  return writtenOf(timeParts(value, pattern));
}

/** `hh:mm`, by the letters of the reader's language. */
export function timePatternText(
  { separator, halves, halfFirst }: TimePattern,
  letters: Readonly<Record<TimePart, string>>,
): string {
  const minutes = `${separator}${letters.minute.repeat(2)}`;
  if (halves === null) return letters.hour.repeat(2) + minutes;
  return halfFirst ? `${halves[0]} ${letters.hour}${minutes}` : `${letters.hour}${minutes} ${halves[0]}`;
}

function movedTime(time: string, unit: TypedUnit, steps: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const [, second = '0', fraction = ''] = /:\d\d:(\d\d)(\.\d+)?$/.exec(time) ?? [];
  const moved = (hour * 60 + minute) * 60 + Number(second) + steps * secondsIn(unit);
  const within = ((moved % SECONDS_IN_DAY) + SECONDS_IN_DAY) % SECONDS_IN_DAY;
  return new Date(within * 1000).toISOString().slice(11, 19) + fraction;
}

/** The number of seconds in a unit of time; 0 for days and longer units. */
export function secondsIn(unit: TypedUnit): number {
  return SECONDS[unit] ?? 0;
}

/** The half of the day that is named: 0 or 1; undefined: none; null: an unknown name. */
function halfNamed(typed: string, { halves }: TimePattern): 0 | 1 | null | undefined {
  const name = plain(typed);
  if (name === '') return undefined;
  const [morning, evening] = (halves ?? []).map(plain);
  if (['a', 'am', morning].includes(name)) return 0;
  if (['p', 'pm', evening].includes(name)) return 1;
  return null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\p{Cf}\s]/gu, '');
}

/** The hour of the day for an hour on the clock; empty if a clock of twelve hours does not have it. */
function hourOf(shown: string, half: 0 | 1 | undefined): string {
  const hour = Number(shown);
  if (half === undefined) return shown.padStart(2, '0');
  return hour < 1 || hour > HOURS ? '' : String((hour % HOURS) + half * HOURS).padStart(2, '0');
}
