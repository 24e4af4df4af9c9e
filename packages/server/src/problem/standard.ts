import { type FieldError, Refusal } from '@nonet/engine';
import { type Plan, STANDARD_ERRORS, type StandardError } from '@nonet/language';

/**
 * A standard error (8) as the server itself raises it: in the plan's words, which are the document's where point 8
 * rewords it, unless `message` says more. Where it does not, and without a plan, `otherwise` or the language's own words stand.
 */
export function standardRefusal(
  plan: Plan | null,
  code: StandardError,
  more: { message?: string; otherwise?: string; clause?: string | null; errors?: readonly FieldError[] } = {},
): Refusal {
  const stated = plan?.errors.find((error) => error.code === code);
  const template = stated?.messages[''];
  const words = template?.every((part) => typeof part === 'string') ? template.join('') : null;
  const own = STANDARD_ERRORS[code].message;
  return new Refusal({
    code,
    status: stated?.status ?? STANDARD_ERRORS[code].status,
    message: more.message ?? (words && words !== own ? words : (more.otherwise ?? own)),
    clause: more.clause ?? null,
    ...(more.errors ? { errors: more.errors } : {}),
  });
}

/** One key of a request that can not be read. */
export function invalidKey(field: string, message: string): FieldError {
  return { field, code: 'INVALID', message, clause: null };
}

/** What the document leaves open at `clause` was asked for. */
export function notSpecified(plan: Plan, clause: string): Refusal {
  return standardRefusal(plan, 'NOT_SPECIFIED', { clause });
}
