import { Worker } from 'node:worker_threads';
import type { NamedCase, ProductBrowser, ProofEvent, Task } from '@nonet/proof';
import { Failure } from '../failure.ts';
import type { FromLane, LaneData, ToLane } from './protocol.ts';

/** The end of a derivation in a lane. */
export type Outcome =
  | { readonly kind: 'done' }
  /** The product can't be reset: nothing more can be tried. */
  | { readonly kind: 'lost'; readonly why: string }
  /** The thread broke down, or was ended because it went silent. */
  | { readonly kind: 'broken'; readonly error: Error; readonly doing: Doing };

/** A thread went silent and was therefore ended. */
export class Silent extends Error {}

/** Its last activity. */
export interface Doing {
  readonly doing: string;
  readonly derived: NamedCase | null;
  readonly request: string | null;
}

/**
 * The time, in milliseconds, for which a reset of the product, or a derivation, may be silent, on a machine of any
 * load.
 */
const MOST_SILENT_MILLISECONDS = 300_000;
/** Added to what a case may take: usually its own thread ends it, unless that is busy. */
const GRACE_MILLISECONDS = 5000;
const LOOK_MILLISECONDS = 250;

/** The main thread's view of a thread that derives cases and carries them out against its own product. */
export class Lane {
  readonly ready: Promise<{ readonly derived: boolean; readonly canRestart: boolean; readonly url: string }>;
  readonly #worker: Worker;
  readonly #data: LaneData;
  readonly #browser: ProductBrowser | null;
  #lastMessageAt = performance.now();
  /** The CPU time of the thread at its last message, in milliseconds; null: not asked since. */
  #spentAtLastMessage: number | null = null;
  /** Whether the product is in the state of its first start. */
  #isReset = false;
  #doing: Doing = { doing: 'starting the product', derived: null, request: null };
  #onEvent: (event: ProofEvent) => void = () => {};
  #end: (outcome: Outcome) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(data: LaneData, browser: ProductBrowser | null) {
    this.#data = data;
    this.#browser = browser;
    this.#worker = new Worker(new URL('./lane-thread.ts', import.meta.url), { workerData: data });
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<Lane['ready']>>();
    this.ready = promise;
    // Callers that await the lane get the error; nobody awaits a lane that was ended.
    promise.catch(() => {});
    this.#fail = reject;
    this.#worker.on('message', (message: FromLane) => {
      this.#lastMessageAt = performance.now();
      this.#spentAtLastMessage = null;
      if (message.kind === 'ready') resolve(message);
      else this.#receive(message);
    });
    this.#worker.on('error', (error) => this.#broken(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#broken(new Error('its thread has ended')));
  }

  /** Carries one derivation out. @param onEvent Receives its findings. */
  async run(
    assignment: Omit<Extract<ToLane, { kind: 'run' }>, 'kind'>,
    onEvent: (event: ProofEvent) => void,
  ): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#onEvent = onEvent;
    this.#end = resolve;
    this.#lastMessageAt = performance.now();
    this.#spentAtLastMessage = null;
    this.#post({ kind: 'run', ...assignment });
    const looking = setInterval(() => void this.#look(assignment.task), LOOK_MILLISECONDS);
    try {
      return await promise;
    } finally {
      clearInterval(looking);
      this.#onEvent = () => {};
    }
  }

  /** Ends the thread immediately. It posts nothing more, and its callers continue. */
  async end(): Promise<void> {
    this.#end({ kind: 'done' });
    this.#end = () => {};
    await this.#worker.terminate();
  }

  #post(message: ToLane): void {
    this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromLane, { kind: 'ready' }>): void {
    switch (message.kind) {
      case 'event':
        return this.#hearEvent(message.event);
      case 'done':
        return this.#end({ kind: 'done' });
      case 'lost':
        return this.#end({ kind: 'lost', why: message.why });
      case 'failure':
        return this.#fail(new Failure(message.message, message.exitCode === 2 ? 2 : 1));
      case 'open':
        return void this.#open(message);
    }
  }

  #hearEvent(event: ProofEvent): void {
    if (event.kind === 'doing') {
      this.#doing = { doing: event.doing, derived: event.derived, request: null };
      this.#isReset = event.isReset === true;
    }
    if (event.kind === 'step') this.#doing = { ...this.#doing, request: event.request };
    if (event.kind === 'waiting') this.#lastMessageAt = performance.now() + event.milliseconds;
    this.#onEvent(event);
  }

  async #open(asked: Extract<FromLane, { kind: 'open' }>): Promise<void> {
    const { number, cookie, address, records, as, requests } = asked;
    try {
      if (this.#browser === null) throw new Error('There is no browser.');
      const opened = await this.#browser.open(cookie, address, records, as, requests);
      this.#post({ kind: 'opened', number, opened });
    } catch (error) {
      this.#post({ kind: 'not opened', number, message: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * A silent thread may be in an endless loop. For a product, the limit is a number of seconds. Deriving only computes,
   * so its limit counts the thread's processor time, independently of the machine's load.
   */
  async #look(task: Task): Promise<void> {
    const { derived } = this.#doing;
    const lastMessageAt = this.#lastMessageAt;
    const isStarting = derived === null && (task === 'records' || this.#isReset);
    if (derived === null && !isStarting) {
      const spent = await this.#spent();
      if (spent !== null && this.#lastMessageAt === lastMessageAt) {
        this.#spentAtLastMessage ??= spent;
        if (spent - this.#spentAtLastMessage >= this.#data.caseSeconds * 1000)
          return this.#silent(spent - this.#spentAtLastMessage, ' of computing');
      }
    }
    const most = derived === null ? MOST_SILENT_MILLISECONDS : this.#data.caseSeconds * 1000 + GRACE_MILLISECONDS;
    const silent = performance.now() - lastMessageAt;
    if (this.#lastMessageAt === lastMessageAt && silent >= most) this.#silent(silent, '');
  }

  /** The CPU time of the thread, in milliseconds; null if the thread has ended. */
  async #spent(): Promise<number | null> {
    const usage = await this.#worker.cpuUsage().catch(() => null);
    return usage === null ? null : (usage.user + usage.system) / 1000;
  }

  #silent(milliseconds: number, of: string): void {
    void this.#worker.terminate();
    const error = new Silent(`it is not done after ${Math.round(milliseconds / 1000)} s${of}`);
    this.#end({ kind: 'broken', error, doing: this.#doing });
  }

  #broken(error: Error): void {
    this.#fail(error);
    this.#end({ kind: 'broken', error, doing: this.#doing });
  }
}
