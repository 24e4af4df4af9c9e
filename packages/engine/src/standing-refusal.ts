import { messageFormatIn } from '@nonet/language';
import { Refusal } from './refusal.ts';

/**
 * The refusal of something that nobody waits for (a received mail, a row of a table), and that a later try alone would not
 * change: that of the document or the language. @throws anything else, and what passes
 */
export function standingRefusal(error: unknown): Refusal {
  // A product that can't answer now is asked again; one whose document leaves something open would answer the same.
  const passes = error instanceof Refusal && error.code !== 'NOT_SPECIFIED';
  if (!(error instanceof Refusal) || (passes && (error.status >= 500 || error.status === 429))) throw error;
  return error;
}

/** The clause that an operator is shown: the refusal's own, or that of its first error that has one. */
export function clauseOf({ clause, errors }: Refusal): string | null {
  return clause ?? errors.find((error) => error.clause !== null)?.clause ?? null;
}

/** The reason in words for the operator: each field's own, where there are several. */
export function wordsOf(refusal: Refusal): string {
  const format = messageFormatIn('en');
  const own = refusal.errors.map(
    ({ field, message }) => `${field === null ? '' : `${field}: `}${format.message(message)}`,
  );
  return own.length === 0 ? refusal.message : own.join('; ');
}
