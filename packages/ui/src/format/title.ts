import { zoneNameAt } from './zone.ts';

/** A date or an instant as a title has it, alone: no part of a longer code (`INV-2026-01-02`, `2026-01-02-3`). */
const WRITTEN = /(?<![\w-])\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?(?![\w-])/g;

/**
 * A record's title for its reader: dates and instants, which the API has in one form for every reader (ISO 8601), as the
 * reader's language writes them. `timeZone`: IANA; instants name it where it is not `productTimeZone`.
 */
export function writeTitle(title: string, locale: string, timeZone: string, productTimeZone = timeZone): string {
  return title.replace(WRITTEN, (text) => {
    const isDate = text.length === 'yyyy-mm-dd'.length;
    const moment = new Date(isDate ? `${text}T00:00:00Z` : text);
    // A text in the form of a date that is not a date stays unchanged.
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text.slice(0, 10)) return text;
    const { dates, instants } = formatsOf(locale, timeZone);
    if (isDate) return dates.format(moment);
    const zone = timeZone === productTimeZone ? '' : ` ${zoneNameAt(text, timeZone, locale)}`;
    return `${instants.format(moment)}${zone}`;
  });
}

type Formats = Readonly<Record<'dates' | 'instants', Intl.DateTimeFormat>>;

const kept = new Map<string, Formats>();

/** Making a format takes longer than writing with it. */
function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  let formats = kept.get(key);
  if (formats === undefined) {
    formats = {
      dates: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
      instants: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    };
    kept.set(key, formats);
  }
  return formats;
}
