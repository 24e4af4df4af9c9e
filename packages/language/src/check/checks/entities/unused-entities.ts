import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { isCreatedOtherwise, isWritten } from '../../derived/origins.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

/**
 * 6: An entity that nobody can ever read, or whose records nobody and nothing ever creates; a field that always stays
 * empty.
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
    if (!span || field.required || isWritten(model, possible, entity, field)) continue;
    context.report('N353', ENTITIES_CODES.N353, { field: field.name, entity: entity.name }, span, {
      clause: field.clause,
    });
  }
}
