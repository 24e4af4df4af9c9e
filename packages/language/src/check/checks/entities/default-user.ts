import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { factsOf, hasValue } from '../../../expression/check/facts.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { PermissionCell } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';
import { userType } from '../../resolve/types.ts';

const USER: Expression = { kind: 'variable', name: 'user', type: userType(true) };

/** Whether a cell may allow people who are not signed in. */
function allowsNobody(cell: PermissionCell): boolean {
  if (cell.kind === 'when') return !hasValue(factsOf(cell.condition, true), USER);
  return cell.kind === 'yes' || cell.kind === 'as';
}

/** 3: If people who are not signed in may create a record, `default user` has no value for a required field. */
export function checkDefaultUser(model: Model, context: Context): void {
  const anonymous = new Set(model.roles.filter(({ given }) => given.kind === 'anyone').map(({ name }) => name));
  const permissions = new Map(model.permissions.map((own) => [own.entity, own]));
  for (const entity of model.entities) {
    const grants = permissions.get(entity.name)?.actions?.create ?? [];
    const grant = grants.find(({ role, cell }) => anonymous.has(role) && allowsNobody(cell));
    if (grant === undefined) continue;
    for (const { name, required, default: value, clause } of entity.fields) {
      const isUser = value?.kind === 'variable' && value.name === 'user';
      const span = context.placeOf(clause);
      if (!required || !isUser || !span) continue;
      const place = context.placeOf(grant.clause);
      const details = { field: name, role: grant.role };
      context.report('N325', ENTITIES_CODES.N325, details, span, {
        clause,
        ...(place && { related: [{ span: place, message: 'It is given to whoever is not signed in here.' }] }),
      });
    }
  }
}
