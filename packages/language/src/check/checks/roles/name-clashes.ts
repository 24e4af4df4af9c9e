import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Role } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';

/**
 * A role and a field of one name must mean the same: a name in an event's `by` is read as either. Only fields that
 * refer to a User can be there.
 */
export function checkNameClashes(model: Model, context: Context): void {
  for (const role of model.roles) {
    const span = context.placeOf(role.clause);
    if (role.given.kind === 'open' || !span) continue;
    const clashing = model.entities.flatMap((entity) => {
      const field = entity.fields.find((other) => other.name === role.name);
      const isOfUser = field?.type.kind === 'reference' && field.type.entity === 'User';
      return isOfUser && !meansTheField(role, entity.name) ? [{ entity: entity.name, field }] : [];
    });
    if (clashing.length === 0) continue;
    const related = clashing.flatMap(({ entity, field }) => {
      const place = context.placeOf(field.clause);
      return place ? [{ span: place, message: `The field of ${entity} stands here.` }] : [];
    });
    const entities = clashing.map(({ entity }) => entity);
    context.report('N614', ROLES_CODES.N614, { role: role.name, entities }, span, { clause: role.clause, related });
  }
}

function meansTheField({ name, given }: Role, entity: string): boolean {
  if (given.kind !== 'relationship') return false;
  const own = given.of[entity];
  const stated = own ? [own] : Object.values(given.of);
  return stated.every((condition) => isFieldOfUser(condition, name));
}

/** `owner == user`, in either order. */
function isFieldOfUser(condition: Expression, field: string): boolean {
  if (condition.kind !== 'binary' || condition.operator !== '==') return false;
  const sides = [condition.left, condition.right];
  return (
    sides.some((side) => side.kind === 'variable' && side.name === 'user') &&
    sides.some(
      (side) => side.kind === 'field' && side.field === field && side.of.kind === 'variable' && side.of.name === 'this',
    )
  );
}
