import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Given } from '../../../model/roles.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';

/**
 * 6: A role that nobody can ever hold, or that nobody holds on any record of an entity. The operator may give assigned
 * roles.
 */
export function checkHeldRoles(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const { name, given, clause } of model.roles) {
    const stated = Object.entries(conditionsOf(given));
    const never = stated.filter(([, condition]) => excludes([condition], knowledge));
    const [first] = never;
    if (first === undefined) continue;
    // One row that never holds for any entity is one mistake.
    const isWhole = never.length === stated.length;
    for (const [entity] of isWhole ? [first] : never) {
      const span = isWhole ? context.placeOf(clause) : context.placeOf(`${clause}.${entity}`);
      const details = { role: name, entity: isWhole ? null : entity };
      if (span) context.report('N658', ROLES_CODES.N658, details, span, { clause });
    }
  }
}

/** The condition that gives a role, by the entity of its records; by `''` if it is about the user alone. */
function conditionsOf(given: Given): Readonly<Record<string, Expression>> {
  if (given.kind === 'user') return { '': given.condition };
  return given.kind === 'relationship' ? given.of : {};
}
