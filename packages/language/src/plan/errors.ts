import type { CatalogueError } from '../model/errors.ts';
import { STANDARD_ERRORS } from '../vocabulary/standard-errors.ts';

/**
 * The catalogue, followed by the standard errors that it does not reword. An error without words in the document
 * (`messages` is empty) has the product's words.
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
