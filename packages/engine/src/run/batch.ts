import type { Slots } from '../sql/parameters.ts';
import type { CompiledStatement } from '../sql/statement.ts';
import { type Pool, run } from '../store/pool.ts';

/** Runs statements that answer with one row at most, and sends those that arrive together as one. */
export interface Batcher {
  ask<Row extends object>(statement: CompiledStatement, slots: Slots): Promise<Row[]>;
}

/** Which calls go into one statement, and when it is sent. */
export interface BatchPolicy {
  readonly mostCalls: number;
  /** How many statements are in flight before others wait for them. */
  readonly maximumInFlight: number;
  /**
   * A statement takes one of so many parts of all calls (waiting, in flight and being answered). The program reads and
   * answers some while the database works on others, so that neither waits for the other.
   */
  readonly parts: number;
  /**
   * A statement that takes longer makes the next ones smaller, so that nobody waits long for what others ask; null where a
   * larger statement takes hardly longer, because the disk takes most of the time.
   */
  readonly targetMilliseconds: number | null;
  /** Whether calls with the same values are asked once. */
  readonly shares: boolean;
  /** Two calls that share one of these keys never go into the same statement. */
  conflictKeys(slots: Slots): readonly string[];
  /** What happens to calls whose statement failed: each is asked alone, answered by no row, or fails. */
  onError(error: unknown): 'alone' | 'none' | 'failed';
}

export const READS: BatchPolicy = {
  mostCalls: 32,
  maximumInFlight: 2,
  parts: 2,
  targetMilliseconds: 20,
  shares: true,
  conflictKeys: () => [],
  onError: () => 'alone',
};

/** A statement in flight for longer than this no longer holds up the next one. */
const PATIENCE_MILLISECONDS = 5;
/** Where the disk is slow, statements that do not wait become many small ones, each with a flush of its own. */
const MOST_PATIENCE_MILLISECONDS = 100;

/**
 * One more row costs a database little, one more statement much. Calls of one text that arrive in the same turn of the event
 * loop go into one statement; those that arrive while it is in flight go into the next.
 */
export function createBatcher(pool: Pool, policy: BatchPolicy): Batcher {
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
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one text. */
class StatementQueue {
  readonly #pool: Pool;
  readonly #statement: CompiledStatement;
  readonly #policy: BatchPolicy;
  #waiting: Call[] = [];
  #isDue = false;
  #patience: NodeJS.Timeout | null = null;
  #inFlight = 0;
  /** Calls that are under way. */
  #callsInFlight = 0;
  #sentAt = 0;
  /** What a statement took lately, in milliseconds. */
  #usual = 0;
  #most: number;

  constructor(pool: Pool, statement: CompiledStatement, policy: BatchPolicy) {
    this.#pool = pool;
    this.#statement = statement;
    this.#policy = policy;
    this.#most = policy.mostCalls;
  }

  ask(slots: Slots): Promise<object[]> {
    if (this.#statement.shared === null) return this.#alone(slots);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ slots, resolve, reject });
      this.#schedule();
    });
  }

  /** Sends once all that has arrived is read; where enough is in flight, once that is answered or takes long. */
  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const left = this.#sentAt + this.#patienceMilliseconds() - performance.now();
    if (this.#inFlight < this.#policy.maximumInFlight || left <= 0) {
      setImmediate(() => this.#go(0));
      return;
    }
    this.#patience = setTimeout(() => this.#go(0), left);
  }

  #patienceMilliseconds(): number {
    if (this.#policy.targetMilliseconds !== null) return PATIENCE_MILLISECONDS;
    return Math.min(Math.max(2 * this.#usual, PATIENCE_MILLISECONDS), MOST_PATIENCE_MILLISECONDS);
  }

  #go(answered: number): void {
    this.#isDue = false;
    this.#patience = null;
    if (this.#waiting.length > 0) void this.#send(this.#take(answered));
  }

  /** The first calls that wait and do not conflict, no more than their part. Callers that are answered now will ask again. */
  #take(answered: number): Call[] {
    const part = Math.ceil((this.#waiting.length + this.#callsInFlight + answered) / this.#policy.parts);
    const most = Math.min(this.#most, part);
    const taken: Call[] = [];
    const left: Call[] = [];
    const seen = new Set<string>();
    for (const call of this.#waiting) {
      const conflictKeys = this.#policy.conflictKeys(call.slots);
      const fits = taken.length < most && !conflictKeys.some((key) => seen.has(key));
      (fits ? taken : left).push(call);
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

  /** Sends the next statement before it answers the last one, so that nobody waits longer than for what was in flight. */
  #goOn(answered: number, answer: () => void): void {
    if (this.#patience !== null) {
      clearTimeout(this.#patience);
      this.#patience = null;
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
    const placeOf = calls.map(({ slots }) => {
      if (!this.#policy.shares) return asked.push(slots) - 1;
      const key = shared.key(slots);
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
    return () => calls.forEach(({ resolve }, place) => resolve(answers[placeOf[place] as number] ?? []));
  }

  #settle(calls: readonly Call[], error: unknown): void {
    const outcome = this.#policy.onError(error);
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
