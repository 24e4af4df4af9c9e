import type { StreamEvents } from '@nonet/client';

/** An event of one list or dashboard. */
export type LiveEvent = {
  [Name in keyof StreamEvents]: { readonly event: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

export interface Follower {
  /** What stands behind `/api/`: `claims?status=paid`. */
  readonly address: string;
  readonly hear: (event: LiveEvent) => void;
  /** Whether changes are pushed from now on; else they have to be asked for. */
  readonly turn: (isLive: boolean) => void;
}

const EVENTS = ['reset', 'upsert', 'remove', 'page', 'end'] as const satisfies readonly LiveEvent['event'][];
/** The product follows so many lists over one connection. */
const MOST_ADDRESSES = 16;
/** Screens come and go in one turn; what they follow is asked for once. */
const GATHER_MILLISECONDS = 50;
/** What arrives in one run of events is heard, and drawn, once. */
const BATCH_MILLISECONDS = 16;
/** Where there is no stream to be had, it is tried again after this time. */
const RETRY_MILLISECONDS = 30_000;

/**
 * All that this tab follows, over one connection, for a browser has few to one host; and none while nobody sees the tab.
 */
class LiveConnection {
  readonly #followers = new Set<Follower>();
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#later(GATHER_MILLISECONDS));
  }

  /** The answer ends it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.#later(GATHER_MILLISECONDS);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#later(GATHER_MILLISECONDS);
    };
  }

  /** Somebody else is signed in: nothing that was asked for before arrives any more. */
  restart(): void {
    this.#close();
    this.#later(GATHER_MILLISECONDS);
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
    // Not heard within the event itself: React takes `reset` for a form's, and would draw each before the next one.
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
