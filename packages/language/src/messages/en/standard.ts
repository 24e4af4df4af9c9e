import { STANDARD_ERRORS, type StandardError } from '../../vocabulary/standard-errors.ts';

/** The errors that the language raises by itself, where nothing more exact is said (8). */
export const standard = {
  standard: ({ code }: { code: StandardError }): string => STANDARD_ERRORS[code].message,
};
