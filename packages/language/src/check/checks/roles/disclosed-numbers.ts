import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, otherRecord, placeOfReading } from '../../derived/disclosing.ts';

/**
 * 6: Numbers that are given in order disclose how many other records exist. A slug with a number behind it discloses
 * that another record has the same text.
 */
export function checkDisclosedNumbers(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const { rights, follows, mayHold } = disclosing;
  for (const entity of model.entities) {
    const other = otherRecord(entity.name);
    for (const field of entity.fields) {
      const what = countedBy(field);
      if (what === null) continue;
      const reading = rights.reads(thisRecord(entity.name), field.name);
      if (!mayHold(reading) || follows(rights.does('read', other), [reading])) continue;
      const span = context.placeOf(field.clause) ?? context.placeOf(entity.clause);
      if (!span) continue;
      const place = placeOfReading(context, entity.name, null);
      context.report('N653', DISCLOSURE_CODES.N653, { entity: entity.name, field: field.name, what }, span, {
        clause: field.clause,
        ...(place && { related: [{ span: place, message: 'Not everybody who may read one may read all.' }] }),
      });
    }
  }
}

/** How other records decide the field's value: they are counted, or distinguished; null if they do not. */
function countedBy({ type }: Field): 'counted' | 'distinguished' | null {
  if (type.kind === 'number' || type.kind === 'serial') return 'counted';
  return type.kind === 'slug' ? 'distinguished' : null;
}
