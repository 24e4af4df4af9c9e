import type { RecordView, ScreenView } from '@nonet/client';
import { client } from '../../data/client.ts';
import { projection } from '../../data/columns.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';

export interface Entry {
  readonly record: RecordView;
  readonly from: string;
  readonly to: string;
}

/** No month shows more than this; what is beyond is said, not hidden. */
const MOST_PAGES = 10;

/** The records of a calendar that touch the days `first` to `last`. */
export async function readEntries(
  path: string,
  screen: ScreenView,
  filters: Readonly<Record<string, string>>,
  kind: string,
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
  const query = {
    screen: screen.slug,
    fields: [...new Set([...shown.fields, calendar.from, end])],
    expand: shown.expand,
    filters: {
      ...filters,
      ...(instant
        ? { [`${calendar.from}.lt`]: toInstant(addDays(last, 1), timeZone) }
        : { [`${calendar.from}.lte`]: last }),
      [`${end}.gte`]: instant ? toInstant(first, timeZone) : first,
    },
  };
  const day = (value: unknown): string => (instant ? toLocal(String(value), timeZone) : String(value)).slice(0, 10);
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next } = await client.list(path, { ...query, cursor }, signal);
    for (const record of items) {
      const from = record[calendar.from];
      if (typeof from !== 'string') continue;
      const to = record[end];
      entries.push({ record, from: day(from), to: typeof to === 'string' ? day(to) : day(from) });
    }
    if (next === null) return { entries: sorted(entries), complete: true };
    cursor = next;
  }
  return { entries: sorted(entries), complete: false };
}

function sorted(entries: Entry[]): Entry[] {
  return entries.toSorted((one, other) => one.from.localeCompare(other.from) || other.to.localeCompare(one.to));
}
