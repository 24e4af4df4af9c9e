import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Model } from '../../../model/model.ts';
import { ACTIONS, namesFields } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';

/** `as transaction` refers to the permissions of another record; following these references must end (6). */
export function checkAsCircles(model: Model, context: Context): void {
  const edges = new Map<string, Set<string>>();
  const clauses = new Map<string, string>();
  for (const { entity, actions, fields } of model.permissions) {
    for (const action of ACTIONS) {
      const ofFields = Object.values(fields).flatMap((rows) => (namesFields(action) ? (rows[action] ?? []) : []));
      for (const { cell, clause } of [...(actions?.[action] ?? []), ...ofFields]) {
        if (cell.kind !== 'as') continue;
        const type = context.schema.entities.get(entity)?.fields.get(cell.field);
        if (type?.kind !== 'record') continue;
        const from = `${entity} ${action}`;
        const to = `${type.entity} ${cell.action}`;
        edges.set(from, (edges.get(from) ?? new Set()).add(to));
        clauses.set(`${from} > ${to}`, clause);
      }
    }
  }
  for (const circle of circlesOf(edges)) {
    const clause = clauses.get(`${circle.at(-2)} > ${circle.at(-1)}`);
    const span = clause === undefined ? undefined : context.placeOf(clause);
    if (span && clause) context.report('N615', ROLES_CODES.N615, { path: circle.join(' → ') }, span, { clause });
  }
}
