import { children, type Expression } from '@nonet/language';
import { focusOf } from '../../search/focus.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The constants that decide what a working day is (9). */
const WEEK = ['WORKING_DAYS', 'HOLIDAYS'];

/** The clauses of the constants that conditions depend on, through computed fields too. */
export function focusConstants(context: DerivationContext, conditions: readonly (Expression | null)[]): string[] {
  const named = new Set<string>();
  // At a record the product's own week decides nothing.
  const collect = (node: Expression, isAtRecord = false): void => {
    const isCounted = node.kind === 'call' && node.name === 'working_days' && node.arguments.length === 2;
    if (node.kind === 'constant') named.add(`9.${node.name}`);
    if (isCounted || (node.type.kind === 'working days' && !isAtRecord))
      for (const name of WEEK) named.add(`9.${name}`);
    const isAdded = node.kind === 'call' && node.name === 'add_working_days';
    for (const [at, child] of children(node).entries()) collect(child, isAtRecord || (isAdded && at === 1));
  };
  for (const condition of conditions) if (condition !== null) collect(condition);
  for (const key of focusOf(context.lookup, conditions)) {
    const [entity = '', field = ''] = key.split('.');
    const computed = context.lookup.field(entity, field)?.computed ?? null;
    if (computed !== null) collect(computed);
  }
  return [...named].filter((clause) => clause in context.plan.clauses);
}
