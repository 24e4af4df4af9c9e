import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { liveConnection, type LiveEvent } from './connection.ts';

/**
 * Follows lists and dashboards. Answers a question: whether all of them are followed at that moment. It is no state, so
 * that nothing is drawn because a connection was opened. An event may come while others are about to be followed, so it
 * says of which address it is.
 *
 * @param onTurn Called when all of them are followed, and when they are not any more.
 */
export function useFollowed(
  addresses: readonly string[],
  hear: (address: string, event: LiveEvent) => void,
  onTurn: (isLive: boolean) => void = () => {},
): () => boolean {
  const live = useRef<ReadonlySet<string>>(new Set());
  const onEvent = useEffectEvent(hear);
  const turned = useEffectEvent(onTurn);
  const key = JSON.stringify(addresses);
  const followed = useMemo(() => JSON.parse(key) as string[], [key]);
  useEffect(() => {
    const turn = (address: string, isLive: boolean) => {
      const others = [...live.current].filter((other) => other !== address);
      live.current = new Set(isLive ? [...others, address] : others);
      turned(followed.every((each) => live.current.has(each)));
    };
    const ends = followed.map((address) =>
      liveConnection.follow({
        address,
        hear: (event) => onEvent(address, event),
        turn: (isLive) => turn(address, isLive),
      }),
    );
    return () => {
      for (const end of ends) end();
      live.current = new Set();
    };
  }, [followed]);
  return useCallback(() => followed.every((address) => live.current.has(address)), [followed]);
}

/** Others' changes show without a stream, too, while the page is looked at. */
const POLL_MILLISECONDS = 15_000;

/** Polls data while it is not followed, except for refused requests, which would be counted. */
export function usePoll(
  isLive: () => boolean,
  { error, refetch }: { error: Error | null; refetch: () => unknown },
): void {
  const ask = useEffectEvent(() => {
    if (!document.hidden && !isLive()) void refetch();
  });
  const isNeeded = error === null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(ask, POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}
