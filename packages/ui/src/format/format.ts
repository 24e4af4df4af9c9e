import type { FieldView, ProductView } from '@nonet/client';
import { createContext, use } from 'react';
import { writeDuration } from './duration.ts';
import { type Separators, separatorsOf, type Type } from '@nonet/language';
import { wordsFor } from '../words/words.ts';
import { repeatsIn } from './repeats.ts';
import { textOf } from './text-of.ts';
import { lookalikesOf, zoneNameAt } from './zone.ts';

/** A number as Intl reads it: the digits of a string exactly. The wire has a decimal as a string of digits. */
const exactly = (value: string | number) => String(value) as Intl.StringNumericLiteral;
const COMPACT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;

/**
 * How values are written for a reader: in their locale and time zone, and the product's currency. Decimals stay exact:
 * `Intl` reads their digits.
 */
export interface Format {
  readonly timeZone: string;
  readonly locale: string;
  readonly separators: Separators;
  integer(value: number | string): string;
  /** A number that counts or measures, and is no year: grouped from four digits on. */
  count(value: number | string): string;
  decimal(value: string | number, scale: number | null): string;
  money(value: string | number, currency: string | null): string;
  percent(value: string | number): string;
  /** A round number in few characters, in the product's currency where it is money. */
  compact(value: number, money: boolean): string;
  boolean(value: boolean): string;
  date(value: string): string;
  /** Days from one to another: "Nov 16 – 22, 2026". */
  dates(from: string, to: string): string;
  /** `2026-11-01` as "November 2026". */
  month(value: string): string;
  /** Months of an axis, as short as they are understood: "Nov 2026", and the year again with the next January. */
  axisMonth(value: string, isFirst: boolean): string;
  weekday(value: string): string;
  /** In as few letters as the language has: “M”, “Mo”. */
  weekdayLetter(value: string): string;
  /** “Nov”. */
  shortMonth(value: string): string;
  /** A day of a month that is known: “16”. */
  dayOfMonth(value: string): string;
  /**
   * With the abbreviation of the zone where it is not the product's, and in the hour that occurs twice: "25 Oct 2026,
   * 02:30 CET".
   */
  dateTime(value: string): string;
  time(value: string): string;
  /** An hour of the day (`09`) as a clock of the reader's region has it: "09", "9 am". */
  hour(value: string): string;
  /** Repeating dates in words: “every 2 weeks on Tuesday”. */
  repeats(value: string): string;
  /** `PT1H30M` in words. */
  duration(value: string): string;
  bytes(value: number): string;
}

/** Makes a value when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The settings of a format: those of its reader. */
interface FormatSettings extends Pick<ProductView['settings'], 'locale' | 'timeZone' | 'currency'> {
  /** The product's time zone: instants name the reader's where it is another one. */
  readonly productTimeZone?: string;
}

export function createFormat(settings: FormatSettings): Format {
  const { locale, timeZone, productTimeZone = timeZone } = settings;
  const isElsewhere = timeZone !== productTimeZone;
  const words = wordsFor(locale);
  // Each is made when a value is first written with it: to make the first one of dates takes longer than a page of values.
  const numbers = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options));
  const calendar = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
  // Grouped from five digits on: 1974 may be a year.
  const integers = numbers({ maximumFractionDigits: 0, useGrouping: 'min2' });
  const counts = numbers({ maximumFractionDigits: 0 });
  const percents = numbers({ style: 'percent', maximumFractionDigits: 10 });
  const dates = calendar({ dateStyle: 'medium' });
  const months = calendar({ month: 'long', year: 'numeric' });
  const shortMonths = calendar({ month: 'short' });
  const yearsMonths = calendar({ month: 'short', year: 'numeric' });
  const weekdays = calendar({ weekday: 'short' });
  const letters = calendar({ weekday: 'narrow' });
  const instants = calendar({ dateStyle: 'medium', timeStyle: 'short', timeZone });
  const times = calendar({ timeStyle: 'short' });
  const hours = calendar({ hour: 'numeric' });
  const kilobytes = numbers({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const moneys = new Map<string, Intl.NumberFormat>();
  const decimals = new Map<number | null, Intl.NumberFormat>();
  const separators = once(() => separatorsOf(locale));

  const compacts = numbers(COMPACT);
  const compactMoneys =
    settings.currency === null ? compacts : numbers({ ...COMPACT, style: 'currency', currency: settings.currency });

  function moneyFormat(currency: string): Intl.NumberFormat {
    let format = moneys.get(currency);
    if (!format) moneys.set(currency, (format = new Intl.NumberFormat(locale, { style: 'currency', currency })));
    return format;
  }

  function decimalFormat(scale: number | null): Intl.NumberFormat {
    let format = decimals.get(scale);
    if (!format) {
      const digits =
        scale === null ? { maximumFractionDigits: 12 } : { minimumFractionDigits: scale, maximumFractionDigits: scale };
      decimals.set(scale, (format = new Intl.NumberFormat(locale, digits)));
    }
    return format;
  }

  return {
    timeZone,
    locale,
    get separators() {
      return separators();
    },
    count: (value) => counts().format(exactly(value)),
    integer: (value) => integers().format(exactly(value)),
    decimal: (value, scale) => decimalFormat(scale).format(exactly(value)),
    money: (value, currency) => {
      const code = currency ?? settings.currency;
      return code === null ? decimalFormat(null).format(exactly(value)) : moneyFormat(code).format(exactly(value));
    },
    compact: (value, money) => (money ? compactMoneys : compacts)().format(value),
    percent: (value) => percents().format(exactly(value)),
    boolean: (value) => (value ? words.yes : words.no),
    date: (value) => dates().format(new Date(`${value.slice(0, 10)}T00:00:00Z`)),
    dates: (from, to) => dates().formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    month: (value) => months().format(new Date(`${value.slice(0, 7)}-01T00:00:00Z`)),
    axisMonth: (value, isFirst) =>
      (isFirst || value.slice(5, 7) === '01' ? yearsMonths : shortMonths)().format(
        new Date(`${value.slice(0, 7)}-01T00:00:00Z`),
      ),
    weekday: (value) => weekdays().format(new Date(`${value}T00:00:00Z`)),
    weekdayLetter: (value) => letters().format(new Date(`${value}T00:00:00Z`)),
    shortMonth: (value) => shortMonths().format(new Date(`${value.slice(0, 7)}-01T00:00:00Z`)),
    dayOfMonth: (value) => counts().format(Number(value.slice(8, 10))),
    dateTime: (value) => {
      const written = instants().format(new Date(value));
      const isPlain = !isElsewhere && lookalikesOf(value, timeZone).length === 0;
      return isPlain ? written : `${written} ${zoneNameAt(value, timeZone, locale)}`;
    },
    time: (value) => times().format(new Date(`1970-01-01T${value}Z`)),
    hour: (value) => (times().resolvedOptions().hour12 ? hours().format(new Date(`1970-01-01T${value}:00Z`)) : value),
    duration: (value) => writeDuration(value, locale),
    repeats: (value) => repeatsIn(value, locale),
    bytes: (value) => (value < 1_000_000 ? kilobytes().format(value / 1000) : megabytes().format(value / 1_000_000)),
  };
}

/** A value of a field's kind as one line of text, for tables of changes, charts and cells without markup. */
export function formatValue(
  format: Format,
  field: Pick<FieldView, 'scale' | 'currency' | 'choices'> & { readonly kind: FieldView['kind'] | Type['kind'] },
  value: unknown,
): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => formatValue(format, field, each)).join(', ');
  if (typeof value === 'object') return titleOf(value);
  const text = textOf(value);
  switch (field.kind) {
    case 'integer':
      return format.integer(text);
    case 'decimal':
      return format.decimal(text, field.scale);
    case 'money':
      return format.money(text, field.currency);
    case 'percent':
      return format.percent(text);
    case 'boolean':
      return format.boolean(value === true);
    case 'date':
      return format.date(text);
    case 'datetime':
      return format.dateTime(text);
    case 'time':
      return format.time(text);
    case 'duration':
      return format.duration(text);
    case 'recurrence':
      return format.repeats(text);
    case 'enum':
    case 'state':
    case 'roles':
      return field.choices?.find((choice) => choice.name === text)?.label ?? text;
    case 'all':
    case 'children':
    case 'email':
    case 'file':
    case 'given':
    case 'id':
    case 'image':
    case 'json':
    case 'list':
    case 'long text':
    case 'many':
    case 'markdown':
    case 'null':
    case 'number':
    case 'object':
    case 'open':
    case 'phone':
    case 'rate':
    case 'record':
    case 'reference':
    case 'secret':
    case 'serial':
    case 'size':
    case 'slug':
    case 'text':
    case 'unknown':
    case 'url':
    case 'working days':
      return text;
  }
}

function titleOf(value: object): string {
  if ('_title' in value && typeof value._title === 'string') return value._title;
  if ('name' in value && typeof value.name === 'string') return value.name;
  return JSON.stringify(value);
}

export const FormatContext = createContext<Format | null>(null);

export function useFormat(): Format {
  const format = use(FormatContext);
  if (!format) throw new Error('useFormat outside the product');
  return format;
}
