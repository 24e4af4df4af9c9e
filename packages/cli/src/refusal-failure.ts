import type { Refusal } from '@nonet/engine';
import { Failure } from './failure.ts';

/** A refusal of the document, as a person at the terminal reads it. */
export function refusalFailure(refusal: Refusal): Failure {
  const lines = refusal.errors.map(
    ({ field, message, clause }) => `  ${field ? `${field}: ` : ''}${message}${clause ? ` (${clause})` : ''}`,
  );
  return new Failure([refusal.message, ...lines].join('\n'));
}
