import {
  type ColumnView,
  type EntityView,
  type FieldView,
  listAddress,
  type ListQuery,
  type RecordView,
  type ScreenActionView,
} from '@nonet/client';
import { client } from '../../data/client.ts';
import { projection } from '../../data/columns.ts';
import { occurrencesBetween, storedRecurrence } from '@nonet/language';
import { textOf } from '../../format/text-of.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';

/** An entity whose records are on a calendar or timeline. */
export interface Source {
  readonly entity: EntityView;
  readonly columns: readonly ColumnView[];
  /** The field of its beginning, and of its end where it has one. */
  readonly from: string;
  readonly to: string | null;
  /** Whether these are instants, and not dates. */
  readonly instant: boolean;
  /** Whether its records are on each of their repeating dates. */
  readonly repeats: boolean;
  /** Whether some may have no end. */
  readonly mayBeOpen: boolean;
  /** The fields by which its records are in rows and have colours, if any. */
  readonly rows: FieldView | null;
  readonly colour: FieldView | null;
  /** The actions on one of its records here. */
  readonly actions: readonly ScreenActionView[];
  /** Its conditions in addition to the days. */
  readonly query: Pick<ListQuery, 'screen' | 'filters' | 'search' | 'limit'>;
}

export interface Entry {
  readonly source: Source;
  readonly record: RecordView;
  readonly from: string;
  readonly to: string;
  /** The times of day at which it begins and ends (`09:30`), if its days are instants. */
  readonly at: string | null;
  readonly until: string | null;
}

export interface Entries {
  readonly entries: readonly Entry[];
  /** By day: the number of entries that begin there and were not read. */
  readonly unread: ReadonlyMap<string, number>;
  /** False if more entries than are read began before the first of the days. */
  readonly complete: boolean;
}

/** The maximum number of pages read together; for each day after them, `MOST_OF_DAY` entries are read. */
const MOST_PAGES = 5;
export const MOST_OF_DAY = 12;

/** The records of the sources that touch the days `first` to `last`. */
export async function readEntries(
  sources: readonly Source[],
  first: string,
  last: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<Entries> {
  const parts = await Promise.all(
    sources.flatMap((source) =>
      queriesOf(source, first, last, timeZone).map((query) => readQuery(source, query, first, last, timeZone, signal)),
    ),
  );
  const unread = new Map<string, number>();
  for (const [day, count] of parts.flatMap((part) => [...part.unread])) unread.set(day, (unread.get(day) ?? 0) + count);
  return {
    entries: parts.flatMap((part) => part.entries).toSorted(inOrder),
    unread,
    complete: parts.every((part) => part.complete),
  };
}

/** The lists that they are read from, to be followed. */
export function addressesOf(sources: readonly Source[], first: string, last: string, timeZone: string): string[] {
  return sources.flatMap((source) =>
    queriesOf(source, first, last, timeZone).map((query) => listAddress(source.entity.path, query)),
  );
}

/** A field of the entity itself as a column. */
export function columnOf(field: FieldView): ColumnView {
  return { path: [field.name], label: field.label, clause: field.clause, field, sortable: false };
}

/** The lists that together hold the records of a source that touch the days. */
export function queriesOf(source: Source, first: string, last: string, timeZone: string): ListQuery[] {
  const { from, to, instant, mayBeOpen } = source;
  const end = to ?? from;
  const grouping = [source.rows, source.colour].flatMap((field) => (field === null ? [] : [columnOf(field)]));
  const shown = projection([...source.columns.filter((column) => column.path[0] !== '_title'), ...grouping]);
  const since = instant ? toInstant(first, timeZone) : first;
  const begins = beginningBy(source, last, timeZone);
  // Ordered by their beginning, so that the first page has complete days.
  const query = {
    ...source.query,
    // Repeating dates have no order.
    ...(source.repeats ? {} : { order: from }),
    fields: [...new Set([...shown.fields, from, end])],
    expand: shown.expand,
  };
  const filters = { ...query.filters, ...begins };
  const ended = { ...query, filters: { ...filters, [`${end}.gte`]: since } };
  // An entry that has no end yet is on the day of its beginning.
  const unended = { ...query, filters: { ...filters, [`${from}.gte`]: since, [`${end}.null`]: 'true' } };
  return to !== null && mayBeOpen ? [ended, unended] : [ended];
}

function beginningBy({ from, instant }: Source, last: string, timeZone: string): Record<string, string> {
  return instant ? { [`${from}.lt`]: toInstant(addDays(last, 1), timeZone) } : { [`${from}.lte`]: last };
}

/** The first entries of a list; where it continues, the first of each further day, and how many others begin there. */
async function readQuery(
  source: Source,
  query: ListQuery,
  first: string,
  last: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<Entries> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next } = await client.list(source.entity.path, { ...query, cursor }, signal);
    entries.push(...items.flatMap((record) => entriesOf(source, record, first, last, timeZone)));
    if (next === null) return { entries, unread: new Map(), complete: true };
    cursor = next;
  }
  // The day that was reached may not have been read to its end: it is asked for again, like those after it.
  const reached = source.repeats ? first : (entries.at(-1)?.from ?? first);
  const days = daysFrom(reached < first ? first : reached, last);
  const further = await Promise.all(days.map((day) => readDay(source, query, day, timeZone, signal)));
  return {
    entries: [...entries.filter(({ from }) => from < (days[0] ?? first)), ...further.flatMap((day) => day.entries)],
    unread: new Map(further.flatMap(({ day, unread }) => (unread > 0 ? [[day, unread]] : []))),
    complete: reached >= first,
  };
}

async function readDay(source: Source, query: ListQuery, day: string, timeZone: string, signal: AbortSignal) {
  const { from, instant } = source;
  const begins = { [`${from}.gte`]: instant ? toInstant(day, timeZone) : day, ...beginningBy(source, day, timeZone) };
  const { items, count } = await client.list(
    source.entity.path,
    {
      ...query,
      filters: { ...query.filters, ...begins },
      limit: Math.min(MOST_OF_DAY, query.limit ?? MOST_OF_DAY),
      count: true,
    },
    signal,
  );
  const entries = items.flatMap((record) => entriesOf(source, record, day, day, timeZone));
  return { day, entries, unread: (count ?? items.length) - items.length };
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A record at its days; where these repeat, at each of them from one day to another. */
function entriesOf(source: Source, record: RecordView, first: string, last: string, timeZone: string): Entry[] {
  if (!source.repeats) return entryOf(source, record, timeZone);
  return datesOf(source, record, first, last).map((day) => ({
    source,
    record,
    from: day,
    to: day,
    at: null,
    until: null,
  }));
}

/** The repeating dates of a record from one day to another. */
export function datesOf({ from }: Source, record: RecordView, first: string, last: string): readonly string[] {
  const recurrence = storedRecurrence(textOf(record[from]));
  return recurrence === null ? [] : (occurrencesBetween(recurrence, first, last) ?? []);
}

/** A record at its days; none if it has no beginning. */
export function entryOf(source: Source, record: RecordView, timeZone: string): Entry[] {
  const begin = record[source.from];
  if (typeof begin !== 'string') return [];
  const until = record[source.to ?? source.from];
  const local = (value: string): string => (source.instant ? toLocal(value, timeZone) : value);
  const end = local(typeof until === 'string' ? until : begin);
  return [
    {
      source,
      record,
      from: local(begin).slice(0, 10),
      to: end.slice(0, 10),
      at: source.instant ? local(begin).slice(11, 16) : null,
      until: source.instant ? end.slice(11, 16) : null,
    },
  ];
}

/** Entries as days show them: the earlier first, of those the longer. */
export function inOrder(one: Entry, other: Entry): number {
  return (
    one.from.localeCompare(other.from) || other.to.localeCompare(one.to) || (one.at ?? '').localeCompare(other.at ?? '')
  );
}
