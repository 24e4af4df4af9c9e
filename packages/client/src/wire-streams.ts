import type { DashboardView, PageView, Problem, RecordView } from './wire.ts';
import type { PresenceView } from './wire-presence.ts';
import type { InboxStateView } from './wire-notices.ts';

/**
 * The events of `GET /api/{path}/events`, by name: how the answer of `GET /api/{path}` with the same query changes.
 * Over `GET /api/-/events?a=claims%3Fstatus%3Dpaid` each also names its list (`list`). A record that was never in the
 * answer is in no event.
 */
export interface StreamEvents {
  /** The whole answer: at the beginning, and where what was missed is not known. */
  reset: PageView | DashboardView | InboxStateView | PresenceView;
  /** A record is new in the answer, other than before, or at another place. */
  upsert: {
    item: RecordView;
    /** Only with `can=`. */
    can?: string[];
    /** The record that is before it, once all events that came with it are taken in; null: it is the first. */
    after: string | number | null;
  };
  /** A record is in the answer no more. */
  remove: { id: string | number };
  page: Pick<PageView, 'next' | 'count'>;
  /** It can't be followed any more. */
  end: { problem: Problem };
}
