import { type Expression, fieldsRead } from '@nonet/language';
import type { Lookup } from '../reference/lookup.ts';

/** The fields (`Claim.from`) that conditions depend on, through computed fields too. */
export function focusOf(lookup: Lookup, conditions: readonly (Expression | null)[]): Set<string> {
  const focus = new Set<string>();
  const visit = (expression: Expression) => {
    for (const { entity, field } of fieldsRead(expression)) {
      const key = `${entity}.${field}`;
      if (focus.has(key)) continue;
      focus.add(key);
      const computed = lookup.field(entity, field)?.computed ?? null;
      if (computed !== null) visit(computed);
    }
  };
  for (const condition of conditions) if (condition !== null) visit(condition);
  return focus;
}
