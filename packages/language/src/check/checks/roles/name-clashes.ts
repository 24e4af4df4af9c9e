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
    if (role.given.kind === 'open') continue;
    for (const entity of model.entities) {
      const field = entity.fields.find((other) => other.name === role.name);
      if (field?.type.kind !== 'reference' || field.type.entity !== 'User') continue;
      if (meansTheField(role, entity.name)) continue;
      const span = context.placeOf(role.clause);
      if (!span) continue;
      const place = context.placeOf(field.clause);
      context.report('N614', ROLES_CODES.N614, { role: role.name, entity: entity.name }, span, {
        clause: role.clause,
        ...(place && { related: [{ span: place, message: 'The field stands here.' }] }),
      });
    }
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
