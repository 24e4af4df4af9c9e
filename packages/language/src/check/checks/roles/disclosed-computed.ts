import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Model } from '../../../model/model.ts';
import { thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, hiddenReads } from '../../derived/disclosing.ts';

/** 6: A computed field with a `read` row of its own shows something of what it is computed from. */
export function checkDisclosedComputed(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const entity of model.entities) {
    const rows = model.permissions.find((own) => own.entity === entity.name)?.fields ?? {};
    for (const { name, computed, clause } of entity.fields) {
      if (computed === null || rows[name]?.read === undefined) continue;
      const given = [disclosing.rights.reads(thisRecord(entity.name), name)];
      const hidden = hiddenReads(disclosing, computed, given);
      const span = context.placeOf(`6.${entity.name}.${name}.read`) ?? context.placeOf(clause);
      const place = context.placeOf(clause);
      if (hidden.length === 0 || !span) continue;
      context.report('N655', DISCLOSURE_CODES.N655, { entity: entity.name, field: name, hidden }, span, {
        clause,
        ...(place && { related: [{ span: place, message: 'It is computed here.' }] }),
      });
    }
  }
}
