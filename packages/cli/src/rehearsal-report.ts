import type { Rehearsal } from '@nonet/engine';

/** The output of `nonet rehearse --format json`. */
export interface RehearsalReport extends Rehearsal {
  /** Null if the change was not made, or they were not asked for. */
  readonly tests: RehearsedTests | null;
}

/** The derived tests of what differs from the version in use. */
export interface RehearsedTests {
  readonly cases: number;
  /** The number of clauses that they prove, and of those that fail. */
  readonly proven: number;
  readonly failed: number;
  readonly failures: readonly {
    readonly title: string;
    readonly clauses: readonly string[];
    readonly reason: string;
  }[];
  /** The causes that ended them, or a part of them, early, as sentences. */
  readonly broken: readonly string[];
}
