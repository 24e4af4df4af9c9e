import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Given } from '../../../model/roles.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';

/** 6: A role that can never be held, on no record and by nobody. Whoever runs the product may give assigned ones. */
export function checkHeldRoles(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const { name, given, clause } of model.roles) {
    const span = context.placeOf(clause);
    const conditions = conditionsOf(given);
    if (!span || conditions.length === 0 || !conditions.every((condition) => excludes([condition], knowledge)))
      continue;
    context.report('N658', ROLES_CODES.N658, { role: name }, span, { clause });
  }
}

function conditionsOf(given: Given): readonly Expression[] {
  if (given.kind === 'user') return [given.condition];
  return given.kind === 'relationship' ? Object.values(given.of) : [];
}
