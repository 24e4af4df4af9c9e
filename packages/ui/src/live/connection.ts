import type { StreamEvents } from '@nonet/client';

/** An event of one list or dashboard. */
export type LiveEvent = {
  [Name in keyof StreamEvents]: { readonly event: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

export interface Follower {
  /** The text behind `/api/`: `claims?status=paid`. */
  readonly address: string;
  readonly hear: (event: LiveEvent) => void;
  /** Whether changes are pushed from now on; otherwise the data must be polled. */
  readonly turn: (isLive: boolean) => void;
}

const EVENTS = ['reset', 'upsert', 'remove', 'page', 'end'] as const satisfies readonly LiveEvent['event'][];
/** The product follows so many lists over one connection. */
const MOST_ADDRESSES = 16;
/** Others are told who follows these, so each ends as soon as nobody follows it here. */
const PRESENCE = '-/presence/';
/** Screens change within one turn of the event loop; the server is asked once for what they follow then. */
const RECONNECT_MILLISECONDS = 50;
/** Events that arrive together are delivered, and drawn, once. */
const BATCH_MILLISECONDS = 16;
/** The time after which an unavailable stream is tried again. */
const RETRY_MILLISECONDS = 30_000;

/**
 * Everything that this tab follows, over one connection, because a browser has few connections to one host; none while
 * the tab is hidden.
 */
class LiveConnection {
  readonly #followers = new Set<Follower>();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#later(RECONNECT_MILLISECONDS));
  }

  /** The answer ends it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.#later(RECONNECT_MILLISECONDS);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0 || follower.address.startsWith(PRESENCE)) this.#later(RECONNECT_MILLISECONDS);
    };
  }

  /** Another user is signed in: answers to earlier requests are dropped. */
  restart(): void {
    this.#close();
    this.#later(RECONNECT_MILLISECONDS);
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), milliseconds);
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    for (const { turn } of this.#followers) turn(false);
  }

  #connect(): void {
    this.#close();
    const addresses = [...new Set([...this.#followers].map(({ address }) => address))].slice(0, MOST_ADDRESSES);
    if (addresses.length === 0 || document.hidden) return;
    const names = new URLSearchParams(addresses.map((address, place) => [String(place), address]));
    const source = new EventSource(`/api/-/events?${names}`);
    this.#source = source;
    const of = (name: string) => [...this.#followers].filter(({ address }) => address === addresses[Number(name)]);
    const turn = (isLive: boolean) => {
      for (const follower of addresses.flatMap((_address, place) => of(String(place)))) follower.turn(isLive);
    };
    source.onopen = () => turn(true);
    source.onerror = () => {
      turn(false);
      // The browser comes back by itself after a break, and not after a refusal.
      if (source.readyState === EventSource.CLOSED && this.#source === source) this.#later(RETRY_MILLISECONDS);
    };
    const hear = (name: LiveEvent['event'], text: string) => {
      const { list, ...data } = JSON.parse(text) as { list: string };
      for (const follower of of(list)) {
        follower.hear({ event: name, data } as unknown as LiveEvent);
        if (name === 'end') follower.turn(false);
      }
    };
    // Handled after the event itself: React takes `reset` for a form's event, and would draw after each one.
    let waiting: (readonly [LiveEvent['event'], string])[] = [];
    const hearAll = () => {
      const run = waiting;
      waiting = [];
      if (this.#source === source) for (const [name, text] of run) hear(name, text);
    };
    for (const name of EVENTS)
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (waiting.length === 0) setTimeout(hearAll, BATCH_MILLISECONDS);
        waiting.push([name, data]);
      });
  }
}

export const liveConnection = new LiveConnection();
