import type { Code } from '../code.ts';

/** N2xx: what the checker says about point 2. */
export const SCREENS_CODES = {} satisfies Record<string, Code<never>>;
