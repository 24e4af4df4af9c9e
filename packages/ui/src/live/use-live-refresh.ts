import type { PageView } from '@nonet/client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { refresh } from '../data/queries.ts';
import { mirrored } from './mirror.ts';
import { useFollowed, usePoll } from './use-followed.ts';

/** Events come in runs, and are answered together; so often it is seen whether an answer is still on its way. */
const RUN_MILLISECONDS = 50;

interface Refreshed {
  readonly error: Error | null;
  /** The key of the query that is asked again. */
  readonly queryKey: QueryKey;
}

/** Loads the shown data again as soon as one of these lists has changed, or may have. */
export function useLiveRefresh(
  addresses: readonly string[],
  { error, queryKey }: Refreshed,
  isShown: (place: number, page: PageView) => boolean = () => false,
): void {
  const queries = useQueryClient();
  const refetch = () => refresh(queries, queryKey);
  const pages = useRef(new Map<string, PageView | null>());
  const waiting = useRef<ReturnType<typeof setInterval>>(undefined);
  const settle = useEffectEvent(() => {
    // An answer on its way may be the same: it is compared once it is there.
    if (queries.isFetching({ queryKey, exact: true }) > 0) return;
    clearInterval(waiting.current);
    const isOther = addresses.some((address, place) => {
      const page = pages.current.get(address);
      return page && !isShown(place, page);
    });
    if (isOther) void refetch();
  });
  const isLive = useFollowed(addresses, (address, event) => {
    if (event.event === 'end') return;
    pages.current.set(address, mirrored(pages.current.get(address) ?? null, event));
    clearInterval(waiting.current);
    waiting.current = setInterval(settle, RUN_MILLISECONDS);
  });
  useEffect(() => () => clearInterval(waiting.current), []);
  usePoll(isLive, { error, refetch });
}
