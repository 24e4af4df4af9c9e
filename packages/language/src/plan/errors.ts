import type { CatalogueError } from '../model/errors.ts';
import { STANDARD_ERRORS } from '../vocabulary/standard-errors.ts';

/**
 * The catalogue with the standard errors behind it that it does not reword. One without words of the document's (`messages`
 * is empty) is told in the product's own.
 */
export function completeErrors(errors: readonly CatalogueError[]): readonly CatalogueError[] {
  const stated = new Set(errors.map((error) => error.code));
  const missing = Object.entries(STANDARD_ERRORS).filter(([code]) => !stated.has(code));
  return [
    ...errors,
    ...missing.map(
      ([code, { status, message }]): CatalogueError => ({
        clause: `8.${code}`,
        code,
        status,
        warning: false,
        text: message,
        messages: {},
        key: null,
        translations: {},
        derived: true,
      }),
    ),
  ];
}
