import type { ListPage } from '@nonet/engine';
import { pageRest, pageText } from '../routes/page-text.ts';
import { elementsOf } from './elements.ts';

/** What a list or a dashboard answers its reader at one moment. */
export interface Standing {
  /** The whole answer, as JSON text. */
  readonly text: string;
  /** Tells this answer from any other. */
  readonly tag: string;
  /** Null where it is sent as a whole: a dashboard. */
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

export function standingOf(text: string, tag: Tag): Standing {
  return { text, tag: unquoted(tag(text)), page: null };
}

export function standingOfPage(page: ListPage, tag: Tag): Standing {
  const text = pageText(page);
  let rows: Row[] | null = null;
  return {
    text,
    tag: unquoted(tag(text)),
    page: {
      // Most of the time nothing differs, and nobody asks for them.
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
 * What leads from one answer to the next. Nothing is sent about a record that neither of them holds; and where the rows of
 * the first would not come to stand in the order of the second by it, the second is sent as a whole.
 */
export function difference(before: Standing | null, after: Standing): StreamedEvent[] {
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
