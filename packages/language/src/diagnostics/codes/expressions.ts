import { WRITTEN_CODES } from './expressions/written.ts';
import { NAME_CODES } from './expressions/names.ts';
import { TYPE_CODES } from './expressions/types.ts';

export { type GuardPlace } from './expressions/types.ts';

/** N050 to N099: what the checker says about expressions. The quoted examples of their pages are tests. */
export const EXPRESSION_CODES = { ...WRITTEN_CODES, ...NAME_CODES, ...TYPE_CODES };
