import { useSyncExternalStore } from 'react';
import { useFormat } from '../format/format.ts';
import { relativeTime } from '../format/relative.ts';

const MINUTE_MILLISECONDS = 60_000;
/** A longer time ago is found by its date. */
const RECENT_MILLISECONDS = 7 * 24 * 60 * MINUTE_MILLISECONDS;

const thisMinute = () => Math.floor(Date.now() / MINUTE_MILLISECONDS);
/** All times of a page move on together. */
function eachMinute(move: () => void): () => void {
  const ticking = setInterval(move, MINUTE_MILLISECONDS);
  return () => clearInterval(ticking);
}

/** When something happened, in a cell: as seen from now if that was lately, with the exact time in its tooltip and on paper. */
export function NotedTime({ value }: { value: string }) {
  const format = useFormat();
  const now = useSyncExternalStore(eachMinute, thisMinute) * MINUTE_MILLISECONDS;
  const ago = now - Date.parse(value);
  const exact = format.dateTime(value);
  // The minute has begun before the things that happen in it.
  if (ago <= -MINUTE_MILLISECONDS || ago >= RECENT_MILLISECONDS)
    return (
      <time dateTime={value} title={format.timeZone}>
        {exact}
      </time>
    );
  return (
    <time dateTime={value} title={`${exact} · ${format.timeZone}`} data-exact={exact}>
      <span>{relativeTime(value, format, now)}</span>
    </time>
  );
}
