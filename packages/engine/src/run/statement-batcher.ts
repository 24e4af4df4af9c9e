import { itemAt } from '@nonet/language';
import type { Slots } from '../sql/parameters.ts';
import type { CompiledStatement } from '../sql/statement.ts';
import { isStatementTimeout } from '../store/connection-errors.ts';
import { type Queryable, run } from '../store/pool.ts';

/** Runs statements that answer with one row at most, and sends those that arrive together as one. */
export interface Batcher {
  ask<Row extends object>(statement: CompiledStatement, slots: Slots): Promise<Row[]>;
}

/** Decides which calls are sent in one statement, and when. */
export interface BatchPolicy {
  readonly mostCalls: number;
  /** The number of statements in flight from which others wait. */
  readonly maximumInFlight: number;
  /**
   * A statement takes one of so many parts of all calls (waiting, in flight and being answered). The program reads and
   * answers some while the database works on others, so that neither waits for the other.
   */
  readonly parts: number;
  /**
   * A statement that takes longer makes the next ones smaller, so that no caller waits long for other callers' work.
   * Null if larger statements hardly take longer, because the disk takes most of the time.
   */
  readonly targetMilliseconds: number | null;
  /** Whether calls with the same values share one answer. */
  readonly shares: boolean;
  /** Two calls that share one of these keys never go into the same statement. */
  conflictKeys(slots: Slots): readonly string[];
  /** The treatment of calls whose statement failed: each is asked alone, answered by no row, or fails. */
  onError(error: unknown, calls: number): 'alone' | 'none' | 'failed';
}

export const READS: BatchPolicy = {
  mostCalls: 32,
  maximumInFlight: 2,
  parts: 2,
  targetMilliseconds: 20,
  shares: true,
  conflictKeys: () => [],
  // A call that took too long by itself would do so again; among several, one may have held up the others.
  onError: (error, calls) => (calls === 1 && isStatementTimeout(error) ? 'failed' : 'alone'),
};

/** A statement in flight for longer than this no longer delays the next one. */
const WAIT_MILLISECONDS = 5;
/** On a slow disk, statements that do not wait become many small ones, each with its own flush. */
const MOST_WAIT_MILLISECONDS = 100;

/**
 * One more row costs a database little, one more statement much. Calls of one text that arrive in the same turn of the
 * event loop go into one statement; those that arrive while it is in flight go into the next.
 */
export function createBatcher(pool: Queryable, policy: BatchPolicy): Batcher {
  const queues = new WeakMap<CompiledStatement, StatementQueue>();
  return {
    ask: <Row extends object>(statement: CompiledStatement, slots: Slots) => {
      let queue = queues.get(statement);
      if (queue === undefined) queues.set(statement, (queue = new StatementQueue(pool, statement, policy)));
      return queue.ask(slots) as Promise<Row[]>;
    },
  };
}

interface Call {
  readonly slots: Slots;
  /** Calls of one key ask for the same; null where equal calls are asked each for itself. */
  readonly key: string | null;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one text. */
class StatementQueue {
  readonly #pool: Queryable;
  readonly #statement: CompiledStatement;
  readonly #policy: BatchPolicy;
  #waiting: Call[] = [];
  #isDue = false;
  #timer: NodeJS.Timeout | null = null;
  #inFlight = 0;
  /** Calls that are under way. */
  #callsInFlight = 0;
  #sentAt = 0;
  /** The time that a statement took lately, in milliseconds. */
  #usual = 0;
  #most: number;

  constructor(pool: Queryable, statement: CompiledStatement, policy: BatchPolicy) {
    this.#pool = pool;
    this.#statement = statement;
    this.#policy = policy;
    this.#most = policy.mostCalls;
  }

  ask(slots: Slots): Promise<object[]> {
    const { shared } = this.#statement;
    const { shares } = this.#policy;
    if (shared === null || (shared.isConstant && !shares)) return this.#alone(slots);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ slots, key: shares ? shared.key(slots) : null, resolve, reject });
      this.#schedule();
    });
  }

  /**
   * Sends as soon as all arrived calls are read. If enough statements are in flight, it sends when one of them is
   * answered or takes long.
   */
  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const left = this.#sentAt + this.#waitMilliseconds() - performance.now();
    if (this.#inFlight < this.#policy.maximumInFlight || left <= 0) {
      setImmediate(() => this.#go(0));
      return;
    }
    this.#timer = setTimeout(() => this.#go(0), left);
  }

  #waitMilliseconds(): number {
    if (this.#policy.targetMilliseconds !== null) return WAIT_MILLISECONDS;
    return Math.min(Math.max(2 * this.#usual, WAIT_MILLISECONDS), MOST_WAIT_MILLISECONDS);
  }

  #go(answered: number): void {
    this.#isDue = false;
    this.#timer = null;
    if (this.#waiting.length > 0) void this.#send(this.#take(answered));
  }

  /**
   * The first waiting calls that do not conflict, up to their share. A call with the same values as one of them costs
   * nothing and is added. Callers that get an answer now will call again.
   */
  #take(answered: number): Call[] {
    const part = Math.ceil((this.#waiting.length + this.#callsInFlight + answered) / this.#policy.parts);
    const most = Math.min(this.#most, part);
    const taken: Call[] = [];
    const left: Call[] = [];
    const seen = new Set<string>();
    const questions = new Set<unknown>();
    for (const call of this.#waiting) {
      const conflictKeys = this.#policy.conflictKeys(call.slots);
      const question = call.key ?? call;
      const hasRoom = questions.size < most || questions.has(question);
      const fits = hasRoom && !conflictKeys.some((key) => seen.has(key));
      (fits ? taken : left).push(call);
      if (fits) questions.add(question);
      for (const key of conflictKeys) seen.add(key);
    }
    this.#waiting = left;
    return taken;
  }

  async #send(calls: readonly Call[]): Promise<void> {
    const sentAt = performance.now();
    this.#sentAt = sentAt;
    this.#inFlight += 1;
    this.#callsInFlight += calls.length;
    const answer = await this.#together(calls);
    this.#inFlight -= 1;
    this.#callsInFlight -= calls.length;
    const { targetMilliseconds, mostCalls } = this.#policy;
    const took = performance.now() - sentAt;
    this.#usual += (took - this.#usual) / 4;
    const isFast = targetMilliseconds === null || took <= targetMilliseconds;
    this.#most = isFast ? Math.min(this.#most * 2, mostCalls) : Math.max(this.#most >> 1, 1);
    this.#goOn(calls.length, answer);
  }

  /**
   * Sends the next statement before it answers the last one, so that callers wait only for the statements in flight.
   */
  #goOn(answered: number, answer: () => void): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#isDue = false;
    }
    if (this.#waiting.length === 0 || this.#isDue) {
      answer();
      return;
    }
    this.#go(answered);
    setImmediate(answer);
  }

  /** Asks for all calls in one statement; returns how to answer them. */
  async #together(calls: readonly Call[]): Promise<() => void> {
    const { shared } = this.#statement;
    if (shared === null) throw new Error('These calls go alone.');
    const places = new Map<string, number>();
    const asked: Slots[] = [];
    const placeOf = calls.map(({ slots, key }) => {
      if (key === null) return asked.push(slots) - 1;
      const known = places.get(key) ?? asked.push(slots) - 1;
      places.set(key, known);
      return known;
    });
    const answers: object[][] = asked.map(() => []);
    try {
      for (const row of await run<{ call_: number }>(this.#pool, { text: shared.text, values: shared.values(asked) }))
        answers[row.call_ - 1]?.push(row);
    } catch (error) {
      return () => this.#settle(calls, error);
    }
    return () => calls.forEach(({ resolve }, place) => resolve(answers[itemAt(placeOf, place)] ?? []));
  }

  #settle(calls: readonly Call[], error: unknown): void {
    const outcome = this.#policy.onError(error, calls.length);
    for (const { slots, resolve, reject } of calls) {
      if (outcome === 'alone') this.#alone(slots).then(resolve, reject);
      else if (outcome === 'none') resolve([]);
      else reject(error);
    }
  }

  #alone(slots: Slots): Promise<object[]> {
    const { text, parameters } = this.#statement;
    return run(this.#pool, { text, values: parameters.values(slots) });
  }
}
