import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, hiddenReads, isOfThis, writers } from '../../derived/disclosing.ts';

/**
 * 3, 6: A default is worked out with the product's authority, and whoever creates the record gets its value, also where
 * they may not read the data that it was worked out from.
 */
export function checkDisclosedDefaults(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const entity of model.entities) {
    const creating = writers(disclosing, entity.name, 'create');
    for (const { name, clause, default: value } of entity.fields) {
      const span = context.placeOf(clause);
      if (value === null || !span) continue;
      const hidden = hiddenReads(disclosing, value, [creating], isOfThis);
      if (hidden.length === 0) continue;
      const details = { entity: entity.name, field: name, hidden };
      context.report('N662', DISCLOSURE_CODES.N662, details, span, { clause });
    }
  }
}
