import type { Actor, Refusal } from '@nonet/engine';
import { difference, type Snapshot, type StreamedEvent } from './snapshot.ts';
import type { Source } from './source.ts';
import type { Watch } from './watch.ts';

/** One source that a listener follows. */
export interface Subscription {
  /** The listener's name for it; null if it follows nothing else. */
  readonly name: string | null;
  readonly source: Source;
  watch: Watch;
  /** The last message that the listener was sent. */
  sent: Snapshot | null;
  /** The tag that the listener had of it when it came back. */
  resumed: string | null;
  /** Leaves the record at which the listener is because of it; null if it is at none. */
  leave: (() => void) | null;
}

export interface ListenerParts {
  readonly actor: Actor;
  /** The listener's present actor; null if their token or cookie is no longer valid. */
  readonly renew: () => Promise<Actor | null>;
  readonly send: (events: readonly StreamedEvent[], id: string) => void;
  readonly end: () => void;
  /** A refusal as a problem, as JSON text. */
  readonly problem: (refusal: Refusal) => string;
}

/** A client that follows something over one connection. */
export class Listener {
  actor: Actor;
  readonly renew: ListenerParts['renew'];
  readonly end: ListenerParts['end'];
  readonly #send: ListenerParts['send'];
  readonly #problem: ListenerParts['problem'];
  subscriptions: Subscription[] = [];
  /** Whether their session or their roles may have changed. */
  isDoubted = false;
  isOpen = true;

  constructor(parts: ListenerParts) {
    this.actor = parts.actor;
    this.renew = parts.renew;
    this.end = parts.end;
    this.#send = parts.send;
    this.#problem = parts.problem;
  }

  /** The changes since the last notification, as they are now; null if there are none. */
  news(): readonly News[] | null {
    const news = this.subscriptions.map((subscription) => ({
      subscription,
      snapshot: subscription.watch.snapshot,
      refusal: subscription.watch.refusal,
    }));
    const isNew = ({ subscription, snapshot, refusal }: News) => refusal !== null || isOther(subscription, snapshot);
    return news.some(isNew) ? news : null;
  }

  /** Sends what `news` found about what is still followed. */
  notify(news: readonly News[]): void {
    const events: StreamedEvent[] = [];
    for (const { subscription, snapshot, refusal } of news) {
      if (refusal !== null) {
        this.subscriptions = this.subscriptions.filter((each) => each !== subscription);
        subscription.leave?.();
        events.push(named(subscription, { event: 'end', data: `"problem":${this.#problem(refusal)}` }));
      } else if (snapshot !== null) {
        if (snapshot.tag !== subscription.resumed)
          events.push(...difference(subscription.sent, snapshot).map((event) => named(subscription, event)));
        subscription.resumed = null;
        subscription.sent = snapshot;
      }
    }
    if (events.length > 0) this.#send(events, this.position());
    if (this.subscriptions.length === 0) this.end();
  }

  /** The position of the listener, for `Last-Event-ID`: the tags in the order of the names. */
  position(): string {
    return this.subscriptions.map(({ sent }) => sent?.tag ?? '').join('.');
  }
}

interface News {
  readonly subscription: Subscription;
  readonly snapshot: Snapshot | null;
  readonly refusal: Watch['refusal'];
}

function isOther({ sent }: Subscription, snapshot: Snapshot | null): boolean {
  return snapshot !== null && snapshot.tag !== sent?.tag;
}

function named({ name }: Subscription, { event, data }: StreamedEvent): StreamedEvent {
  return { event, data: name === null ? data : `"list":${JSON.stringify(name)},${data}` };
}
