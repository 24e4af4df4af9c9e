import type { Code } from '../code.ts';

/** N4xx: what the checker says about point 4. */
export const STATES_CODES = {} satisfies Record<string, Code<never>>;
