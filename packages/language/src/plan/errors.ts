import type { CatalogueError } from '../model/errors.ts';
import { STANDARD_ERRORS } from '../vocabulary/standard-errors.ts';

/**
 * The catalogue with the standard errors behind it that it does not reword. A standard error whose message the
 * catalogue leaves open keeps its standard words.
 */
export function completeErrors(errors: readonly CatalogueError[]): readonly CatalogueError[] {
  const stated = new Set(errors.map((error) => error.code));
  const completed = errors.map((error): CatalogueError => {
    if (Object.keys(error.messages).length > 0) return error;
    const standard = STANDARD_ERRORS[error.code as keyof typeof STANDARD_ERRORS] ?? STANDARD_ERRORS.INVALID;
    return { ...error, messages: { '': [standard.message] } };
  });
  const missing = Object.entries(STANDARD_ERRORS).filter(([code]) => !stated.has(code));
  return [
    ...completed,
    ...missing.map(
      ([code, { status, message }]): CatalogueError => ({
        clause: `8.${code}`,
        code,
        status,
        warning: false,
        text: message,
        messages: { '': [message] },
        key: null,
        translations: {},
        derived: true,
      }),
    ),
  ];
}
