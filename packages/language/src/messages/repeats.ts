import type { Repeats } from './en/recurrences.ts';
import type { Message } from './message.ts';
import { recurrences as ar } from './ar/recurrences.ts';
import { recurrences as de } from './de/recurrences.ts';
import { recurrences as en } from './en/recurrences.ts';
import { recurrences as es } from './es/recurrences.ts';
import { recurrences as fr } from './fr/recurrences.ts';
import { recurrences as nl } from './nl/recurrences.ts';
import { messageFormats } from './message-formats.ts';
import { message } from './standard-message.ts';

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const WORKWEEK = 'MO,TU,WE,TH,FR';
/** More dates that are left out are counted. */
const MOST_NAMED = 3;

const formatIn = messageFormats({ en, ar, de, es, fr, nl });

/**
 * A recurrence (3) in words: “every 2 weeks on Tuesday until Dec 31, 2027”. `text`: in the form in which it is stored and
 * answered, which stays as it is if it has another one.
 */
export function repeats(text: string, locale: string): string {
  const said = partsOf(text, locale);
  return said === null ? text : formatIn(locale).message(said);
}

function partsOf(text: string, locale: string): Message | null {
  const part = (name: string): string | null => new RegExp(`[;:]${name}=([-0-9A-Z,]+)`).exec(text)?.[1] ?? null;
  const number = (name: string): number | null => (part(name) === null ? null : Number(part(name)));
  const frequency = FREQUENCIES[part('FREQ') ?? ''];
  if (frequency === undefined) return null;
  const [, ordinal, days = ''] = /^(-?\d)?(.*)$/.exec(part('BYDAY') ?? '') ?? [];
  const monthDay = number('BYMONTHDAY');
  const month = number('BYMONTH');
  const until = part('UNTIL');
  const [, exceptions] = /\nEXDATE;VALUE=DATE:([0-9,]+)$/.exec(text) ?? [];
  const except = exceptions?.split(',') ?? [];
  const written = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date);
  /** A date as a rule writes it: `20261224`. */
  const dated = (of: string) =>
    written(new Date(Date.UTC(Number(of.slice(0, 4)), Number(of.slice(4, 6)) - 1, Number(of.slice(6)))), {
      dateStyle: 'medium',
    });
  // 2024 began on a Monday, and has a 29 February.
  const inYear = (of: number, day: number) => new Date(Date.UTC(2024, of - 1, day));
  return message('repeats', {
    frequency,
    interval: number('INTERVAL') ?? 1,
    weekdays:
      days === '' ? [] : days.split(',').map((day) => written(inYear(1, NAMES.indexOf(day) + 1), { weekday: 'long' })),
    isWorkweek: days === WORKWEEK,
    position: number('BYSETPOS') ?? (ordinal === undefined ? null : Number(ordinal)),
    monthDay,
    month: month === null ? null : written(inYear(month, 1), { month: 'long' }),
    day:
      month === null || monthDay === null || monthDay < 0
        ? null
        : written(inYear(month, monthDay), { month: 'long', day: 'numeric' }),
    until: until === null ? null : dated(until),
    count: number('COUNT'),
    except: except.length > MOST_NAMED ? [] : except.map(dated),
    exceptions: except.length,
  });
}

const FREQUENCIES: Readonly<Record<string, Repeats['frequency']>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};
