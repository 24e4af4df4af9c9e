import type { Code } from '../code.ts';

/** N3xx: what the checker says about point 3. */
export const ENTITIES_CODES = {} satisfies Record<string, Code<never>>;
