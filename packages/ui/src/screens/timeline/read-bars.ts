import { client } from '../../data/client.ts';
import { type Entry, entryOf, queriesOf, type Source } from '../calendar/entries.ts';

/** The most pages of a list that are read for a timeline. */
const MOST_PAGES = 5;

export interface Bars {
  readonly entries: readonly Entry[];
  /** The number of further records on these days, which were not read. */
  readonly left: number;
}

/** The records of a source that touch the days `first` to `last`: the earliest, as far as a timeline can show them. */
export async function readBars(
  source: Source,
  first: string,
  last: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<Bars> {
  const parts = await Promise.all(
    queriesOf(source, first, last, timeZone).map(async (query): Promise<Bars> => {
      const entries: Entry[] = [];
      let cursor: string | undefined;
      let read = 0;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const isLast = page === MOST_PAGES - 1;
        const { items, next, count } = await client.list(
          source.entity.path,
          { ...query, cursor, ...(isLast ? { count: true } : {}) },
          signal,
        );
        read += items.length;
        entries.push(...items.flatMap((record) => entryOf(source, record, timeZone)));
        if (next === null) break;
        if (isLast) return { entries, left: (count ?? read) - read };
        cursor = next;
      }
      return { entries, left: 0 };
    }),
  );
  return { entries: parts.flatMap(({ entries }) => entries), left: parts.reduce((sum, { left }) => sum + left, 0) };
}
