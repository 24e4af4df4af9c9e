import { DERIVATIONS } from '../derive/derivations.ts';
import { type Attempts, DerivationRun } from './derivation-run.ts';
import { prepareGivenCalls } from '../reference/given-calls.ts';
import type { ProofEvent } from './events.ts';
import { brokenResult } from './result.ts';
import type { Runner } from './case-runner.ts';
import type { Selection } from './selection.ts';
import { type Begun, beginDerivation, ProductLost, startProduct, type Trial } from './start.ts';

/** A derivation by its number, or the document's own records. */
export type Task = number | 'records';

export interface ProverOptions extends Trial {
  readonly selection: Selection;
  /** Ends the run immediately when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Derives cases and carries them out against one product, a derivation at a time. */
export class Prover {
  readonly #options: ProverOptions;
  readonly #report: (event: ProofEvent) => void;
  /** A product that can't be put back continues as the last derivation has left it. */
  #kept: { readonly begun: Begun; readonly runner: Runner } | null = null;

  constructor(options: ProverOptions, report: (event: ProofEvent) => void) {
    this.#options = options;
    this.#report = report;
  }

  /**
   * @param isWhole Also carries out cases that only prepare records.
   * @param attempts The known results of the derivation from an interrupted run.
   * @throws {ProductLost} If the product can't be reset.
   */
  async run(
    task: Task,
    isWhole = false,
    attempts: Attempts = { failed: new Set(), reported: new Set() },
  ): Promise<void> {
    const about = task === 'records' ? 'the records of the document' : `the cases of ${DERIVATIONS[task]?.about}`;
    try {
      await prepareGivenCalls(this.#options.plan);
      await (task === 'records' ? this.#records() : this.#derive(task, isWhole, attempts));
    } catch (error) {
      if (error instanceof ProductLost) throw error;
      const derived = { clauses: [], title: `Preparing ${about}`, steps: [] };
      this.#report({ kind: 'case', derived, result: brokenResult('it broke down', error) });
      this.#report({ kind: 'broken', why: `Preparing ${about} broke down` });
    }
  }

  async #records(): Promise<void> {
    const begun = beginDerivation(this.#options, this.#options.seed);
    const runner = await this.#start(begun, true);
    if (this.#options.host.reset === null) this.#kept = { begun, runner };
  }

  async #derive(task: number, isWhole: boolean, attempts: Attempts): Promise<void> {
    const { host, seed, selection, signal } = this.#options;
    const means = {
      selection,
      signal,
      canRestart: host.reset !== null,
      report: this.#report,
      start: (begun: Begun) => this.#start(begun),
    };
    const derivation = DERIVATIONS[task];
    if (derivation === undefined) throw new Error(`There is no derivation ${task}.`);
    for (;;) {
      const begun = this.#kept?.begun ?? beginDerivation(this.#options, seed + task);
      const run = new DerivationRun(means, derivation, begun, this.#kept?.runner ?? null, attempts);
      const first = begun.context.world;
      const left = await run.run(isWhole);
      if (left === 'again') continue;
      if (left.length > 0) this.#report({ kind: 'postponed', task, clauses: left });
      // No case was carried out, so the world must not contain their changes.
      if (run.runner === null) begun.context.world = first;
      else if (host.reset === null) this.#kept = { begun, runner: run.runner };
      this.#report({ kind: 'reasons', reasons: [...begun.context.reasons] });
      return;
    }
  }

  async #start(begun: Begun, isFirst = false): Promise<Runner> {
    this.#report({
      kind: 'doing',
      doing: 'putting the product back as at its first start',
      derived: null,
      isReset: true,
    });
    const { runner, found } = await startProduct(this.#options, begun);
    if (isFirst) for (const { derived, result } of found) this.#report({ kind: 'case', derived, result });
    this.#report({ kind: 'accounts', accounts: [...begun.context.accounts] });
    return runner;
  }
}
