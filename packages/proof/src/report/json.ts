import type { Proof } from '../proof.ts';
import { causesOf } from './causes.ts';
import { coverageOf } from './coverage.ts';
import { type FailureView, failureView } from './failure.ts';

/** The report for programs; its schema is docs/schemas/proof.schema.json. */
export interface ProofReport {
  readonly version: 1;
  readonly title: string;
  readonly seed: number;
  readonly cases: number;
  readonly requests: number;
  readonly milliseconds: number;
  /** Why no screen was opened in a browser, and what to do about it; null: they were. */
  readonly unopened: string | null;
  readonly coverage: {
    readonly proven: number;
    readonly failed: number;
    readonly notDerivable: number;
    /** Clauses that were not requested, or not reached before the run ended. */
    readonly notTried: number;
    /**
     * The share of provable clauses that were proven, from 0 to 1; clauses that an early end left out count as
     * provable.
     */
    readonly share: number;
  };
  readonly clauses: readonly {
    readonly clause: string;
    readonly file: string;
    readonly line: number;
    readonly verdict: 'proven' | 'failed' | 'not derivable' | 'not run';
    readonly cases: number;
    readonly reason: string | null;
  }[];
  readonly failures: readonly FailureView[];
  /** The failures by what they have in common: the number of the first in `failures`, and how many others there are. */
  readonly causes: readonly { readonly first: number; readonly others: number }[];
  /** The former version with which the document was compared, and the clauses that differ; null: none. */
  readonly since: { readonly name: string; readonly clauses: readonly string[] } | null;
  /** The number of derived cases that were not carried out because they were not requested, or can't have changed. */
  readonly leftOut: number;
  /** The causes that ended the run, or a part of it, before all cases were tried, as sentences. */
  readonly broken: readonly string[];
  /** Whether the run was stopped from outside. */
  readonly isStopped: boolean;
}

export function reportProof(proof: Proof, file: string): ProofReport {
  const { clauses, proven, failed, notDerivable, notTried, share } = coverageOf(proof);
  return {
    version: 1,
    title: proof.plan.title,
    seed: proof.seed,
    cases: proof.cases.length,
    requests: proof.requests,
    milliseconds: Math.round(proof.milliseconds),
    unopened: proof.unopened,
    coverage: { proven, failed, notDerivable, notTried, share },
    clauses: clauses.map(({ clause, file: of, line, verdict, cases, reason }) => ({
      clause,
      file: of,
      line,
      verdict,
      cases,
      reason,
    })),
    failures: proof.failures.map((failure) => failureView(proof, failure, file)),
    causes: causesOf(proof.failures).map(({ first, others }) => ({
      first: proof.failures.indexOf(first),
      others: others.length,
    })),
    since: proof.since,
    leftOut: proof.leftOut,
    broken: proof.broken,
    isStopped: proof.isStopped,
  };
}
