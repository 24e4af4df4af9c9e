import type { Feed } from '@nonet/language';
import { environmentConstant } from '../calls/environment-constant.ts';
import { MissingConstant } from '../calls/request.ts';
import { newId } from '../run/values/identifier.ts';
import { UnreadableTable } from './feed-table.ts';
import { type FeedTaker, storeRows, workAt } from './run-feeds.ts';
import {
  addRun,
  claimThis,
  endRun,
  forgetRecords,
  type LeasedRun,
  type ListedFeedRefusal,
  type ListedFeedRun,
  listRefusals,
  listRuns,
  noteTaken,
  putOff,
  runById,
  runOfDelivery,
  withoutDelivery,
} from './run-log.ts';

/** A shorter secret could be guessed. */
const LEAST_SECRET = 16;

/** A table that was tried, and the rows of it that were refused. */
export interface TriedTable extends ListedFeedRun {
  readonly refusals: readonly ListedFeedRefusal[];
}

/** The tables that a product fetches or receives (7, `### Feeds`). */
export interface Feeds {
  /** The operations with which a worker takes their tables. */
  readonly taker: FeedTaker;
  /** The runs of all feeds, or of one, the newest first. */
  runs(feed: string | null, limit: number): Promise<readonly ListedFeedRun[]>;
  /** The rows of a run that were refused, as far as they are kept. */
  refusals(id: string): Promise<readonly ListedFeedRefusal[]>;
  /** The secret of those who send the table of a feed; null if none is set, or one that could be guessed. */
  secretOf(feed: string): string | null;
  /** Fetches the table of a feed as soon as a worker can; null if one waits to be fetched, or if it is not fetched. */
  fetchNow(feed: string): Promise<string | null>;
  /**
   * Keeps the rows of a table that somebody has sent, for a worker. One that was delivered before, as its `delivery` says, is
   * answered with what became of it.
   * @throws {UnreadableTable}
   */
  receive(feed: string, bytes: AsyncIterable<Uint8Array>, delivery: string | null): Promise<ListedFeedRun>;
  /**
   * Takes a table at once, in `dev`. `by`: the address of whoever brings it, in the place of whom the document names; `isFirst`:
   * nothing is missing of what earlier tables had.
   */
  tryTable(
    feed: string,
    bytes: AsyncIterable<Uint8Array>,
    how: { readonly by: string | null; readonly isFirst: boolean },
  ): Promise<TriedTable>;
}

export function createFeeds({
  onCommit,
  ...taker
}: FeedTaker & { /** Is called when there is something for a worker. */ readonly onCommit: () => void }): Feeds {
  const { pool, clock } = taker;

  /** A run whose rows are those of a table; null if it was delivered before. */
  async function store(
    feed: Feed,
    bytes: AsyncIterable<Uint8Array>,
    delivery: string | null,
  ): Promise<LeasedRun | null> {
    const lease = newId();
    const id = await addRun(pool, { feed: feed.name, cause: 'received', now: clock(), delivery }, lease);
    if (id === null) return null;
    const leased: LeasedRun = { id, feed: feed.name, state: 'waiting', lease, attempts: 0 };
    try {
      await storeRows(taker, leased, feed, bytes);
      await noteTaken(pool, leased, null);
    } catch (error) {
      // Whoever has sent it learns why, and may send it again.
      await withoutDelivery(pool, id);
      await endRun(pool, leased, 'failed', clock(), error instanceof Error ? error.message : String(error));
      throw error;
    }
    return leased;
  }

  const stated = (name: string): Feed => {
    const feed = taker.index.plan.feeds.find((each) => each.name === name);
    if (feed === undefined) throw new UnreadableTable(`The document has no feed ${name}.`);
    return feed;
  };

  const known = async (id: string): Promise<ListedFeedRun> => {
    const found = await runById(pool, id);
    if (found === null) throw new Error('A run is there and is not.');
    return found;
  };

  return {
    taker,
    runs: (feed, limit) => listRuns(pool, feed, limit),
    refusals: (id) => listRefusals(pool, id),
    secretOf(name) {
      const { receivedWith } = stated(name);
      if (receivedWith === null) return null;
      try {
        const secret = environmentConstant(taker.index, receivedWith);
        return secret.length < LEAST_SECRET ? null : secret;
      } catch (error) {
        if (error instanceof MissingConstant) return null;
        throw error;
      }
    },
    async fetchNow(name) {
      if (stated(name).fetches === null) return null;
      const id = await addRun(pool, { feed: name, cause: 'operator', now: clock() });
      if (id !== null) onCommit();
      return id;
    },
    async receive(name, bytes, delivery) {
      const before = delivery === null ? null : await runOfDelivery(pool, name, delivery);
      if (before !== null) return before;
      const leased = await store(stated(name), bytes, delivery);
      if (leased === null) {
        const other = delivery === null ? null : await runOfDelivery(pool, name, delivery);
        if (other === null) throw new Error('A table came before, and did not.');
        return other;
      }
      await putOff(pool, leased, clock(), null);
      onCommit();
      return known(leased.id);
    },
    async tryTable(name, bytes, { by, isFirst }) {
      if (isFirst) await forgetRecords(pool, name);
      const stored = await store(stated(name), bytes, null);
      if (stored === null) throw new Error('A table that nobody has delivered came before.');
      const leased = await claimThis(pool, stored.id);
      const options = { allowPrivateTargets: false, isStopped: () => false };
      await workAt(taker, leased, options, by === null ? undefined : { kind: 'literal', value: by });
      return { ...(await known(stored.id)), refusals: await listRefusals(pool, stored.id) };
    },
  };
}
