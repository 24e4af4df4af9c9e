import type { ClauseAddress } from '@nonet/language';
import { REASONS, type Reason } from '../derive/derivation-context.ts';
import type { Failure, Proof } from '../proof.ts';
import { isWithin } from '../run/selection.ts';
import { openClauses } from './open-clauses.ts';
import { statedClauses } from './statements.ts';

/** The results of the tests for one clause. */
export interface ClauseProof {
  readonly clause: ClauseAddress;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly verdict: 'proven' | 'failed' | 'not derivable' | 'not run';
  /** The cases that rest on it. */
  readonly cases: number;
  /** Why nothing proves it. */
  readonly reason: Reason | null;
  readonly failures: readonly Failure[];
}

export interface Coverage {
  readonly clauses: readonly ClauseProof[];
  readonly proven: number;
  readonly failed: number;
  readonly notDerivable: number;
  /** Clauses that were not requested, or not reached before the run ended. */
  readonly notTried: number;
  /** The number of clauses that can be shown, as far as known; clauses that the run did not reach count as possible. */
  readonly shown: number;
  /** The share of them that was proven, from 0 to 1. */
  readonly share: number;
}

/** The verdict on each clause that the document itself states: proven, failed, or not derivable and why. */
export function coverageOf(proof: Proof): Coverage {
  const cases = new Map<string, number>();
  for (const { clauses } of proof.cases) for (const clause of clauses) cases.set(clause, (cases.get(clause) ?? 0) + 1);
  const failures = new Map<string, Failure[]>();
  for (const failure of proof.failures)
    for (const clause of blamed(failure)) failures.set(clause, [...(failures.get(clause) ?? []), failure]);
  const open = openClauses(proof.plan);
  const clauses = statedClauses(proof.plan).map((clause): ClauseProof => {
    const { file, line, text } = proof.plan.clauses[clause] ?? { file: '', line: 0, text: '' };
    const failed = failures.get(clause) ?? [];
    const count = cases.get(clause) ?? 0;
    const given = open.get(clause) ?? (proof.reasons.get(clause) as Reason | undefined);
    // The search for cases of clauses that were requested by name is complete.
    const isAsked = !proof.isCut && isWithin(clause, proof.only);
    const isTried = count > 0 || isAsked || !(proof.isPart || (proof.isCut && (given ?? 'not found') === 'not found'));
    // After a run that ended early the reason is unknown: more cases might have been found.
    const known = proof.isCut ? undefined : given;
    const reason = count > 0 ? null : isTried ? (given ?? 'not found') : (known ?? 'not tried');
    const verdict = failed.length > 0 ? 'failed' : count > 0 ? 'proven' : isTried ? 'not derivable' : 'not run';
    return { clause, file, line, text, verdict, cases: count, reason, failures: failed };
  });
  const count = (verdict: ClauseProof['verdict']) => clauses.filter((one) => one.verdict === verdict).length;
  const [proven, failed] = [count('proven'), count('failed')];
  const [notDerivable, notTried] = [count('not derivable'), count('not run')];
  const shown = proven + failed + (proof.isPart ? 0 : notTried);
  return { clauses, proven, failed, notDerivable, notTried, shown, share: shown === 0 ? 0 : proven / shown };
}

/** The clauses of the failed step; those of its case if the step names none that the document states. */
export function blamed({ derived, result }: Failure): readonly ClauseAddress[] {
  return result.clauses.length > 0 ? result.clauses : derived.clauses;
}

export function reasonText(reason: Reason): string {
  return REASONS[reason];
}
