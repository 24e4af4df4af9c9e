import type { ClauseAddress, Plan } from '@nonet/language';
import type { Account } from './derive/records/accounts.ts';
import type { Case } from './run/case.ts';
import type { Result } from './run/result.ts';

export interface Failure {
  readonly derived: Case;
  readonly result: Extract<Result, { passed: false }>;
}

/** What the derived cases have shown. */
export interface Proof {
  readonly plan: Plan;
  readonly seed: number;
  /** What a command that repeats it says besides. */
  readonly like: readonly string[];
  /** Why no screen was opened in a browser, and what to do about it: the rest of a sentence; null: they were. */
  readonly unopened: string | null;
  readonly cases: readonly Case[];
  readonly failures: readonly Failure[];
  /** By clause, why nothing proves it. */
  readonly reasons: ReadonlyMap<ClauseAddress, string>;
  /** Who acted. */
  readonly accounts: readonly Account[];
  /** Whether only some clauses were asked for. */
  readonly isPart: boolean;
  /** The clauses that were asked for by name; none: all were, or what differs from a former version. */
  readonly only: readonly ClauseAddress[];
  /** The former version with which the document was compared, so that only what can have changed was tried; null: none. */
  readonly since: Since | null;
  /** How many derived cases were not carried out because they were not asked for. */
  readonly leftOut: number;
  /** Whether it ended before all was tried. */
  readonly isCut: boolean;
  /** Whether it was stopped from outside. */
  readonly isStopped: boolean;
  /** What ended it, or a part of it, before all was tried, as sentences: the database was lost, a derivation broke down. */
  readonly broken: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
}

/** A former version of a document. */
export interface Since {
  /** What people call it: a revision, a file. */
  readonly name: string;
  /** Clauses that are new, gone, or stated otherwise. */
  readonly clauses: readonly ClauseAddress[];
}

/** How far a run is. */
export interface Progress {
  /** How many cases have been carried out. */
  readonly cases: number;
  readonly requests: number;
  readonly failures: number;
  /** Of how many causes they are. */
  readonly causes: number;
  /** Clauses of the document that cases have shown and none has refuted. */
  readonly proven: number;
  /** All clauses that the document states. */
  readonly clauses: number;
  /** What is done now: `deriving …`, or the title of the case that is carried out. */
  readonly doing: string;
}
