import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Model } from '../../../model/model.ts';
import { ACTIONS } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';

/** `as transaction` asks the permissions of another record; asking must come to an end (6). */
export function checkAsCircles(model: Model, context: Context): void {
  const edges = new Map<string, { readonly to: string; readonly clause: string }[]>();
  for (const { entity, actions, fields } of model.permissions) {
    for (const action of ACTIONS) {
      const ofFields = Object.values(fields).flatMap((rows) =>
        action === 'read' || action === 'update' ? (rows[action] ?? []) : [],
      );
      for (const { cell, clause } of [...(actions?.[action] ?? []), ...ofFields]) {
        if (cell.kind !== 'as') continue;
        const type = context.schema.entities.get(entity)?.fields.get(cell.field);
        if (type?.kind !== 'record') continue;
        const from = `${entity} ${action}`;
        edges.set(from, [...(edges.get(from) ?? []), { to: `${type.entity} ${cell.action}`, clause }]);
      }
    }
  }
  const reported = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    for (const { to, clause } of edges.get(node) ?? []) {
      const start = path.indexOf(to);
      if (start < 0) {
        visit(to, [...path, to]);
        continue;
      }
      const circle = [...path.slice(start), to];
      const key = [...new Set(circle)].toSorted().join();
      const span = context.placeOf(clause);
      if (!span || reported.has(key)) continue;
      reported.add(key);
      context.report('N615', ROLES_CODES.N615, { path: circle.join(' → ') }, span, { clause });
    }
  };
  for (const node of edges.keys()) visit(node, [node]);
}
