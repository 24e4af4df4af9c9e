import { listAddress, type ListQuery, type PageView } from '@nonet/client';
import { client } from '../data/client.ts';
import { liveConnection } from '../live/connection.ts';
import { mirrored } from '../live/mirror.ts';

/** Others' changes are told without a stream, too, while the page is looked at. */
const POLL_MILLISECONDS = 15_000;

/** Tells a list whenever it changes, until the answer is called. Refused requests are not repeated. */
export function followList(path: string, query: ListQuery, tell: (page: PageView) => void): () => void {
  let heard: PageView | null = null;
  let isLive = false;
  const end = liveConnection.follow({
    address: listAddress(path, query),
    hear: (event) => {
      heard = mirrored(heard, event);
      if (heard !== null) tell(heard);
    },
    turn: (now) => {
      isLive = now;
    },
  });
  const timer = setInterval(() => {
    if (isLive || document.hidden) return;
    client.list(path, query).then(tell, () => clearInterval(timer));
  }, POLL_MILLISECONDS);
  return () => {
    clearInterval(timer);
    end();
  };
}
