import type { PageView } from '@nonet/client';
import { useEffect, useReducer, useRef } from 'react';
import type { LiveEvent } from './connection.ts';
import { mirrored, type Reconciled, reconciled } from './mirror.ts';
import { useFollowed } from './use-followed.ts';

/** A shown page: its query, and the place of its data in the cache. */
export interface ShownPage {
  readonly address: string;
  /** Undefined while it is on its way. */
  readonly page: PageView | undefined;
  /** Replaces it; where `former` is stated, only if that one is still in the cache. */
  readonly keep: (page: PageView, former?: PageView) => void;
}

export interface LivePages {
  /** Whether changes are pushed at that moment; otherwise the data must be polled. */
  readonly isLive: () => boolean;
  /** The number of rows that wait to be shown. */
  readonly fresh: number;
  readonly showFresh: () => void;
  /** Rows that are shown still, and are not in the list any more. */
  readonly gone: ReadonlySet<string>;
}

interface Heard {
  readonly now: PageView | null;
  readonly gone: ReadonlySet<string>;
}

type HeardPages = ReadonlyMap<string, Heard>;

/** The time after which the changes of this page have arrived here. */
const SETTLE_MILLISECONDS = 1_000;

/** Keeps shown pages up to date without moving what is on the screen. */
export function useLivePages(pages: readonly ShownPage[]): LivePages {
  const [heard, hear] = useReducer(hearing, new Map());
  const isLive = useFollowed(
    pages.map(({ address }) => address),
    (address, event) => hear({ address, event }),
  );
  const known = pages.flatMap(({ address, page, keep }) => {
    const change = heard.get(address);
    return page && change?.now
      ? [{ page, keep, now: change.now, gone: change.gone, next: reconciledOnce(page, change.now) }]
      : [];
  });
  const settled = useRef<readonly unknown[]>([]);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const seen = known.flatMap(({ page, now }) => [page, now]);
    if (seen.length === settled.current.length && seen.every((part, place) => part === settled.current[place])) return;
    const hasChanged = known.some(({ now }, place) => now !== settled.current[2 * place + 1]);
    settled.current = seen;
    clearTimeout(later.current);
    const settle = () => {
      // A page that was loaded since this one was drawn may have rows that would otherwise have to wait.
      for (const { page, keep, next } of known)
        if (JSON.stringify(next.page) !== JSON.stringify(page)) keep(next.page, page);
    };
    // A page that was just loaded may be older or newer than the events that arrived meanwhile; if it is newer, they
    // arrive soon.
    if (hasChanged) settle();
    else later.current = setTimeout(settle, SETTLE_MILLISECONDS);
  });
  useEffect(() => () => clearTimeout(later.current), []);
  return {
    isLive,
    fresh: known.reduce((sum, { next }) => sum + next.fresh, 0),
    showFresh: () => {
      for (const { keep, now } of known) keep(now);
    },
    gone: new Set(known.flatMap(({ page, gone }) => page.items.flatMap(({ id }) => (gone.has(id) ? [id] : [])))),
  };
}

const reconciliations = new WeakMap<PageView, { readonly now: PageView; readonly result: Reconciled }>();

/** The screen is drawn for many reasons; a page and what it is now are compared once. */
function reconciledOnce(shown: PageView, now: PageView): Reconciled {
  const former = reconciliations.get(shown);
  if (former?.now === now) return former.result;
  const result = reconciled(shown, now);
  reconciliations.set(shown, { now, result });
  return result;
}

function hearing(heard: HeardPages, { address, event }: { address: string; event: LiveEvent }): HeardPages {
  const before = heard.get(address);
  const now = mirrored(before?.now ?? null, event);
  const present = new Set(now?.items.map(({ id }) => id));
  const former = [...(before?.gone ?? []), ...(before?.now?.items.map(({ id }) => id) ?? [])];
  return new Map(heard).set(address, { now, gone: new Set(former.filter((id) => !present.has(id))) });
}
