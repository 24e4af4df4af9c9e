import { type Actor, Refusal } from '@nonet/engine';
import type { Running } from '../product.ts';
import type { Presence } from './presence.ts';
import type { Source } from './source.ts';
import type { Snapshot } from './snapshot.ts';

const LONGEST_PAUSE_MILLISECONDS = 300_000;
/**
 * A source that takes this long is read again after a multiple of its time, so that it takes at most a twentieth of a
 * processor.
 */
const SLOW_MILLISECONDS = 1_000;
const SLOW_PAUSE_TIMES = 19;

/** One source, as one reader with certain roles reads it. All listeners to the same share it. */
export class Watch {
  readonly key: string;
  readonly running: Running;
  readonly #actor: Actor;
  readonly #source: Source;
  readonly #presence: Presence;
  #tables: ReadonlySet<string> | null = null;
  #asked = 0;
  #answered = 0;
  /** The last answer; null before the first, and if it was refused. */
  snapshot: Snapshot | null = null;
  /** Why it can't be read any more. */
  refusal: Refusal | null = null;
  /** Whether the answer may have changed by now. */
  isStale = true;
  listeners = 0;
  /** The earliest time of the next read: after faults of its own, the pause grows with the number of tries. */
  #again = 0;
  #faults = 0;

  constructor(key: string, running: Running, actor: Actor, source: Source, presence: Presence) {
    this.key = key;
    this.running = running;
    this.#actor = { userId: actor.userId, roles: actor.roles };
    this.#source = source;
    this.#presence = presence;
  }

  /** Whether it must be read again now. */
  isDue(): boolean {
    return this.isStale && this.refusal === null && performance.now() >= this.#again;
  }

  /** Waits longer before each try, because of a fault that is its own and not that of the database's connection. */
  putOff(): void {
    this.#faults += 1;
    this.#again = performance.now() + Math.min(LONGEST_PAUSE_MILLISECONDS, 1_000 * 2 ** this.#faults);
  }

  /** A table has changed; null: any may have. */
  doubt(table: string | null): void {
    if (table === null || this.#tables === null || this.#tables.has(table)) this.isStale = true;
  }

  /** Reads it again. @throws any error but a refusal; it then stays stale */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    this.isStale = false;
    const began = performance.now();
    try {
      const { answer, tables, again } = await this.#source.observe(this.running, this.#actor, this.#presence);
      // The later request has the newer answer, whichever arrives first.
      if (turn < this.#answered) return;
      this.#answered = turn;
      this.#tables = tables;
      this.snapshot = answer;
      this.#faults = 0;
      const ended = performance.now();
      const taken = ended - began;
      if (taken >= SLOW_MILLISECONDS)
        this.#again = ended + Math.min(taken * SLOW_PAUSE_TIMES, LONGEST_PAUSE_MILLISECONDS);
      if (again !== null) {
        // Part of it is older than now, and comes with the heartbeat at the latest once it may be read again.
        this.#again = Math.max(this.#again, ended + again);
        this.isStale = true;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.isStale = true;
        throw error;
      }
      this.snapshot = null;
      this.refusal = error;
    }
  }
}

/** The parts of a watch's key. */
export function watchKey(running: Running, actor: Actor, source: Source): string {
  const { locale } = running.plan.settings;
  return JSON.stringify([running.revision, locale, actor.userId, actor.roles, source.key]);
}
