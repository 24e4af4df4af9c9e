import {
  type ColumnView,
  type EntityView,
  listAddress,
  type ListQuery,
  type RecordView,
  type ScreenActionView,
} from '@nonet/client';
import { client } from '../../data/client.ts';
import { projection } from '../../data/columns.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';

/** An entity whose records stand on the calendar. */
export interface Source {
  readonly entity: EntityView;
  readonly columns: readonly ColumnView[];
  /** The field of its beginning, and of its end where it has one. */
  readonly from: string;
  readonly to: string | null;
  /** Whether these are instants, and not dates. */
  readonly instant: boolean;
  /** Whether some may have no end. */
  readonly mayBeOpen: boolean;
  /** What may be done with one of its records here. */
  readonly actions: readonly ScreenActionView[];
  /** What narrows it besides the days. */
  readonly query: Pick<ListQuery, 'screen' | 'filters' | 'search'>;
}

export interface Entry {
  readonly source: Source;
  readonly record: RecordView;
  readonly from: string;
  readonly to: string;
  /** The time of day at which it begins (`09:30`), where the calendar is by instants. */
  readonly at: string | null;
}

/** No month shows more than this; what is beyond is said, not hidden. */
const MOST_PAGES = 10;

/** The records of the sources that touch the days `first` to `last`. */
export async function readEntries(
  sources: readonly Source[],
  first: string,
  last: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; complete: boolean }> {
  const parts = await Promise.all(
    sources.flatMap((source) =>
      queriesOf(source, first, last, timeZone).map((query) => readAll(source, query, timeZone, signal)),
    ),
  );
  return {
    entries: parts.flatMap((part) => part.entries).toSorted(inOrder),
    complete: parts.every((part) => part.complete),
  };
}

/** The lists that they are read from, to be followed. */
export function addressesOf(sources: readonly Source[], first: string, last: string, timeZone: string): string[] {
  return sources.flatMap((source) =>
    queriesOf(source, first, last, timeZone).map((query) => listAddress(source.entity.path, query)),
  );
}

function queriesOf(source: Source, first: string, last: string, timeZone: string): ListQuery[] {
  const { from, to, instant, mayBeOpen } = source;
  const end = to ?? from;
  const shown = projection(source.columns.filter((column) => column.path[0] !== '_title'));
  const since = instant ? toInstant(first, timeZone) : first;
  const begins = instant ? { [`${from}.lt`]: toInstant(addDays(last, 1), timeZone) } : { [`${from}.lte`]: last };
  const query = { ...source.query, fields: [...new Set([...shown.fields, from, end])], expand: shown.expand };
  const filters = { ...query.filters, ...begins };
  const ended = { ...query, filters: { ...filters, [`${end}.gte`]: since } };
  // What has no end yet stands on the day of its beginning.
  const unended = { ...query, filters: { ...filters, [`${from}.gte`]: since, [`${end}.null`]: 'true' } };
  return to !== null && mayBeOpen ? [ended, unended] : [ended];
}

async function readAll(
  source: Source,
  query: ListQuery,
  timeZone: string,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; complete: boolean }> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next } = await client.list(source.entity.path, { ...query, cursor }, signal);
    entries.push(...items.flatMap((record) => entryOf(source, record, timeZone)));
    if (next === null) return { entries, complete: true };
    cursor = next;
  }
  return { entries, complete: false };
}

function entryOf(source: Source, record: RecordView, timeZone: string): Entry[] {
  const begin = record[source.from];
  if (typeof begin !== 'string') return [];
  const until = record[source.to ?? source.from];
  const local = (value: string): string => (source.instant ? toLocal(value, timeZone) : value);
  return [
    {
      source,
      record,
      from: local(begin).slice(0, 10),
      to: local(typeof until === 'string' ? until : begin).slice(0, 10),
      at: source.instant ? local(begin).slice(11, 16) : null,
    },
  ];
}

function inOrder(one: Entry, other: Entry): number {
  return (
    one.from.localeCompare(other.from) || other.to.localeCompare(one.to) || (one.at ?? '').localeCompare(other.at ?? '')
  );
}
