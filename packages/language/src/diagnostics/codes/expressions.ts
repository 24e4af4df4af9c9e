import type { Code } from '../code.ts';

/** N050 to N099: what the checker says about expressions. */
export const EXPRESSION_CODES = {} satisfies Record<string, Code<never>>;
