import { because, type FailureReason, kept } from './failure-reason.ts';
import { Unanswered } from './timeouts.ts';

/** The time that a case may take. Deliberate waits of the test do not count. */
export class Deadline {
  readonly #seconds: number;
  readonly #waits: (milliseconds: number) => void;
  readonly #controller = new AbortController();
  readonly #steps: { readonly name: string; readonly began: number }[] = [];
  #end: number;
  #timer: NodeJS.Timeout;

  /**
   * @param seconds The time that it may take.
   * @param waits Is called with the milliseconds of each deliberate wait, before the wait.
   */
  constructor(seconds: number, waits: (milliseconds: number) => void = () => {}) {
    this.#seconds = seconds;
    this.#waits = waits;
    this.#end = performance.now() + seconds * 1000;
    this.#timer = this.#wait();
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The step that exceeded the time. */
  get reason(): FailureReason {
    const ends = [...this.#steps.slice(1).map(({ began }) => began), performance.now()];
    const took = this.#steps.map(({ name, began }, place) => ({
      name,
      seconds: ((ends[place] ?? began) - began) / 1000,
    }));
    const longest = took.toSorted((one, other) => other.seconds - one.seconds)[0];
    const under = took.at(-1);
    const first = because`the case takes more than ${kept(this.#seconds)} s`;
    if (longest === undefined || under === undefined) return first;
    const ended = longest === under ? because`is not done yet` : because`took the longest, ${under.name} was under way`;
    return because`${first}: ${longest.name} (${longest.seconds.toFixed(1)} s) ${ended}`;
  }

  /** A step begins. */
  next(name: string): void {
    this.#steps.push({ name, began: performance.now() });
  }

  /** Adds a deliberate wait to the time. */
  extend(milliseconds: number): void {
    this.#waits(milliseconds);
    this.#end += milliseconds;
  }

  /**
   * The result of the work, unless the time is over before.
   * @throws {Unanswered} if it is.
   */
  async limit<Result>(work: Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () => reject(new Unanswered(this.reason));
    if (this.isOver) late();
    this.signal.addEventListener('abort', late, { once: true });
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal.removeEventListener('abort', late);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => {
      if (performance.now() < this.#end - 1) this.#timer = this.#wait();
      else this.#controller.abort();
    }, this.#end - performance.now());
  }
}
