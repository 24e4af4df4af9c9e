import { type Field, isStandardError, STANDARD_ERRORS, type StandardError } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';

export interface Details {
  /** The clause that refuses. */
  readonly clause?: string | null;
  readonly errors?: readonly FieldError[];
  /** More exact words than the standard's; what point 8 rewords goes before. */
  readonly message?: string;
}

/** A refusal of the language itself, in point 8's words where it rewords this error. */
export function refuse(index: PlanIndex, code: StandardError, details: Details = {}): Refusal {
  return new Refusal({
    code,
    status: statusOf(index, code),
    message: rewordedMessage(index, code, null) ?? details.message ?? STANDARD_ERRORS[code].message,
    clause: details.clause ?? null,
    errors: details.errors ?? [],
  });
}

/** The status of an error of the catalogue or the language. */
export function statusOf(index: PlanIndex, code: string): number {
  const stated = index.error(code)?.status;
  return stated ?? (isStandardError(code) ? STANDARD_ERRORS[code].status : 422);
}

/** An error of one field: point 8's words, else `message`. */
export function fieldError(
  index: PlanIndex,
  code: StandardError,
  field: Field,
  path: string | null,
  message: string,
): FieldError {
  return { field: path, code, message: rewordedMessage(index, code, field.label) ?? message, clause: field.clause };
}

/** One refusal for several errors: the first has its status, and its words where it is alone. */
export function refuseFields(
  index: PlanIndex,
  errors: readonly FieldError[],
  confirm: readonly string[] = [],
): Refusal {
  const first = errors[0];
  if (first === undefined) throw new Error('A refusal needs an error.');
  return new Refusal({
    code: first.code,
    status: statusOf(index, first.code),
    message: errors.length === 1 ? first.message : errors.map((error) => error.message).join(' '),
    clause: first.clause,
    errors,
    confirm,
  });
}

/** INVALID, with everything that can't be read at once. */
export function refuseInvalid(index: PlanIndex, errors: readonly FieldError[]): Refusal {
  return refuse(index, 'INVALID', {
    clause: errors[0]?.clause ?? null,
    errors,
    message: errors.map((error) => error.message).join(' '),
  });
}

/** The message of a standard error that the document states; `{key}` is the field's label. Null where it doesn't. */
function rewordedMessage(index: PlanIndex, code: string, key: string | null): string | null {
  const error = index.error(code);
  if (error === null || !(error.clause in index.plan.clauses)) return null;
  const template = error.messages[''] ?? null;
  if (template === null) return null;
  const parts = template.map((part) => {
    if (typeof part === 'string') return part;
    return part.kind === 'variable' && part.name === 'key' ? key : null;
  });
  return parts.includes(null) ? null : parts.join('');
}
