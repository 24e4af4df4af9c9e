import { type Change, isUnreachable, type Actor, type RunningEngine } from '@nonet/engine';
import type { Running } from '../product.ts';
import { Listener, type ListenerParts } from './listener.ts';
import { Presence } from './presence.ts';
import { presenceTable, type Source } from './source.ts';
import { Watch, watchKey } from './watch.ts';

const USERS = 'user';
const HEARTBEAT_MILLISECONDS = 15_000;
/** Changes within this time are read once. */
const BATCH_MILLISECONDS = 40;
/** A round of reading is followed by a pause so many times as long, so that writing comes first. */
const PAUSE_TIMES = 4;
const LONGEST_PAUSE_MILLISECONDS = 2_000;
const MOST_READS_IN_FLIGHT = 64;
/** The wait after a fault, which is the database's. */
const AFTER_FAULT_MILLISECONDS = 1_000;
const SILENCE_MILLISECONDS = 3_600_000;
const AWAY = 'database';

/** A list or dashboard that somebody follows, and from where. */
export interface Asked {
  readonly name: string | null;
  readonly source: Source;
  /** The tag that they have of it from before. */
  readonly resumed: string | null;
}

/**
 * The listeners of a product and their sources. After a change, each source whose answer may have changed is read
 * again for its reader. The difference is sent only after it is confirmed that the reader's rights are unchanged, so
 * that readers get only what the list itself would answer them now.
 */
export class Hub {
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  readonly #watches = new Map<string, Watch>();
  readonly #presence: Presence;
  readonly #unsubscribe: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  readonly #loggedAt = new Map<string, number>();

  constructor(changes: RunningEngine['changes'], onFault: (error: unknown) => void) {
    this.#onFault = onFault;
    this.#presence = new Presence(
      changes,
      (record) => this.#doubtWatches(presenceTable(record)),
      (fault) => this.#reportFaults([fault]),
    );
    this.#unsubscribe = changes.subscribe((change) => this.#hear(change));
    // A session also ends by time.
    this.#heartbeat = setInterval(() => this.#doubt(() => true), HEARTBEAT_MILLISECONDS).unref();
  }

  /** Reads all requested sources, so that refusals are known before anything is sent. */
  async open(running: Running, parts: ListenerParts, asked: readonly Asked[]): Promise<Listener> {
    const listener = new Listener(parts);
    listener.subscriptions = asked.map(({ name, source, resumed }) => ({
      name,
      source,
      watch: this.#watch(running, parts.actor, source),
      sent: null,
      resumed,
      leave: null,
    }));
    try {
      const stale = new Set(listener.subscriptions.map(({ watch }) => watch).filter(({ isStale }) => isStale));
      await Promise.all([...stale].map((watch) => watch.refresh()));
    } catch (error) {
      this.close(listener);
      throw error;
    }
    return listener;
  }

  /** Notifies a listener for the first time. */
  begin(listener: Listener): void {
    this.#listeners.add(listener);
    listener.isDoubted = true;
    const { userId } = listener.actor;
    for (const subscription of listener.subscriptions) {
      const { visit } = subscription.source;
      // Who may not read the record is not at it.
      if (visit !== undefined && userId !== null && subscription.watch.refusal === null)
        subscription.leave = this.#presence.come(visit.record, userId, visit.doing);
    }
    this.#schedule(0);
  }

  close(listener: Listener): void {
    if (!listener.isOpen) return;
    this.#listeners.delete(listener);
    listener.isOpen = false;
    for (const { watch, leave } of listener.subscriptions) {
      leave?.();
      this.#leave(watch);
    }
  }

  /** Ends everything: the server stops, or another document took the place of this one. */
  end(): void {
    this.#unsubscribe();
    this.#presence.end();
    clearInterval(this.#heartbeat);
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }

  #watch(running: Running, actor: Actor, source: Source): Watch {
    const key = watchKey(running, actor, source);
    let watch = this.#watches.get(key);
    if (watch === undefined || watch.refusal !== null)
      this.#watches.set(key, (watch = new Watch(key, running, actor, source, this.#presence)));
    watch.listeners += 1;
    return watch;
  }

  #leave(watch: Watch): void {
    watch.listeners -= 1;
    if (watch.listeners === 0 && this.#watches.get(watch.key) === watch) this.#watches.delete(watch.key);
  }

  #hear(change: Change): void {
    if (change.kind === 'announced') return this.#presence.hear(change);
    if (change.kind === 'ended') {
      this.#doubt(({ userId }) => userId !== null && (change.users === null || change.users.includes(userId)));
      return;
    }
    const table = change.kind === 'records' ? change.table : null;
    this.#doubtWatches(table);
    if (table === null || table === USERS) {
      const ids = change.kind === 'records' ? change.ids : null;
      this.#doubt(({ userId }) => userId !== null && (ids === null || ids.includes(userId)));
    }
  }

  #doubtWatches(table: string | null): void {
    for (const watch of this.#watches.values()) watch.doubt(table);
    this.#schedule(BATCH_MILLISECONDS);
  }

  #doubt(whom: (actor: Actor) => boolean): void {
    for (const listener of this.#listeners) if (whom(listener.actor)) listener.isDoubted = true;
    this.#schedule(BATCH_MILLISECONDS);
  }

  #schedule(milliseconds: number): void {
    if (this.#isBusy || this.#timer !== null || this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => void this.#round(), milliseconds);
  }

  async #round(): Promise<void> {
    this.#timer = null;
    this.#isBusy = true;
    const began = performance.now();
    const faults: unknown[] = [];
    const keep = (fault: unknown) => void faults.push(fault);
    await inParts(
      [...this.#listeners].filter(({ isDoubted }) => isDoubted),
      (listener) => this.#isSame(listener),
      keep,
    );
    await inParts(
      [...this.#watches.values()].filter((watch) => watch.isDue()),
      (watch) => watch.refresh(),
      (fault, watch) => {
        if (!isUnreachable(fault)) watch.putOff();
        keep(fault);
      },
    );
    await inParts([...this.#listeners], (listener) => this.#notify(listener), keep);
    const taken = performance.now() - began;
    const pause =
      faults.length > 0
        ? AFTER_FAULT_MILLISECONDS
        : Math.min(Math.max(taken * PAUSE_TIMES, BATCH_MILLISECONDS), LONGEST_PAUSE_MILLISECONDS);
    this.#reportFaults(faults);
    this.#isBusy = false;
    const isLeft =
      [...this.#listeners].some((listener) => listener.isDoubted || listener.news() !== null) ||
      [...this.#watches.values()].some((watch) => watch.isDue());
    if (isLeft) this.#schedule(pause);
  }

  /** Each fault once an hour, however often it comes; that the database is away, each time that it goes. */
  #reportFaults(faults: readonly unknown[]): void {
    const now = performance.now();
    const isAway = faults.some(isUnreachable);
    for (const [words, at] of this.#loggedAt)
      if (now - at > SILENCE_MILLISECONDS || (words === AWAY && !isAway)) this.#loggedAt.delete(words);
    for (const fault of faults) {
      const words = isUnreachable(fault) ? AWAY : fault instanceof Error ? fault.message : String(fault);
      if (this.#loggedAt.has(words)) continue;
      this.#loggedAt.set(words, now);
      this.#onFault(fault);
    }
  }

  async #notify(listener: Listener): Promise<void> {
    const news = listener.news();
    if (news === null) return;
    // The result is sent only if the reader's rights are the same after the reading.
    if (!(await this.#isSame(listener))) return;
    listener.notify(news);
    for (const { subscription } of news)
      if (listener.isOpen && !listener.subscriptions.includes(subscription)) this.#leave(subscription.watch);
  }

  /** A doubt that comes up meanwhile stays. */
  async #renew(listener: Listener): Promise<Actor | null> {
    listener.isDoubted = false;
    try {
      return await listener.renew();
    } catch (error) {
      listener.isDoubted = true;
      throw error;
    }
  }

  /**
   * Whether a listener still has the session and the roles with which it reads; if not, it ends, or reads with others.
   */
  async #isSame(listener: Listener): Promise<boolean> {
    if (!listener.isOpen) return false;
    const actor = await this.#renew(listener);
    if (!listener.isOpen) return false;
    if (actor === null) {
      listener.end();
      return false;
    }
    if (JSON.stringify(actor.roles) === JSON.stringify(listener.actor.roles)) return true;
    listener.actor = actor;
    for (const subscription of listener.subscriptions) {
      const former = subscription.watch;
      subscription.watch = this.#watch(former.running, actor, subscription.source);
      this.#leave(former);
    }
    return false;
  }
}

/** Does part of the work at a time. A failure of one item is handed on, and the others continue. */
async function inParts<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onFault: (fault: unknown, item: T) => void,
): Promise<void> {
  const attempt = (item: T) => work(item).catch((fault: unknown) => onFault(fault, item));
  for (let place = 0; place < items.length; place += MOST_READS_IN_FLIGHT)
    await Promise.all(items.slice(place, place + MOST_READS_IN_FLIGHT).map(attempt));
}
