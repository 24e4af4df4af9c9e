import type { Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';

/** What the language refuses on its own, with its status and words where point 8 doesn't reword it. */
const STANDARD = {
  INVALID: [400, "Some of what was sent can't be read."],
  UNAUTHENTICATED: [401, 'Sign in first.'],
  FORBIDDEN: [403, 'You may not do this.'],
  NOT_FOUND: [404, 'There is no such record, or it is not yours to see.'],
  NOT_UNIQUE: [409, 'There is one like this already.'],
  IN_USE: [409, 'Something else still refers to this.'],
  INVALID_TRANSITION: [409, "This can't be done in the state that the record is in."],
  STALE: [412, 'Somebody else has changed this in the meantime. Look at it again first.'],
  REQUIRED: [422, 'A value is missing.'],
  TOO_SHORT: [422, 'A value is too short.'],
  TOO_LONG: [422, 'A value is too long.'],
  OUT_OF_RANGE: [422, 'A value is out of range.'],
  NO_MATCH: [422, 'A value has not the right form.'],
  NOT_ALLOWED: [422, 'This choice is not allowed.'],
  IDEMPOTENCY_CONFLICT: [422, 'This Idempotency-Key was used for another request.'],
  PRECONDITION_REQUIRED: [428, 'Say which version is meant: send its ETag as If-Match.'],
  TOO_LARGE: [413, 'This is too large.'],
  NOT_SPECIFIED: [501, 'The specification leaves this open.'],
  UNAVAILABLE: [503, 'This is not available now.'],
} as const satisfies Record<string, readonly [number, string]>;

export type StandardError = keyof typeof STANDARD;

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
    message: rewordedMessage(index, code, null) ?? details.message ?? STANDARD[code][1],
    clause: details.clause ?? null,
    errors: details.errors ?? [],
  });
}

/** The status of an error of the catalogue or the language. */
export function statusOf(index: PlanIndex, code: string): number {
  const stated = index.error(code)?.status;
  return stated ?? (Object.hasOwn(STANDARD, code) ? STANDARD[code as StandardError][0] : 422);
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
export function refuseFields(index: PlanIndex, errors: readonly FieldError[]): Refusal {
  const first = errors[0];
  if (first === undefined) throw new Error('A refusal needs an error.');
  return new Refusal({
    code: first.code,
    status: statusOf(index, first.code),
    message: errors.length === 1 ? first.message : errors.map((error) => error.message).join(' '),
    clause: first.clause,
    errors,
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
