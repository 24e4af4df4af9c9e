import type { Actor, Refusal } from '@nonet/engine';
import { difference, type Standing, type StreamedEvent } from './standing.ts';
import type { Source } from './source.ts';
import type { Watch } from './watch.ts';

/** One source that a listener follows. */
export interface Subscription {
  /** What the listener calls it; null where it follows nothing else. */
  readonly name: string | null;
  readonly source: Source;
  watch: Watch;
  /** What the listener was sent last. */
  sent: Standing | null;
  /** The tag that the listener had of it when it came back. */
  resumed: string | null;
}

export interface ListenerParts {
  readonly actor: Actor;
  /** Who it is at this moment; null where what they came with opens nothing any more. */
  readonly renew: () => Promise<Actor | null>;
  readonly send: (events: readonly StreamedEvent[], id: string) => void;
  readonly end: () => void;
  /** A refusal as a problem, as JSON text. */
  readonly problem: (refusal: Refusal) => string;
}

/** Who follows something over one connection. */
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

  /** What has changed since they were last notified, as it stands now; null where there is nothing. */
  news(): readonly News[] | null {
    const news = this.subscriptions.map((subscription) => ({
      subscription,
      standing: subscription.watch.standing,
      refusal: subscription.watch.refusal,
    }));
    const isNew = ({ subscription, standing, refusal }: News) => refusal !== null || isOther(subscription, standing);
    return news.some(isNew) ? news : null;
  }

  /** Sends what `news` found about what is still followed. */
  notify(news: readonly News[]): void {
    const events: StreamedEvent[] = [];
    for (const { subscription, standing, refusal } of news) {
      if (refusal !== null) {
        this.subscriptions = this.subscriptions.filter((each) => each !== subscription);
        events.push(named(subscription, { event: 'end', data: `"problem":${this.#problem(refusal)}` }));
      } else if (standing !== null) {
        if (standing.tag !== subscription.resumed)
          events.push(...difference(subscription.sent, standing).map((event) => named(subscription, event)));
        subscription.resumed = null;
        subscription.sent = standing;
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
  readonly standing: Standing | null;
  readonly refusal: Watch['refusal'];
}

function isOther({ sent }: Subscription, standing: Standing | null): boolean {
  return standing !== null && standing.tag !== sent?.tag;
}

function named({ name }: Subscription, { event, data }: StreamedEvent): StreamedEvent {
  return { event, data: name === null ? data : `"list":${JSON.stringify(name)},${data}` };
}
