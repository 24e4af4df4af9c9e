import type { ClauseAddress, Plan } from '@nonet/language';
import type { Account } from './derive/records/accounts.ts';
import type { Failure, Progress, Proof, Since } from './proof.ts';
import { causeOf } from './report/causes.ts';
import { blamed } from './report/coverage.ts';
import { statedClauses } from './report/statements.ts';
import type { Case } from './run/case.ts';
import type { ProofEvent } from './run/events.ts';

export interface LedgerOptions {
  readonly plan: Plan;
  readonly seed: number;
  /** Further options of the command that repeats it. */
  readonly like?: readonly string[];
  /** Why no screen is opened in a browser, and what to do about it: the rest of a sentence. */
  readonly unopened?: string;
  /** The former version with which the document was compared. */
  readonly since?: Since;
  /** Whether the run is restricted to some cases. */
  readonly isPart: boolean;
  /** The clauses that are asked for by name. */
  readonly only?: readonly ClauseAddress[];
  /** Ends after failures of so many causes. */
  readonly most?: number;
}

/** Collects the reports of a run, from one product or several at a time. It knows the present result at any time. */
export class Ledger {
  /** Why no screen is opened in a browser, and what to do about it: the rest of a sentence; null: they are. */
  unopened: string | null;
  readonly #options: LedgerOptions;
  readonly #began = performance.now();
  readonly #stated: ReadonlySet<ClauseAddress>;
  readonly #cases: Case[] = [];
  readonly #failures: Failure[] = [];
  readonly #causes = new Set<string>();
  readonly #shown = new Set<ClauseAddress>();
  readonly #refuted = new Set<ClauseAddress>();
  readonly #reasons = new Map<ClauseAddress, string>();
  readonly #postponed = new Map<number, readonly ClauseAddress[]>();
  readonly #broken = new Set<string>();
  #accounts: readonly Account[] = [];
  #requests = 0;
  #leftOut = 0;
  #doing = 'starting the product';

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.unopened = options.unopened ?? null;
    this.#stated = new Set(statedClauses(options.plan));
  }

  /** Whether failures of as many causes as requested have been found. */
  get isEnough(): boolean {
    return this.#causes.size >= (this.#options.most ?? Number.POSITIVE_INFINITY);
  }

  add(event: ProofEvent): void {
    switch (event.kind) {
      case 'doing':
        this.#doing = event.doing;
        return;
      case 'step':
      case 'waiting':
        return;
      case 'case':
        return this.#addCase(event);
      case 'left out':
        this.#leftOut += 1;
        return;
      case 'requests':
        this.#requests += event.requests;
        return;
      case 'reasons':
        for (const [clause, reason] of event.reasons) this.#reasons.set(clause, reason);
        return;
      case 'accounts':
        this.#accounts = event.accounts;
        return;
      case 'postponed':
        this.#postponed.set(event.task, event.clauses);
        return;
      case 'broken':
        this.#broken.add(event.why);
    }
  }

  /** Derivations that only prepared records, but can prove a clause that nothing else has proven, in their order. */
  postponed(): number[] {
    return [...this.#postponed]
      .filter(([, clauses]) => clauses.some((clause) => !this.#shown.has(clause)))
      .map(([task]) => task)
      .toSorted((one, other) => one - other);
  }

  progress(): Progress {
    return {
      cases: this.#cases.length,
      requests: this.#requests,
      failures: this.#failures.length,
      causes: this.#causes.size,
      proven: this.#shown.difference(this.#refuted).size,
      clauses: this.#stated.size,
      doing: this.#doing,
    };
  }

  /**
   * @param reasons Why nothing proves some clauses, where nothing else says so. @param isStopped Whether it was stopped
   *   from outside.
   */
  proof(isStopped: boolean, reasons: ReadonlyMap<ClauseAddress, string> = new Map()): Proof {
    const { plan, seed, like = [], since = null, isPart, only = [] } = this.#options;
    return {
      plan,
      seed,
      like,
      unopened: this.unopened,
      cases: [...this.#cases],
      failures: [...this.#failures],
      reasons: new Map([...reasons, ...this.#reasons]),
      accounts: this.#accounts,
      isPart,
      only,
      since,
      leftOut: this.#leftOut,
      isCut: this.isEnough || isStopped || this.#broken.size > 0,
      isStopped,
      broken: [...this.#broken],
      requests: this.#requests,
      milliseconds: performance.now() - this.#began,
    };
  }

  #addCase({ derived, result, isCounted }: Extract<ProofEvent, { kind: 'case' }>): void {
    if (isCounted !== true) this.#cases.push(derived);
    if (result.passed) {
      for (const clause of derived.clauses) if (this.#stated.has(clause)) this.#shown.add(clause);
      return;
    }
    const failure = { derived, result };
    this.#failures.push(failure);
    this.#causes.add(causeOf(failure));
    for (const clause of blamed(failure)) this.#refuted.add(clause);
  }
}
