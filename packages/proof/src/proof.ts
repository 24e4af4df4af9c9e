import type { ClauseAddress, Plan } from '@nonet/language';
import type { Account } from './derive/records/accounts.ts';
import type { Case } from './run/case.ts';
import type { Result } from './run/result.ts';

export interface Failure {
  readonly derived: Case;
  readonly result: Extract<Result, { passed: false }>;
}

/** The results of the derived cases. */
export interface Proof {
  readonly plan: Plan;
  readonly seed: number;
  /** Further options of the command that repeats it. */
  readonly like: readonly string[];
  /** Why no screen was opened in a browser, and what to do about it: the rest of a sentence; null: they were. */
  readonly unopened: string | null;
  readonly cases: readonly Case[];
  readonly failures: readonly Failure[];
  /** By clause, the reason why nothing proves it. */
  readonly reasons: ReadonlyMap<ClauseAddress, string>;
  /** The actors. */
  readonly accounts: readonly Account[];
  /** Whether the run was restricted to some clauses. */
  readonly isPart: boolean;
  /** The clauses that were asked for by name; none: all were, or what differs from a former version. */
  readonly only: readonly ClauseAddress[];
  /** The former version to compare with, so that only what can have changed is tried; null: none. */
  readonly since: Since | null;
  /** The number of derived cases that were not carried out because they were not requested. */
  readonly leftOut: number;
  /** Whether the run ended before all cases were tried. */
  readonly isCut: boolean;
  /** Whether the run was stopped from outside. */
  readonly isStopped: boolean;
  /**
   * The causes that ended the run, or a part of it, before all cases were tried, as sentences: the database was lost,
   * a derivation broke down.
   */
  readonly broken: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
}

/** A former version of a document. */
export interface Since {
  /** The name that people use: a revision, a file. */
  readonly name: string;
  /** Clauses that are new, gone, or changed. */
  readonly clauses: readonly ClauseAddress[];
}

/** The progress of a run. */
export interface Progress {
  /** The number of cases that have been carried out. */
  readonly cases: number;
  readonly requests: number;
  readonly failures: number;
  /** The number of their causes. */
  readonly causes: number;
  /** Clauses of the document that cases have shown and none has refuted. */
  readonly proven: number;
  /** The number of clauses that the document states. */
  readonly clauses: number;
  /** The present activity: `deriving …`, or the title of the case that is carried out. */
  readonly doing: string;
}
