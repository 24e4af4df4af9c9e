import { Temporal } from 'temporal-polyfill';
import { isDate } from './calendar.ts';
import {
  type Frequency,
  LAST_DATE,
  MOST_COUNT,
  MOST_EXCEPTIONS,
  MOST_INTERVAL,
  occurrencesOf,
  type Recurrence,
} from './recurrence.ts';

/** Why a text is no recurrence: the part that is wrong, and how. */
export interface WrongRecurrence {
  readonly why: 'form' | 'time' | 'part' | 'value' | 'combination' | 'none' | 'until' | 'exceptions';
  /** The part that is meant: `BYHOUR`, `INTERVAL=0`; the whole text of a wrong form. */
  readonly part: string;
}

export type ReadRecurrence =
  | { readonly recurrence: Recurrence; readonly wrong: null }
  | { readonly recurrence: null; readonly wrong: WrongRecurrence };

/** Of the rule; each date that is left out is as long as `,20261224`, or has a line of its own. */
const LONGEST_TEXT = 300 + MOST_EXCEPTIONS * 30;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: Readonly<Record<string, Frequency>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};

/** The parts of a rule that each frequency takes besides FREQ, INTERVAL, UNTIL, COUNT and WKST. */
const TAKES: Readonly<Record<Frequency, readonly string[]>> = {
  daily: [],
  weekly: ['BYDAY'],
  monthly: ['BYDAY', 'BYSETPOS', 'BYMONTHDAY'],
  yearly: ['BYDAY', 'BYSETPOS', 'BYMONTHDAY', 'BYMONTH'],
};
const COMMON: ReadonlySet<string> = new Set(['FREQ', 'INTERVAL', 'UNTIL', 'COUNT', 'WKST']);

/** Thrown while a text is read; never leaves `readRecurrence`. */
class Wrong extends Error {
  readonly wrong: WrongRecurrence;

  constructor(why: WrongRecurrence['why'], part: string) {
    super(part);
    this.wrong = { why, part };
  }
}

/**
 * Reads `DTSTART;VALUE=DATE:20261201`, `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU` and `EXDATE;VALUE=DATE:20261229`, in lines
 * or in one. A start that is none of its dates becomes the first one behind it; exceptions that are none are left out.
 */
export function readRecurrence(text: string): ReadRecurrence {
  try {
    return { recurrence: read(text), wrong: null };
  } catch (error) {
    if (error instanceof Wrong) return { recurrence: null, wrong: error.wrong };
    throw error;
  }
}

function read(text: string): Recurrence {
  const written = text.trim().toUpperCase();
  const match = /^DTSTART(?:;VALUE=DATE)?:(\d{8})(T\S*)?\s+RRULE:(\S+)((?:\s+EXDATE(?:;VALUE=DATE)?:\S+)*)$/.exec(
    written,
  );
  if (match === null || written.length > LONGEST_TEXT) throw new Wrong('form', text.trim().slice(0, 60));
  const [, first = '', time, rule = '', exceptions = ''] = match;
  if (time !== undefined) throw new Wrong('time', `${first}${time}`);
  const start = readDate(first, 'DTSTART');
  const parts = readParts(rule);
  const named = parts.get('FREQ') ?? '';
  const frequency = FREQUENCIES[named];
  if (frequency === undefined) throw new Wrong(named === '' ? 'form' : 'value', named === '' ? rule : `FREQ=${named}`);
  for (const name of parts.keys())
    if (!COMMON.has(name) && !TAKES[frequency].includes(name))
      throw new Wrong(TAKES.yearly.includes(name) ? 'combination' : 'part', name);
  const week = parts.get('WKST');
  if (week !== undefined && week !== 'MO') throw new Wrong('value', `WKST=${week}`);
  if (parts.has('UNTIL') && parts.has('COUNT')) throw new Wrong('combination', 'UNTIL, COUNT');
  const until = parts.has('UNTIL') ? readDate(parts.get('UNTIL') ?? '', 'UNTIL') : null;
  const stated: Recurrence = {
    start,
    frequency,
    interval: whole(parts, 'INTERVAL', 1, MOST_INTERVAL) ?? 1,
    ...readDays(parts, frequency, start),
    month: frequency === 'yearly' ? (whole(parts, 'BYMONTH', 1, 12) ?? Number(start.slice(5, 7))) : null,
    until,
    count: whole(parts, 'COUNT', 1, MOST_COUNT),
    except: [],
  };
  if (until !== null && until < start) throw new Wrong('until', `UNTIL=${parts.get('UNTIL')}`);
  const [begins] = occurrencesOf(stated, start, LAST_DATE, 1);
  if (begins === undefined) throw new Wrong('none', rule);
  const begun = { ...stated, start: begins };
  const except = readExceptions(exceptions).filter((day) => occurrencesOf(begun, day, day, 1).length > 0);
  if (except.length > MOST_EXCEPTIONS) throw new Wrong('exceptions', 'EXDATE');
  const left = { ...begun, except };
  if (occurrencesOf(left, begins, LAST_DATE, 1).length === 0) throw new Wrong('none', rule);
  return left;
}

/** The dates of all lines `EXDATE`, each once, in order. */
function readExceptions(lines: string): readonly string[] {
  const dates = [...lines.matchAll(/:(\S+)/g)].flatMap(([, stated = '']) => stated.split(','));
  return [...new Set(dates.map((date) => readDate(date, 'EXDATE')))].toSorted();
}

function readParts(rule: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const stated of rule.split(';')) {
    const [name = '', value = ''] = stated.split('=');
    if (!/^[A-Z]+=[^=]+$/.test(stated)) throw new Wrong('form', stated);
    if (parts.has(name)) throw new Wrong('combination', `${name}, ${name}`);
    parts.set(name, value);
  }
  return parts;
}

function readDays(
  parts: ReadonlyMap<string, string>,
  frequency: Frequency,
  start: string,
): Pick<Recurrence, 'weekdays' | 'position' | 'monthDay'> {
  const none = { weekdays: [], position: null, monthDay: null };
  if (frequency === 'daily') return none;
  const days = parts.get('BYDAY');
  const stated = (days ?? '').split(',').map((day) => /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day));
  if (days !== undefined && stated.includes(null)) throw new Wrong('value', `BYDAY=${days}`);
  const weekdays = [...new Set(stated.flatMap((day) => (day === null ? [] : [WEEKDAYS.indexOf(day[2] ?? '') + 1])))];
  weekdays.sort((one, other) => one - other);
  const ordinals = stated.flatMap((day) => (day?.[1] === undefined ? [] : [Number(day[1])]));
  if (frequency === 'weekly') {
    if (ordinals.length > 0) throw new Wrong('combination', `FREQ=WEEKLY, BYDAY=${days}`);
    return { ...none, weekdays: days === undefined ? [Temporal.PlainDate.from(start).dayOfWeek] : weekdays };
  }
  if (days === undefined) {
    if (parts.has('BYSETPOS')) throw new Wrong('combination', 'BYSETPOS');
    const stated = whole(parts, 'BYMONTHDAY', -1, 31);
    if (stated === 0) throw new Wrong('value', 'BYMONTHDAY=0');
    return { ...none, monthDay: stated ?? Number(start.slice(8, 10)) };
  }
  if (parts.has('BYMONTHDAY')) throw new Wrong('combination', 'BYDAY, BYMONTHDAY');
  const position = whole(parts, 'BYSETPOS', -1, 5) ?? ordinals[0] ?? null;
  // `BYDAY=2TU` says which one with its weekday, and only one day can be said so.
  const isClear = position !== null && (parts.has('BYSETPOS') ? ordinals.length === 0 : stated.length === 1);
  if (!isClear) throw new Wrong('combination', `BYDAY=${days}`);
  if (position < -1 || position === 0) throw new Wrong('value', `BYDAY=${days}`);
  return { ...none, weekdays, position };
}

function whole(parts: ReadonlyMap<string, string>, name: string, from: number, to: number): number | null {
  const text = parts.get(name);
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^[+-]?\d{1,4}$/.test(text) || number < from || number > to) throw new Wrong('value', `${name}=${text}`);
  return number;
}

function readDate(text: string, name: string): string {
  const date = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (/^\d{8}T/.test(text)) throw new Wrong('time', `${name}=${text}`);
  if (!isDate(date)) throw new Wrong('value', `${name}=${text}`);
  return date;
}

/** The one form in which a recurrence is stored and answered: two or three lines of RFC 5545. */
export function writeRecurrence(recurrence: Recurrence): string {
  const { start, frequency, interval, weekdays, position, monthDay, month, until, count, except } = recurrence;
  const names = weekdays.map((day) => WEEKDAYS[day - 1]);
  const days =
    names.length === 0
      ? []
      : position === null
        ? [`BYDAY=${names.join(',')}`]
        : names.length === 1
          ? [`BYDAY=${position}${names[0]}`]
          : [`BYDAY=${names.join(',')}`, `BYSETPOS=${position}`];
  const parts = [
    `FREQ=${frequency.toUpperCase()}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(month === null ? [] : [`BYMONTH=${month}`]),
    ...(monthDay === null ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...days,
    ...(until === null ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
  ];
  const rule = `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}\nRRULE:${parts.join(';')}`;
  return except.length === 0 ? rule : `${rule}\nEXDATE;VALUE=DATE:${except.join(',').replaceAll('-', '')}`;
}
