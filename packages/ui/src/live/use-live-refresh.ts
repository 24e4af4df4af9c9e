import type { PageView } from '@nonet/client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mirrored } from './mirror.ts';
import { useFollowed, usePoll } from './use-followed.ts';

interface Refreshed {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Loads the shown data again as soon as one of these lists has changed, or may have. */
export function useLiveRefresh(
  addresses: readonly string[],
  query: Refreshed,
  isShown: (place: number, page: PageView) => boolean = () => false,
): void {
  const pages = useRef(new Map<string, PageView | null>());
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useEffectEvent(() => {
    const isOther = addresses.some((address, place) => {
      const page = pages.current.get(address);
      return page && !isShown(place, page);
    });
    if (isOther) void query.refetch();
  });
  const isLive = useFollowed(addresses, (place, event) => {
    const address = addresses[place];
    if (address === undefined || event.event === 'end') return;
    pages.current.set(address, mirrored(pages.current.get(address) ?? null, event));
    // Events come in runs, and are answered together.
    clearTimeout(waiting.current);
    waiting.current = setTimeout(settle, 0);
  });
  useEffect(() => () => clearTimeout(waiting.current), []);
  usePoll(isLive, query);
}
