import { STATUS_CODES } from 'node:http';
import type { FieldProblem, Problem } from '@nonet/client';
import type { FieldError, Refusal } from '@nonet/engine';
import type { Plan, MessageFormat } from '@nonet/language';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * A refusal as RFC 9457, in its reader's words. `plan` is given where the reader may read the document: then its sentence is
 * shown.
 */
export function problemOf(refusal: Refusal, plan: Plan | null, format: MessageFormat): Problem {
  const sentence = refusal.clause === null ? undefined : plan?.clauses[refusal.clause]?.text;
  return {
    type: `/problems/${refusal.code}`,
    title: titleOf(refusal),
    status: refusal.status,
    detail: format.message(refusal.words),
    code: refusal.code,
    clause: refusal.clause,
    ...(sentence === undefined ? {} : { sentence }),
    ...(refusal.confirm.length > 0 ? { confirm: [...refusal.confirm] } : {}),
    ...(refusal.errors.length > 0 ? { errors: fieldProblems(refusal.errors, format) } : {}),
  };
}

/** Errors of fields in their reader's words. */
export function fieldProblems(errors: readonly FieldError[], format: MessageFormat): FieldProblem[] {
  return errors.map((error) => ({ ...error, message: format.message(error.message) }));
}

/** `INVALID_TRANSITION` → "Invalid transition". */
function titleOf(refusal: Refusal): string {
  const words = refusal.code.toLowerCase().replaceAll('_', ' ').trim();
  if (words === '') return STATUS_CODES[refusal.status] ?? 'Refused';
  return words.charAt(0).toUpperCase() + words.slice(1);
}
