import type { Code } from '../code.ts';

/** N1xx: what the checker says about point 1. */
export const PURPOSE_CODES = {} satisfies Record<string, Code<never>>;
