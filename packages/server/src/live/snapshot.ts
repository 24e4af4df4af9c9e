import type { ListPage } from '@nonet/engine';
import { pageRest, pageText } from '../routes/page-text.ts';
import { elementsOf } from './elements.ts';

/** The answer of a list or a dashboard to its reader at one moment. */
export interface Snapshot {
  /** The whole answer, as JSON text. */
  readonly text: string;
  /** Distinguishes this answer from any other. */
  readonly tag: string;
  /** Null if it is sent as a whole: a dashboard. */
  readonly page: { readonly rows: readonly Row[]; readonly rest: string } | null;
}

interface Row {
  /** The record's id, as JSON text. */
  readonly id: string;
  /** `"item":{…}`, and `"can":[…]` where that was asked. */
  readonly members: string;
}

/** One server-sent event; `data` holds the members of a JSON object. */
export interface StreamedEvent {
  readonly event: 'reset' | 'upsert' | 'remove' | 'page' | 'end';
  readonly data: string;
}

type Tag = (text: string) => string;

export function snapshotOf(text: string, tag: Tag): Snapshot {
  return { text, tag: unquoted(tag(text)), page: null };
}

export function snapshotOfPage(page: ListPage, tag: Tag): Snapshot {
  const text = pageText(page);
  let rows: Row[] | null = null;
  return {
    text,
    tag: unquoted(tag(text)),
    page: {
      // Parsed on demand: most of the time nothing differs, so that the rows are not needed.
      get rows() {
        return (rows ??= rowsOf(page));
      },
      rest: pageRest(page),
    },
  };
}

function unquoted(tag: string): string {
  return tag.replaceAll('"', '');
}

function rowsOf({ json, can }: ListPage): Row[] {
  return elementsOf(json).map((text, place) => ({
    id: JSON.stringify((JSON.parse(text) as { id: string | number }).id),
    members: `"item":${text}${can ? `,"can":${JSON.stringify(can[place] ?? [])}` : ''}`,
  }));
}

/**
 * The events that change one answer into the next. Nothing is sent about a record that neither of them holds. If the
 * events would not put the rows into the order of the second answer, that answer is sent as a whole.
 */
export function difference(before: Snapshot | null, after: Snapshot): StreamedEvent[] {
  if (before?.text === after.text) return [];
  const reset: StreamedEvent = { event: 'reset', data: after.text.slice(1, -1) };
  if (before === null || before.page === null || after.page === null) return [reset];
  const former = new Map(before.page.rows.map((row) => [row.id, row.members]));
  const present = new Set(after.page.rows.map(({ id }) => id));
  const order = before.page.rows.map(({ id }) => id).filter((id) => present.has(id));
  const events: StreamedEvent[] = [...former.keys()]
    .filter((id) => !present.has(id))
    .map((id) => ({ event: 'remove', data: `"id":${id}` }));
  for (const [place, { id, members }] of after.page.rows.entries()) {
    if (former.get(id) === members) continue;
    const above = after.page.rows[place - 1]?.id ?? null;
    const at = order.indexOf(id);
    if (at >= 0) order.splice(at, 1);
    order.splice(above === null ? 0 : order.indexOf(above) + 1, 0, id);
    events.push({ event: 'upsert', data: `${members},"after":${above}` });
  }
  if (order.some((id, place) => id !== after.page?.rows[place]?.id)) return [reset];
  if (before.page.rest !== after.page.rest) events.push({ event: 'page', data: after.page.rest.slice(1, -1) });
  return events;
}
