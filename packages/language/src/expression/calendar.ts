import { Temporal } from 'temporal-polyfill';

/** Whether this is a date of the calendar (`2026-11-21`, years 0001 to 9999). */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith('0000')) return false;
  return reads(() => Temporal.PlainDate.from(text, { overflow: 'reject' }));
}

/** Whether this is a time of day (`09:30`, `09:30:15`, up to six decimals). */
export function isTime(text: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?$/.test(text);
}

/** Whether this is an instant with its offset (RFC 3339). */
export function isDateTime(text: string): boolean {
  if (
    !/^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?([Zz]|[+-][0-9]{2}:[0-9]{2})$/.test(text)
  )
    return false;
  return reads(() => Temporal.Instant.from(text));
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
