import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { askedOfNew } from '../../../model/entities.ts';
import { hasForm } from '../../../model/field-kinds.ts';
import type { Model } from '../../../model/model.ts';
import { brokenBy } from '../../analysis/broken-rule.ts';
import type { Context } from '../../context.ts';

/**
 * 3: A default that is written out complies with the length, the range and the pattern of its field: else whoever leaves
 * the field to it is refused.
 */
export function checkDefaultsInBounds(model: Model, context: Context): void {
  for (const entity of model.entities)
    for (const field of entity.fields) {
      const { name, clause, default: preset } = field;
      const span = context.placeOf(clause);
      // The form of an address is judged wherever the document gives one.
      if (!span || preset?.kind !== 'literal' || hasForm(field.type)) continue;
      const broken = brokenBy(askedOfNew(field), preset.value);
      if (broken !== null)
        context.report('N358', ENTITIES_CODES.N358, { field: name, entity: entity.name, ...broken }, span, { clause });
    }
}
