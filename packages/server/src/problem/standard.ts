import { Refusal, type FieldError } from '@nonet/engine';
import type { Plan } from '@nonet/language';

/** The standard errors that the server itself raises (8), with what stands in where the document doesn't reword them. */
const STANDARD = {
  NOT_SPECIFIED: { status: 501, message: 'The document does not say what happens here.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in first.' },
  FORBIDDEN: { status: 403, message: 'You may not do this.' },
  NOT_FOUND: { status: 404, message: 'There is no such page or record.' },
  INVALID: { status: 400, message: 'The request is not valid.' },
  TOO_LARGE: { status: 413, message: 'This is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send application/json.' },
  PRECONDITION_REQUIRED: { status: 428, message: 'Send the ETag of the record you read in If-Match.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Wait a moment.' },
  UNAVAILABLE: { status: 503, message: 'The product can not answer now. Try again in a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong in the product.' },
} as const;

export type StandardCode = keyof typeof STANDARD;

/** A standard error in the document's words where point 8 has them, unless `message` says more. */
export function standardRefusal(
  plan: Plan | null,
  code: StandardCode,
  more: { message?: string; clause?: string | null; errors?: readonly FieldError[] } = {},
): Refusal {
  const stated = plan?.errors.find((error) => error.code === code);
  const template = stated?.derived ? stated.messages[''] : undefined;
  const reworded = template?.every((part) => typeof part === 'string') ? template.join('') : null;
  return new Refusal({
    code,
    status: stated?.status ?? STANDARD[code].status,
    message: more.message ?? (reworded || STANDARD[code].message),
    clause: more.clause ?? null,
    ...(more.errors ? { errors: more.errors } : {}),
  });
}

/** What the document leaves open at `clause` was asked for. */
export function notSpecified(plan: Plan, clause: string): Refusal {
  return standardRefusal(plan, 'NOT_SPECIFIED', { clause });
}
