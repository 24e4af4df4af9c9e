import type { Expression } from '@nonet/language';
import { Refusal } from '../refusal.ts';
import { compileCondition } from '../sql/expression.ts';
import type { SqlContext } from '../sql/context.ts';

/**
 * The SQL of the condition under which a field is asked for on a stored record (`when`). If the condition reads a gap,
 * the check skips all stored records: the answer is unknown, and a save that needs it is NOT_SPECIFIED.
 */
export function compileAskedFor(when: Expression, context: SqlContext): string {
  try {
    return compileCondition(when, context);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED') return 'false';
    throw error;
  }
}
