import type { ExpectedError } from '../reference/refusal.ts';
import { because, type FailureReason, kept, namedClause } from './failure-reason.ts';

/** The difference between the expected errors and the reported ones, in any order, in words. */
export function errorsDifference(
  expected: readonly ExpectedError[],
  reported: readonly { readonly code: string; readonly clause: string | null }[],
): FailureReason | null {
  const left = [...reported];
  for (const error of expected) {
    const place = left.findIndex(
      ({ code, clause }) => code === error.code && (error.clause === undefined || clause === error.clause),
    );
    if (place < 0) return because`the error ${kept(error.code)}${ofClause(error.clause)} is missing`;
    left.splice(place, 1);
  }
  const [extra] = left;
  return extra === undefined
    ? null
    : because`the answer has a further error ${kept(extra.code)}${ofClause(extra.clause)}`;
}

function ofClause(clause: string | null | undefined): FailureReason {
  return clause ? because` of ${namedClause(clause)}` : because``;
}
