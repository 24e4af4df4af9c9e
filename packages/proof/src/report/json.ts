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
    /** Those that were not asked for, or that it ended before. */
    readonly notTried: number;
    /** Of those that can be shown, how many were, from 0 to 1; what it ended before might be shown. */
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
  /** How many derived cases were not carried out because they were not asked for, or can't have changed. */
  readonly leftOut: number;
  /** What ended it, or a part of it, before all was tried, as sentences. */
  readonly broken: readonly string[];
  /** Whether it was stopped from outside. */
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
