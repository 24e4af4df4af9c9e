import type { CatalogueError } from '../model/errors.ts';
import { STANDARD_ERRORS } from '../vocabulary/standard-errors.ts';

/**
 * The catalogue, followed by the standard errors that it does not reword. Where the document gives no words (`messages`
 * is empty) an error has the words of the product.
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
