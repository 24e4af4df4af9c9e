import { formatSize, message, messageFormatIn, repeats, type Type } from '@nonet/language';
import type { ReaderSettings } from './validation/actor-settings.ts';
import { currencyDigits } from './values/number.ts';

/** A value's own text; what has parts (a list, JSON) as JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A number as Intl reads it: the digits of a string exactly. */
const exactly = (digits: string) => digits as Intl.StringNumericLiteral;

/** A value as people read it, in the LOCALE and TIME_ZONE of these settings; nothing for null (language: messages run through null). */
export function formatValue(value: unknown, type: Type, settings: ReaderSettings): string {
  if (value === null || value === undefined) return '';
  const { locale } = settings;
  const text = plainText(value);
  switch (type.kind) {
    case 'money': {
      const currency = type.currency ?? settings.currency;
      if (currency === null) return text;
      const digits = currencyDigits(currency);
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(exactly(text));
    }
    case 'integer':
      // Grouped from five digits on: 1974 may be a year.
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'min2' }).format(exactly(text));
    case 'decimal':
      return new Intl.NumberFormat(locale, {
        maximumFractionDigits: type.scale ?? 12,
        minimumFractionDigits: type.scale ?? 0,
      }).format(exactly(text));
    case 'size':
      return formatSize(Number(value), locale);
    case 'date':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${text}T00:00:00Z`),
      );
    case 'time':
      return text.slice(0, 5);
    case 'datetime':
      return formatInstant(text, settings);
    case 'duration':
      return formatDuration(text, locale);
    case 'recurrence':
      return repeats(text, locale);
    case 'list':
      return Array.isArray(value)
        ? new Intl.ListFormat(locale).format(value.map((item) => formatValue(item, type.of, settings)))
        : text;
    case 'boolean':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'text':
    case 'unknown':
    case 'working days':
      return text;
  }
}

function formatInstant(text: string, { locale, timeZone, namesZone }: ReaderSettings): string {
  const instant = new Date(text);
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    instant,
  );
  if (namesZone !== true) return written;
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return `${written} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone}`;
}

const UNITS = [
  ['year', /(-?\d+)Y/],
  ['month', /(-?\d+)M(?!.*[HS])/],
  ['week', /(-?\d+)W/],
  ['day', /(-?\d+)D/],
] as const;
const CLOCK_UNITS = [
  ['hour', /(-?\d+)H/],
  ['minute', /(-?\d+)M/],
  ['second', /(-?\d+(?:\.\d+)?)S/],
] as const;

/** `P90D` → "90 days". */
export function formatDuration(text: string, locale: string): string {
  const working = /^(\d+)WD$/.exec(text);
  if (working) return messageFormatIn(locale).message(message('workingDays', { count: Number(working[1]) }));
  const [calendar = '', clock = ''] = text.split('T');
  const parts = [
    ...UNITS.flatMap(([unit, pattern]) => amount(unit, pattern.exec(calendar)?.[1], locale)),
    ...CLOCK_UNITS.flatMap(([unit, pattern]) => amount(unit, pattern.exec(clock)?.[1], locale)),
  ];
  return parts.length === 0
    ? amountText('second', 0, locale)
    : new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts);
}

function amount(unit: string, digits: string | undefined, locale: string): string[] {
  const number = Number(digits ?? 0);
  return number === 0 ? [] : [amountText(unit, number, locale)];
}

function amountText(unit: string, number: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(number);
}
