import type { Code } from '../code.ts';

/** N5xx: what the checker says about point 5. */
export const RULES_CODES = {} satisfies Record<string, Code<never>>;
