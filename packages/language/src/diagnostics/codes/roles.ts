import type { Code } from '../code.ts';

/** N6xx: what the checker says about point 6. */
export const ROLES_CODES = {} satisfies Record<string, Code<never>>;
