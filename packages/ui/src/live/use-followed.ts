import { useEffect, useEffectEvent, useState } from 'react';
import { liveConnection, type LiveEvent } from './connection.ts';

/**
 * Follows lists and dashboards. Answers whether all of them are followed now. An event may come while others are about
 * to be followed, so it says of which address it is.
 */
export function useFollowed(addresses: readonly string[], hear: (address: string, event: LiveEvent) => void): boolean {
  const [live, setLive] = useState<ReadonlySet<string>>(new Set());
  const onEvent = useEffectEvent(hear);
  const key = JSON.stringify(addresses);
  useEffect(() => {
    const ends = (JSON.parse(key) as string[]).map((address) =>
      liveConnection.follow({
        address,
        hear: (event) => onEvent(address, event),
        turn: (isLive) => setLive((before) => turned(before, address, isLive)),
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
  return addresses.every((address) => live.has(address));
}

function turned(before: ReadonlySet<string>, address: string, isLive: boolean): ReadonlySet<string> {
  if (before.has(address) === isLive) return before;
  return isLive ? new Set(before).add(address) : new Set([...before].filter((other) => other !== address));
}

/** Others' changes show without a stream, too, while the page is looked at. */
const POLL_MILLISECONDS = 15_000;

/** Polls data that is not followed, except for refused requests, which would be counted. */
export function usePoll(isLive: boolean, { error, refetch }: { error: Error | null; refetch: () => unknown }): void {
  const ask = useEffectEvent(() => {
    if (!document.hidden) void refetch();
  });
  const isNeeded = !isLive && error === null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(ask, POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}
