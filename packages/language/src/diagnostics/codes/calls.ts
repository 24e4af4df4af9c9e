import type { Code } from '../code.ts';

/** N7xx: what the checker says about point 7. */
export const CALLS_CODES = {} satisfies Record<string, Code<never>>;
