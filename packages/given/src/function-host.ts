import { Worker } from 'node:worker_threads';
import { failed, type FunctionCallRequest, type Outcome } from './outcome.ts';

/** More than what all counted steps take on a slow machine: it ends what built-ins do in one step. */
const MOST_MILLISECONDS = 2000;

interface Batch {
  readonly calls: readonly FunctionCallRequest[];
  readonly outcomes: Outcome[];
  readonly resolve: (outcomes: readonly Outcome[]) => void;
}

/**
 * Calls functions that a document is given in a thread of their own, one after the other: a call delays only other
 * calls, and ends after 2 s whatever it does. The thread starts with the first call.
 */
export class FunctionHost {
  readonly #milliseconds: number;
  readonly #waiting: Batch[] = [];
  #current: Batch | null = null;
  #thread: Worker | null = null;
  #isReady = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(milliseconds = MOST_MILLISECONDS) {
    this.#milliseconds = milliseconds;
  }

  /** Calls each, in this order, and answers what they give. @throws Error after `close`. */
  call(calls: readonly FunctionCallRequest[]): Promise<readonly Outcome[]> {
    if (this.#isClosed) throw new Error('The host of functions is closed.');
    if (calls.length === 0) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#waiting.push({ calls, outcomes: [], resolve });
      this.#next();
    });
  }

  /** Ends the thread. Calls that it has not answered fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [...(this.#current === null ? [] : [this.#current]), ...this.#waiting.splice(0)];
    this.#current = null;
    await this.#end();
    for (const batch of left) {
      while (batch.outcomes.length < batch.calls.length) batch.outcomes.push(failed('time', 'the product stops'));
      batch.resolve(batch.outcomes);
    }
  }

  #next(): void {
    if (this.#current !== null) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current !== null) this.#send();
    // A thread that waits keeps no program alive; one that is asked does.
    else this.#thread?.unref();
  }

  /** Sends what is left of the current batch, to a new thread where there is none. */
  #send(): void {
    this.#thread?.ref();
    if (this.#thread === null) this.#start();
    else if (this.#isReady && this.#current !== null) {
      this.#thread.postMessage(this.#current.calls.slice(this.#current.outcomes.length));
      this.#startTimer();
    }
  }

  #start(): void {
    const thread = new Worker(new URL('./function-thread.ts', import.meta.url));
    this.#thread = thread;
    this.#isReady = false;
    thread.on('message', (message: 'ready' | Outcome) => {
      if (thread !== this.#thread) return;
      if (message !== 'ready') this.#take(message);
      else {
        this.#isReady = true;
        this.#send();
      }
    });
    thread.on('error', (error) => {
      if (thread === this.#thread)
        void this.#fail(failed('exception', `the thread of functions failed: ${error.message}`));
    });
    thread.on('exit', () => {
      if (thread === this.#thread) void this.#fail(failed('memory', 'the thread of functions ended'));
    });
  }

  #take(outcome: Outcome): void {
    const batch = this.#current;
    if (batch === null) return;
    batch.outcomes.push(outcome);
    clearTimeout(this.#timer);
    if (batch.outcomes.length < batch.calls.length) {
      this.#startTimer();
      return;
    }
    this.#current = null;
    batch.resolve(batch.outcomes);
    this.#next();
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#fail(failed('time', `it took longer than ${this.#milliseconds / 1000} s`)),
      this.#milliseconds,
    );
  }

  /** Gives the call that the thread is at this outcome; those behind it go to a new thread. */
  async #fail(outcome: Outcome): Promise<void> {
    await this.#end();
    const batch = this.#current;
    if (batch === null) return;
    batch.outcomes.push(outcome);
    if (batch.outcomes.length < batch.calls.length) this.#send();
    else {
      this.#current = null;
      batch.resolve(batch.outcomes);
      this.#next();
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = null;
    this.#isReady = false;
    await thread?.terminate();
  }
}
