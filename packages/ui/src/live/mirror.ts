import type { PageView, RecordView } from '@nonet/client';
import { client } from '../data/client.ts';
import type { LiveEvent } from './connection.ts';

/** A page as the product has it now, kept by what arrives about it. */
export function mirrored(page: PageView | null, { event, data }: LiveEvent): PageView | null {
  if (event === 'reset') return 'items' in data ? { ...data, items: data.items.map(client.received) } : null;
  if (page === null || event === 'end') return page;
  if (event === 'page') return { ...page, ...data };
  const id = String(event === 'remove' ? data.id : data.item.id);
  const former = page.items.findIndex((item) => item.id === id);
  const items = page.items.toSpliced(former < 0 ? page.items.length : former, former < 0 ? 0 : 1);
  const can = page.can?.toSpliced(former < 0 ? page.items.length : former, former < 0 ? 0 : 1);
  if (event === 'upsert') {
    const place = data.after === null ? 0 : items.findIndex((item) => item.id === String(data.after)) + 1;
    items.splice(place, 0, client.received(data.item));
    can?.splice(place, 0, data.can ?? []);
  }
  return { ...page, items, ...(can ? { can } : {}) };
}

/** The page that somebody looks at, and how the product has it now. */
export interface Reconciled {
  /** Every row in its place, as it is now; and what is new behind them all. */
  readonly page: PageView;
  /** The number of new rows between them. */
  readonly fresh: number;
}

/** Rows keep their places while somebody looks at them: what would move them waits until they ask for it. */
export function reconciled(shown: PageView, now: PageView): Reconciled {
  const present = new Map(now.items.map((item, place) => [item.id, { item, can: now.can?.[place] }]));
  const known = new Set(shown.items.map(({ id }) => id));
  const last = now.items.findLastIndex(({ id }) => known.has(id));
  const isNew = ({ id }: RecordView) => !known.has(id);
  const behind = known.size === 0 || last >= 0 ? now.items.slice(last + 1) : [];
  const items = [...shown.items.map((item) => newer(item, present.get(item.id)?.item)), ...behind];
  return {
    page: {
      ...now,
      items,
      ...(now.can ? { can: items.map(({ id }, place) => present.get(id)?.can ?? shown.can?.[place] ?? []) } : {}),
    },
    fresh: now.items.filter(isNew).length - behind.length,
  };
}

/** A record that did not change stays the same object, so that it is not drawn again. */
function newer(item: RecordView, now: RecordView | undefined): RecordView {
  return now === undefined || JSON.stringify(now) === JSON.stringify(item) ? item : now;
}
