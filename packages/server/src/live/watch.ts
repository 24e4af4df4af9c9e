import { type Actor, Refusal } from '@nonet/engine';
import type { Running } from '../product.ts';
import type { Source } from './source.ts';
import type { Standing } from './standing.ts';

const LONGEST_PAUSE_MILLISECONDS = 300_000;

/** One source, as one reader with certain roles reads it. All who listen to the same share it. */
export class Watch {
  readonly key: string;
  readonly running: Running;
  readonly #actor: Actor;
  readonly #source: Source;
  #tables: ReadonlySet<string> | null = null;
  #asked = 0;
  #answered = 0;
  /** How it stood when it was last read; null before, and where it was refused. */
  standing: Standing | null = null;
  /** Why it can't be read any more. */
  refusal: Refusal | null = null;
  /** Whether it may stand otherwise by now. */
  isStale = true;
  listeners = 0;
  /** What can't be read by a fault of its own is tried again later and later: from when, and after how many tries. */
  #again = 0;
  #faults = 0;

  constructor(key: string, running: Running, actor: Actor, source: Source) {
    this.key = key;
    this.running = running;
    this.#actor = { userId: actor.userId, roles: actor.roles };
    this.#source = source;
  }

  /** Whether it is to be read again now. */
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

  /** Reads it again. @throws what is no refusal: then it stays stale */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    this.isStale = false;
    try {
      const { answer, tables } = await this.#source.observe(this.running, this.#actor);
      // Who asked later has the newer answer, whoever is answered first.
      if (turn < this.#answered) return;
      this.#answered = turn;
      this.#tables = tables;
      this.standing = answer;
      this.#faults = 0;
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.isStale = true;
        throw error;
      }
      this.standing = null;
      this.refusal = error;
    }
  }
}

/** What the key of a watch is made of. */
export function watchKey(running: Running, actor: Actor, source: Source): string {
  const { locale } = running.plan.settings;
  return JSON.stringify([running.revision, locale, actor.userId, actor.roles, source.key]);
}
