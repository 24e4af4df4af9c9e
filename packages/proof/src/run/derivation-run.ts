import type { Derivation } from '../derive/derivations.ts';
import type { World } from '../reference/world.ts';
import type { Case } from './case.ts';
import { changesProduct } from './changes.ts';
import type { ProofEvent } from './events.ts';
import { because } from './failure-reason.ts';
import { brokenResult, type Result } from './result.ts';
import type { Runner } from './case-runner.ts';
import type { Selection } from './selection.ts';
import { type Begun, ProductLost } from './start.ts';

/** The parts with which a derivation is carried out. */
export interface Means {
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
  /** Whether the product can be restored after a failure. */
  readonly canRestart: boolean;
  readonly report: (event: ProofEvent) => void;
  /** Puts the product back. */
  readonly start: (begun: Begun) => Promise<Runner>;
}

/** The results of a derivation's former attempts: the names of the cases that failed, and of all that were reported. */
export interface Attempts {
  readonly failed: Set<string>;
  readonly reported: Set<string>;
}

/** A case, its title with the number of those of that title, and the world before it. */
interface Derived {
  readonly name: string;
  readonly derived: Case;
  readonly before: World;
}

/**
 * Carries the cases of one derivation out, each as soon as it is derived. After a failed one the product is put back,
 * what passed before is repeated, and the derivation continues as if the failed one had not been asked for.
 */
export class DerivationRun {
  runner: Runner | null;
  readonly #means: Means;
  readonly #derivation: Derivation;
  readonly #begun: Begun;
  readonly #attempts: Attempts;
  /** Cases that only prepare others, while there are none of those yet. */
  #waiting: Derived[] = [];
  /** Cases that have passed and changed the product. */
  readonly #passed: Case[] = [];
  #last: Case | null = null;

  /** @param runner Of a product that continues as a former derivation has left it; null: it is put back first. */
  constructor(means: Means, derivation: Derivation, begun: Begun, runner: Runner | null, attempts: Attempts) {
    this.#means = means;
    this.#derivation = derivation;
    this.#begun = begun;
    this.runner = runner;
    this.#attempts = attempts;
  }

  /**
   * `again`: it must start again, because the first of its cases has failed and the others depend on it.
   * @param isWhole Whether cases that only prepare others are carried out even if there are no others.
   * @returns The clauses of cases that were left out because they only prepare others, or `again`.
   */
  async run(isWhole: boolean): Promise<readonly string[] | 'again'> {
    const { selection, report } = this.#means;
    const { context } = this.#begun;
    const cases = this.#derivation.derive(context);
    const times = new Map<string, number>();
    const deriving = () =>
      report({ kind: 'doing', doing: `deriving the cases of ${this.#derivation.about}`, derived: null });
    // Many searches may lie between two cases. Each has its own limit, and each shows that the derivation continues.
    context.lookup.workBudget.onSearch = deriving;
    for (let title = ''; ; ) {
      const before = context.world;
      deriving();
      const derived = this.#next(cases, title);
      this.#reportBroken();
      if (derived === null) break;
      ({ title } = derived);
      const time = (times.get(title) ?? 0) + 1;
      times.set(title, time);
      const name = `${title} ${time}`;
      if (this.#attempts.failed.has(name) || !(derived.prepares === true || selection.has(derived))) {
        // The case is not carried out, so the world must not contain its changes.
        context.world = before;
        if (!this.#attempts.failed.has(name)) report({ kind: 'left out' });
        continue;
      }
      this.#waiting.push({ name, derived, before });
      const isNamed = !selection.isAll && selection.has(derived);
      if (!this.#hasRunner && derived.prepares === true && !isNamed) continue;
      const outcome = await this.#carryOutWaiting();
      if (outcome === 'again') return 'again';
      if (outcome === 'end') break;
    }
    const left = this.#waiting.flatMap(({ derived }) => derived.clauses);
    if (this.#isStopped || left.length === 0 || !selection.isAll) return this.#end([]);
    if (!isWhole) return this.#end(left);
    return (await this.#carryOutWaiting()) === 'again' ? 'again' : this.#end([]);
  }

  get #isStopped(): boolean {
    return this.#means.signal?.aborted === true;
  }

  get #hasRunner(): boolean {
    return this.runner !== null;
  }

  /** The next case; null if there is none, or deriving it breaks down, which is reported. */
  #next(cases: Iterator<Case>, after: string): Case | null {
    const { about } = this.#derivation;
    try {
      const next = cases.next();
      return next.done === true ? null : next.value;
    } catch (error) {
      const place = after === '' ? 'its first case' : `the case after “${after}”`;
      const derived: Case = { clauses: [], title: `Deriving the cases of ${about}`, steps: [] };
      this.#means.report({ kind: 'case', derived, result: brokenResult(`deriving ${place} broke down`, error) });
      this.#means.report({ kind: 'broken', why: `Deriving the cases of ${about} broke down` });
      return null;
    }
  }

  /** Searches that broke down meanwhile fail for themselves. */
  #reportBroken(): void {
    const { report } = this.#means;
    for (const { what, error } of this.#begun.context.broken.splice(0)) {
      report({
        kind: 'case',
        derived: { clauses: [], title: what, steps: [] },
        result: brokenResult('it broke down', error),
      });
      report({ kind: 'broken', why: `${what} broke down` });
    }
  }

  async #carryOutWaiting(): Promise<'on' | 'again' | 'end'> {
    const { canRestart, start, report } = this.#means;
    const batch = this.#waiting;
    this.#waiting = [];
    this.runner ??= await start(this.#begun);
    for (const [place, { name, derived, before }] of batch.entries()) {
      const result = await this.#carryOut(derived, name);
      if (result === null) return 'end';
      this.#last = derived;
      if (!this.#attempts.reported.has(name)) report({ kind: 'case', derived, result, name });
      this.#attempts.reported.add(name);
      if (result.passed) {
        if (derived.steps.some(changesProduct)) this.#passed.push(derived);
        continue;
      }
      this.#attempts.failed.add(name);
      if (!canRestart) {
        if (result.isGone === true) throw new ProductLost(`Nothing answers any more (${result.reason.text})`);
        continue;
      }
      if (place < batch.length - 1) return 'again';
      this.#begun.context.world = before;
      if (result.isUntouched !== true && !(await this.#repeat())) return 'end';
    }
    return 'on';
  }

  /** The result of a case; null if there is no product, or the run is stopped before. */
  async #carryOut(derived: Case, name: string): Promise<Result | null> {
    const { runner } = this;
    const { signal, report } = this.#means;
    if (runner === null || this.#isStopped) return null;
    const { title, clauses } = derived;
    report({ kind: 'doing', doing: title, derived: { derived: { title, clauses }, name } });
    const asked = runner.asked;
    const work = runner.run(
      derived,
      (request) => report({ kind: 'step', request }),
      (milliseconds) => report({ kind: 'waiting', milliseconds }),
    );
    const result = await unlessStopped(work, signal);
    report({ kind: 'requests', requests: runner.asked - asked });
    return result;
  }

  /** Restores the product and repeats the cases that have passed. Answers whether that was possible. */
  async #repeat(): Promise<boolean> {
    this.runner = await this.#means.start(this.#begun);
    for (const derived of this.#passed) {
      const result = await this.#carryOut(derived, derived.title);
      if (result === null) return false;
      if (result.passed) continue;
      const reason = because`it passed before, and fails when it is repeated on a product that was reset: ${result.reason}`;
      this.#means.report({ kind: 'case', derived, result: { ...result, reason }, isCounted: true });
      this.#means.report({ kind: 'broken', why: `“${derived.title}” fails when it is repeated` });
      return false;
    }
    return true;
  }

  /** Carries out what is still due at the end. A failure then belongs to no case and is reported with the last one. */
  async #end(left: readonly string[]): Promise<readonly string[]> {
    const { runner } = this;
    const last = this.#last;
    if (runner === null || last === null) return left;
    const result = await unlessStopped(runner.settle(last), this.#means.signal);
    if (result !== null && !result.passed) this.#means.report({ kind: 'case', derived: last, result, isCounted: true });
    return left;
  }
}

/** The result of the work; null if it is stopped before. */
async function unlessStopped(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result | null> {
  if (signal === undefined) return work;
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
