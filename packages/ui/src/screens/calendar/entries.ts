import type { ListQuery, RecordView, ScreenView } from '@nonet/client';
import { client } from '../../data/client.ts';
import { projection } from '../../data/columns.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';

export interface Entry {
  readonly record: RecordView;
  readonly from: string;
  readonly to: string;
  /** The time of day at which it begins (`09:30`), where the calendar is by instants. */
  readonly at: string | null;
}

/** No month shows more than this; what is beyond is said, not hidden. */
const MOST_PAGES = 10;

/** What the reader narrows the calendar to. */
export interface Narrowed {
  readonly filters: Readonly<Record<string, string>>;
  readonly search: string | undefined;
}

/** The records of a calendar that touch the days `first` to `last`. `mayBeOpen`: some may have no end. */
export async function readEntries(
  path: string,
  screen: ScreenView,
  { filters, search }: Narrowed,
  kind: string,
  mayBeOpen: boolean,
  first: string,
  last: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; complete: boolean }> {
  const { calendar } = screen;
  if (!calendar) return { entries: [], complete: true };
  const instant = kind === 'datetime';
  const end = calendar.to ?? calendar.from;
  const shown = projection(screen.groups.flatMap((group) => group.columns));
  const { from, to } = calendar;
  const begins = instant ? { [`${from}.lt`]: toInstant(addDays(last, 1), timeZone) } : { [`${from}.lte`]: last };
  const since = instant ? toInstant(first, timeZone) : first;
  const query = {
    screen: screen.slug,
    search,
    fields: [...new Set([...shown.fields, from, end])],
    expand: shown.expand,
    filters: { ...filters, ...begins, [`${end}.gte`]: since },
  };
  // What has no end yet stands on the day of its beginning.
  const unended = { ...query, filters: { ...filters, ...begins, [`${from}.gte`]: since, [`${end}.null`]: 'true' } };
  const day = (value: unknown): string => (instant ? toLocal(String(value), timeZone) : String(value)).slice(0, 10);
  const read = async (asked: ListQuery): Promise<{ entries: Entry[]; complete: boolean }> => {
    const entries: Entry[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { items, next } = await client.list(path, { ...asked, cursor }, signal);
      for (const record of items) {
        const begin = record[from];
        if (typeof begin !== 'string') continue;
        const until = record[end];
        entries.push({
          record,
          from: day(begin),
          to: day(typeof until === 'string' ? until : begin),
          at: instant ? toLocal(begin, timeZone).slice(11, 16) : null,
        });
      }
      if (next === null) return { entries, complete: true };
      cursor = next;
    }
    return { entries, complete: false };
  };
  const parts = await Promise.all(to !== null && mayBeOpen ? [read(query), read(unended)] : [read(query)]);
  return {
    entries: sorted(parts.flatMap((part) => part.entries)),
    complete: parts.every((part) => part.complete),
  };
}

function sorted(entries: Entry[]): Entry[] {
  return entries.toSorted(
    (one, other) =>
      one.from.localeCompare(other.from) ||
      other.to.localeCompare(one.to) ||
      (one.at ?? '').localeCompare(other.at ?? ''),
  );
}
