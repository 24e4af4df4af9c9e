import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { readFields } from '../../../expression/read-fields.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import type { Given } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';

/** 6: No role may depend on itself, also not through computed fields: it could not be decided who holds it. */
export function checkRoleCircles(model: Model, context: Context): void {
  const needs = new Map<string, readonly string[]>();
  for (const { name, given } of model.roles) needs.set(name, conditionsOf(given).flatMap(neededBy));
  for (const entity of model.entities) {
    for (const { name, computed } of entity.fields) {
      if (computed) needs.set(`${entity.name}.${name}`, neededBy(computed));
    }
  }
  for (const circle of circlesOf(needs)) {
    const first = circle.findIndex((name) => !name.includes('.'));
    // Point 3 reports fields that need only each other.
    if (first < 0) continue;
    const path = [...circle.slice(first, -1), ...circle.slice(0, first), circle[first]];
    const role = model.roles.find(({ name }) => name === path[0]);
    const span = role && context.placeOf(role.clause);
    if (span) context.report('N680', ROLES_CODES.N680, { path: path.join(' → ') }, span, { clause: role.clause });
  }
}

function conditionsOf(given: Given): readonly Expression[] {
  if (given.kind === 'user') return [given.condition];
  return given.kind === 'relationship' ? Object.values(given.of) : [];
}

/** The roles that an expression asks for, and the fields that it reads: `manager`, `User.level`. */
function neededBy(expression: Expression): readonly string[] {
  const needed = new Set(readFields(expression).map(({ entity, field }) => `${entity}.${field}`));
  walk(expression, (node) => {
    if (node.kind === 'role') needed.add(node.role);
  });
  return [...needed];
}
