import { type ClauseAddress, pointNumber } from '@nonet/language';
import { REASONS, type Reason } from '../derive/derivation-context.ts';
import type { Failure, Proof } from '../proof.ts';
import { isWithin } from '../run/selection.ts';
import { statedClauses } from './statements.ts';

/** What the tests have shown of one clause. */
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
  /** Those that were not asked for, or that it ended before. */
  readonly notTried: number;
  /** How many can be shown, as far as it is known; what it ended before might be. */
  readonly shown: number;
  /** Of these, how many were proven, from 0 to 1. */
  readonly share: number;
}

/** By clause: proven, failed, or not derivable and why. Only what the document itself states counts. */
export function coverageOf(proof: Proof): Coverage {
  const cases = new Map<string, number>();
  for (const { clauses } of proof.cases) for (const clause of clauses) cases.set(clause, (cases.get(clause) ?? 0) + 1);
  const failures = new Map<string, Failure[]>();
  for (const failure of proof.failures)
    for (const clause of blamed(failure)) failures.set(clause, [...(failures.get(clause) ?? []), failure]);
  const clauses = statedClauses(proof.plan).map((clause): ClauseProof => {
    const { file, line, text } = proof.plan.clauses[clause] ?? { file: '', line: 0, text: '' };
    const failed = failures.get(clause) ?? [];
    const count = cases.get(clause) ?? 0;
    const isOpen = proof.plan.openPoints.some((point) => String(pointNumber(point)) === clause);
    const given = isOpen ? 'open' : (proof.reasons.get(clause) as Reason | undefined);
    // All cases of what was asked for by name have been looked for.
    const isAsked = !proof.isCut && isWithin(clause, proof.only);
    const isTried = count > 0 || isAsked || !(proof.isPart || (proof.isCut && (given ?? 'not found') === 'not found'));
    // What is known of a clause that was asked for is reported; after a cut more might have been found.
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

/** The clauses behind the step that failed; those of its case where the step names none that the document states. */
export function blamed({ derived, result }: Failure): readonly ClauseAddress[] {
  return result.clauses.length > 0 ? result.clauses : derived.clauses;
}

export function reasonText(reason: Reason): string {
  return REASONS[reason];
}
