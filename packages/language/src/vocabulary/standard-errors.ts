/** The errors that the language raises by itself: their status, and their words where point 8 does not reword them. */
export const STANDARD_ERRORS = {
  NOT_SPECIFIED: { status: 501, message: 'The specification does not say yet what happens here.' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in first.' },
  WRONG_CREDENTIALS: { status: 401, message: 'The name or the password is wrong.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This is there, but not for this method.' },
  INVALID: { status: 400, message: 'This is not understood.' },
  REQUIRED: { status: 422, message: 'This is needed.' },
  TOO_LONG: { status: 422, message: 'This is too long.' },
  TOO_SHORT: { status: 422, message: 'This is too short.' },
  OUT_OF_RANGE: { status: 422, message: 'This is outside what is allowed.' },
  NO_MATCH: { status: 422, message: 'This does not have the right form.' },
  FUNCTION_FAILED: { status: 422, message: 'This could not be checked.' },
  NOT_ALLOWED: { status: 422, message: 'This choice is not allowed.' },
  NOT_UNIQUE: { status: 409, message: 'This is taken already.' },
  IN_USE: { status: 409, message: 'Something else still refers to this.' },
  INVALID_TRANSITION: { status: 409, message: 'This is not possible in the present state.' },
  STALE: { status: 412, message: 'Somebody has changed this in the meantime. Look at it again before you save.' },
  PRECONDITION_REQUIRED: { status: 428, message: 'Say which version you are changing (the header If-Match).' },
  IDEMPOTENCY_CONFLICT: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again a little later.' },
  TOO_LARGE: { status: 413, message: 'This is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This kind of file or content is not accepted.' },
  UNAVAILABLE: { status: 503, message: 'This is not available at the moment. Try again a little later.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type StandardError = keyof typeof STANDARD_ERRORS;

export function isStandardError(code: string): code is StandardError {
  return Object.hasOwn(STANDARD_ERRORS, code);
}
