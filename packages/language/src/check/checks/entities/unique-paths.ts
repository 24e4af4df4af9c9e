import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** Each entity has its own path in the API. */
export function checkUniquePaths(model: Model, context: Context): void {
  const taken = new Map<string, string>();
  for (const entity of model.entities) {
    const first = taken.get(entity.path);
    const span = model.places.get(entity.clause);
    if (first !== undefined && span) {
      context.report('N323', ENTITIES_CODES.N323, { path: entity.path, entity: first }, span, {
        clause: entity.clause,
      });
    }
    taken.set(entity.path, first ?? entity.name);
  }
}
