import type { ExpectedError } from '../reference/refusal.ts';

/** The difference between the expected errors and the reported ones, in any order, in words. */
export function errorsDifference(
  expected: readonly ExpectedError[],
  reported: readonly { readonly code: string; readonly clause: string | null }[],
): string | null {
  const left = [...reported];
  for (const error of expected) {
    const place = left.findIndex(
      ({ code, clause }) => code === error.code && (error.clause === undefined || clause === error.clause),
    );
    if (place < 0) return `the error ${error.code}${error.clause ? ` of ${error.clause}` : ''} is missing`;
    left.splice(place, 1);
  }
  const [extra] = left;
  return extra === undefined ? null : `there is an error ${extra.code} of ${extra.clause} besides`;
}
