import type { Code } from '../code.ts';

/** N8xx: what the checker says about point 8. */
export const ERRORS_CODES = {} satisfies Record<string, Code<never>>;
