import type { Slots } from '../sql/parameters.ts';
import type { CompiledStatement } from '../sql/statement.ts';
import { type Pool, run } from '../store/pool.ts';

/** Statements that read one row at most, and are sent together where they arrive together. */
export interface Gathering {
  ask<Row extends object>(statement: CompiledStatement, slots: Slots): Promise<Row[]>;
}

/** So many calls go in one statement: as many as it has answered in time of late. */
const MOST_CALLS = 32;
const IN_TIME_MILLISECONDS = 20;
/** What is under way for longer keeps the next statement waiting no more. */
const PATIENCE_MILLISECONDS = 5;

/**
 * What a database does for one more row costs it little beside what a statement costs: calls of one text that are there
 * in the same turn of the program go in one statement, those that come while it is under way in the next.
 */
export function createGathering(pool: Pool): Gathering {
  const lines = new WeakMap<CompiledStatement, Line>();
  return {
    ask: <Row extends object>(statement: CompiledStatement, slots: Slots) => {
      let line = lines.get(statement);
      if (line === undefined) lines.set(statement, (line = new Line(pool, statement)));
      return line.ask(slots) as Promise<Row[]>;
    },
  };
}

interface Call {
  readonly slots: Slots;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one text. */
class Line {
  readonly #pool: Pool;
  readonly #statement: CompiledStatement;
  #waiting: Call[] = [];
  #isDue = false;
  #underWay = 0;
  #sentAt = 0;
  #most = MOST_CALLS;

  constructor(pool: Pool, statement: CompiledStatement) {
    this.#pool = pool;
    this.#statement = statement;
  }

  ask(slots: Slots): Promise<object[]> {
    if (this.#statement.shared === null) return this.#alone(slots);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ slots, resolve, reject });
      this.#schedule();
    });
  }

  /** Once everything that has arrived is read. */
  #schedule(): void {
    const mustWait = this.#underWay > 0 && performance.now() - this.#sentAt < PATIENCE_MILLISECONDS;
    if (this.#isDue || mustWait) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      void this.#send(this.#waiting.splice(0, this.#most));
    });
  }

  async #send(calls: readonly Call[]): Promise<void> {
    const sentAt = performance.now();
    this.#sentAt = sentAt;
    this.#underWay += 1;
    try {
      await this.#together(calls);
    } finally {
      this.#underWay -= 1;
      const isInTime = performance.now() - sentAt <= IN_TIME_MILLISECONDS;
      this.#most = isInTime ? Math.min(this.#most * 2, MOST_CALLS) : Math.max(this.#most >> 1, 1);
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  /** Calls that ask the same are asked once. Where one fails, each goes alone: the failure is then its own. */
  async #together(calls: readonly Call[]): Promise<void> {
    const { shared } = this.#statement;
    if (shared === null) throw new Error('These calls go alone.');
    const places = new Map<string, number>();
    const asked: Slots[] = [];
    const placeOf = calls.map(({ slots }) => {
      const key = shared.key(slots);
      const known = places.get(key) ?? asked.push(slots) - 1;
      places.set(key, known);
      return known;
    });
    const answers: object[][] = asked.map(() => []);
    try {
      for (const row of await run<{ call_: number }>(this.#pool, { text: shared.text, values: shared.values(asked) }))
        answers[row.call_ - 1]?.push(row);
    } catch {
      for (const { slots, resolve, reject } of calls) this.#alone(slots).then(resolve, reject);
      return;
    }
    calls.forEach(({ resolve }, place) => resolve(answers[placeOf[place] as number] ?? []));
  }

  #alone(slots: Slots): Promise<object[]> {
    const { text, parameters } = this.#statement;
    return run(this.#pool, { text, values: parameters.values(slots) });
  }
}
