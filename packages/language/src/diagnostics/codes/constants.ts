import type { Code } from '../code.ts';

/** N9xx: what the checker says about point 9. */
export const CONSTANTS_CODES = {} satisfies Record<string, Code<never>>;
