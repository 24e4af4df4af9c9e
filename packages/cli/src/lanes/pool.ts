import { setTimeout as delay } from 'node:timers/promises';
import type { Plan } from '@nonet/language';
import {
  because,
  brokenResult,
  type Difference,
  faultOf,
  isSame,
  Ledger,
  notAsked,
  type ProductBrowser,
  type Progress,
  type Proof,
  type Result,
  type Task,
  tasksOf,
} from '@nonet/proof';
import { Failure } from '../failure.ts';
import type { FormerStorage } from '../proof-host.ts';
import { Lane, type Outcome, Silent } from './lane.ts';
import type { LaneData } from './protocol.ts';

export interface PoolOptions {
  readonly plan: Plan;
  /** A former version that makes the storage, which is then brought to the document, as a change does. */
  readonly former?: FormerStorage;
  readonly seed: number;
  readonly now: string;
  readonly only: readonly string[];
  /** A former version: only what can have changed since is tried. */
  readonly since: { readonly name: string; readonly difference: Difference } | null;
  readonly caseSeconds: number;
  /** The run ends after failures of this many causes. */
  readonly most?: number;
  /** Further options for a command that repeats the case. */
  readonly like: readonly string[];
  /** The maximum number of products that run at the same time. */
  readonly jobs: number;
  /** A product for another lane. */
  readonly product: () => Promise<LaneData['product']>;
  /**
   * Opens the browser of each lane; or gives the reason why there is none, and what to do about it, as the rest of a
   * sentence.
   */
  readonly openBrowser: () => Promise<{ readonly browser: () => ProductBrowser } | { readonly why: string }>;
  readonly progress: (done: Progress) => void;
  /** Ends the run immediately when it is aborted. */
  readonly signal: AbortSignal;
  /** Resolves with a sentence where the products' database is lost. */
  readonly lost: Promise<string>;
}

/** The time after a product's failure in which the loss of its database may be noticed. */
const LOST_CHECK_MILLISECONDS = 500;

/** A derivation to carry out, with what a lane found of it before it broke down. */
interface Job {
  readonly task: Task;
  readonly isWhole: boolean;
  readonly failed: Set<string>;
  readonly passed: Set<string>;
}

/** A lane whose product answers. */
type Opened = { readonly lane: Lane } & Awaited<Lane['ready']>;

/**
 * Derives the tests of a document and carries them out in several threads, each with its own product and database:
 * each takes the next derivation. The proof holds the results until the end, for whatever reason the run ended.
 * @throws {Failure} if no product can be tried at all.
 */
export async function proveInLanes(options: PoolOptions): Promise<Proof> {
  const pool = new Pool(options);
  try {
    return await pool.run();
  } finally {
    await pool.end();
  }
}

class Pool {
  readonly #options: PoolOptions;
  readonly #ledger: Ledger;
  readonly #lanes = new Set<Lane>();
  #browser: (() => ProductBrowser) | null = null;
  #reasons: ReadonlyMap<string, string> = new Map();
  /** An early end: stopped from outside, or nothing can be tried any more. */
  readonly #over = new AbortController();

  constructor(options: PoolOptions) {
    this.#options = options;
    const { only, since, ...rest } = options;
    this.#ledger = new Ledger({
      ...rest,
      only,
      isPart: only.length > 0 || since !== null,
      ...(since === null ? {} : { since: { name: since.name, clauses: since.difference.clauses } }),
    });
  }

  async run(): Promise<Proof> {
    const { signal } = this.#options;
    const stop = () => this.#over.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void this.#options.lost.then((why) => this.#lose(why));
    try {
      await this.#untilOver(this.#carryOut());
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (await this.#isLost()) return this.#ledger.proof(signal.aborted, this.#reasons);
      // The product of a lane never answered.
      const derived = { title: 'The product starts', clauses: [], steps: [] };
      this.#ledger.add({ kind: 'case', derived, result: brokenResult('it does not', error) });
      this.#lose('The product does not start');
    }
    return this.#ledger.proof(signal.aborted, this.#reasons);
  }

  async end(): Promise<void> {
    this.#over.abort();
    const ended = Promise.all([...this.#lanes].map((lane) => lane.end()));
    // After a stop the threads end with the process: one that computes may take a second to notice.
    if (!this.#options.signal.aborted) await ended;
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #carryOut(): Promise<void> {
    const { since } = this.#options;
    // No case can have another result, so no product has to start.
    if (since !== null && isSame(since.difference)) return;
    const opened = await this.#options.openBrowser();
    if ('why' in opened) this.#ledger.unopened = opened.why;
    else this.#browser = opened.browser;
    const { lane: first, derived, canRestart, url } = await this.#open();
    if (!derived) {
      this.#reasons = notAsked(this.#options.plan);
      this.#ledger.unopened = `${url} is no product of Nonet, so that nobody knows where its screens are`;
    }
    // A product that cannot be reset is asked by one lane only, in a fixed order.
    const lanes = canRestart ? this.#options.jobs : 1;
    const tasks = tasksOf({ derived, reset: canRestart ? async () => {} : null });
    await this.#share(tasks, false, first, lanes);
    await this.#share(this.#ledger.postponed(), true, first, 1);
  }

  /** Carries derivations out, each in the first lane that is free. */
  async #share(tasks: readonly Task[], isWhole: boolean, first: Lane, lanes: number): Promise<void> {
    const jobs = tasks.map((task): Job => ({ task, isWhole, failed: new Set(), passed: new Set() }));
    const others = Array.from({ length: Math.min(lanes, jobs.length) - 1 }, async () => {
      const { lane } = await this.#open();
      await this.#work(lane, jobs);
    });
    await Promise.all([this.#work(first, jobs), ...others]);
  }

  async #work(begun: Lane, jobs: Job[]): Promise<void> {
    let lane = begun;
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      if (this.#isOver || this.#ledger.isEnough) return;
      const { failed, passed } = job;
      const outcome = await lane.run({ ...job, failed: [...failed], passed: [...passed] }, (event) => {
        if (this.#isOver) return;
        if (event.kind === 'case' && event.name !== undefined) (event.result.passed ? passed : failed).add(event.name);
        this.#ledger.add(event);
        this.#options.progress(this.#ledger.progress());
        if (this.#ledger.isEnough) this.#over.abort();
      });
      if (this.#isOver || outcome.kind === 'done') continue;
      if (await this.#isLost()) return;
      if (outcome.kind === 'lost') return this.#lose(outcome.why);
      if (this.#reportBroken(job, outcome)) jobs.unshift(job);
      this.#lanes.delete(lane);
      ({ lane } = await this.#open());
    }
  }

  /**
   * Reports the failure of the activity in which a thread broke down; answers whether the rest of its derivation can
   * be tried again.
   */
  #reportBroken({ failed }: Job, { error, doing }: Extract<Outcome, { kind: 'broken' }>): boolean {
    const { derived, request } = doing;
    const during = request === null ? '' : `, at ${request}`;
    const { title, clauses } = derived?.derived ?? { title: capital(doing.doing), clauses: [] };
    const isSilent = error instanceof Silent;
    const why = isSilent
      ? { text: error.message, template: 'it is not done in time' }
      : because`the product broke down: ${error.message}`;
    const result: Result = {
      passed: false,
      clauses,
      reason: because`${why}${during}`,
      request: null,
      answer: null,
      ...(isSilent ? {} : { fault: faultOf(error) }),
    };
    this.#ledger.add({ kind: 'case', derived: { title, clauses, steps: [] }, result });
    if (derived === null) this.#ledger.add({ kind: 'broken', why: `${title}: ${why.text}` });
    else failed.add(derived.name);
    return derived !== null;
  }

  /** Another lane, whose product answers. @throws {Failure} if a person has to do something about it. */
  async #open(): Promise<Opened> {
    const { plan, former = null, seed, now, only, since, caseSeconds } = this.#options;
    const difference = since?.difference ?? null;
    const product = await this.#options.product();
    const browser = this.#browser;
    const hasBrowser = browser !== null;
    const data: LaneData = { plan, former, seed, now, only, difference, caseSeconds, product, hasBrowser };
    const lane = new Lane(data, browser?.() ?? null);
    this.#lanes.add(lane);
    if (this.#isOver) await lane.end();
    return { lane, ...(await lane.ready) };
  }

  /** Whether the products' database is lost, which is noticed a moment after the products break down. */
  async #isLost(): Promise<boolean> {
    const why = await Promise.race([this.#options.lost, delay(LOST_CHECK_MILLISECONDS, null)]);
    if (why !== null) this.#lose(why);
    return why !== null;
  }

  #lose(why: string): void {
    if (this.#isOver) return;
    this.#ledger.add({ kind: 'broken', why });
    this.#over.abort();
  }

  /** The result of the work, or nothing if the run is over before. */
  async #untilOver(work: Promise<void>): Promise<void> {
    const { signal } = this.#over;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    // A failure after the end is caused by the end, and is ignored.
    work.catch(() => {});
    await Promise.race([work, promise]);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
