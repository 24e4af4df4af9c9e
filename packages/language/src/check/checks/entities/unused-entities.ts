import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { printExpression } from '../../../expression/print.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { isCreatedOtherwise, isWritten } from '../../derived/origins.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

/**
 * 6: An entity that nobody can ever read, or whose records nobody and nothing ever creates; a field that always stays
 * empty, or as its default is.
 */
export function checkUnusedEntities(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const entity of model.entities) {
    const span = context.placeOf(entity.clause);
    const place = context.placeOf(`6.${entity.name}`);
    const related = place ? { related: [{ span: place, message: 'Who may do what with it stands here.' }] } : {};
    // Users are created by sign-up, or by the operator.
    if (!span || entity.name === 'User') continue;
    if (!possible.does(entity.name, 'create') && !isCreatedOtherwise(model, entity)) {
      context.report('N351', ENTITIES_CODES.N351, { entity: entity.name }, span, { clause: entity.clause, ...related });
    } else reportEmpty(model, context, possible, entity);
    if (!possible.does(entity.name, 'read')) {
      context.report('N352', ENTITIES_CODES.N352, { entity: entity.name }, span, { clause: entity.clause, ...related });
    }
  }
}

function reportEmpty(model: Model, context: Context, possible: Possible, entity: Entity): void {
  for (const field of entity.fields) {
    const span = context.placeOf(field.clause);
    if (!span) continue;
    const { name, clause } = field;
    const stays = valueOfAll(field);
    if (stays !== null && !isWritten(model, possible, entity, { ...field, default: null })) {
      // A conversion may have given the records of a former version other values.
      if (model.conversions.length > 0) continue;
      context.report('N357', ENTITIES_CODES.N357, { field: name, entity: entity.name, stays }, span, { clause });
    } else if (!field.required && !isWritten(model, possible, entity, field))
      context.report('N353', ENTITIES_CODES.N353, { field: name, entity: entity.name }, span, { clause });
  }
}

/** The value that every record gets, where the default is the same for all of them. */
function valueOfAll({ default: standard }: Field): string | null {
  return standard?.kind === 'literal' || standard?.kind === 'constant' ? printExpression(standard) : null;
}
