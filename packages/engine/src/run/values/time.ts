import { formatDuration, message, parseDuration } from '@nonet/language';
import { invalid, stored, type ValueReader } from './reading.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,6})?)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
/**
 * The years that dates and instants have four digits for; a duration leads from any of them to a time that PostgreSQL
 * has.
 */
const YEARS = 9_999;
const LONGEST_DURATION = 100;

/** A date that the calendar has: no 30 February. */
export function isRealDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

export const readDate: ValueReader = (value, field) => {
  if (typeof value !== 'string') return invalid(message('date', { label: field.label }));
  const text = value.trim();
  if (text === '') return stored(null);
  if (!DATE.test(text)) return invalid(message('date', { label: field.label }));
  return isRealDate(text) ? stored(text) : invalid(message('noDate', { label: field.label, text }));
};

export const readTime: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? value.trim() : null;
  if (text === '') return stored(null);
  return text !== null && TIME.test(text) ? stored(text) : invalid(message('time', { label: field.label }));
};

export const readInstant: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : null;
  if (text === '') return stored(null);
  const match = text === null ? null : INSTANT.exec(text);
  if (!match || text === null || !TIME.test(match[2] ?? '')) {
    return invalid(message('instant', { label: field.label }));
  }
  if (!isRealDate(match[1] ?? '')) return invalid(message('noDate', { label: field.label, text: match[1] ?? '' }));
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= YEARS
    ? stored(text)
    : invalid(message('years', { label: field.label, last: String(YEARS) }));
};

export const readDuration: ValueReader = (value, field) => {
  if (typeof value === 'string' && value.trim() === '') return stored(null);
  const text = typeof value === 'string' ? durationText(value) : null;
  return text === null ? invalid(message('duration', { label: field.label })) : stored(text);
};

/**
 * A duration in its canonical form, which answers use too: each part has its own sign. Null if the text is not a
 * duration that can be stored.
 */
export function durationText(text: string): string | null {
  const duration = text.length > LONGEST_DURATION ? null : parseDuration(text.trim().toUpperCase());
  if (duration === null || !Object.values(duration).every((part) => Number.isSafeInteger(part))) return null;
  const isKept = Math.abs(duration.months) <= YEARS * 12 && Math.abs(duration.days) <= YEARS * 366;
  return isKept ? formatDuration(duration) : null;
}
