import type { Model } from '../model/model.ts';
import { clauseTexts } from './clauses.ts';
import { completeErrors } from './errors.ts';
import type { Plan } from './plan.ts';
import { settingsOf } from './settings.ts';

/** What a runtime needs of a model without errors, as JSON. */
export function planOf(model: Model): Plan {
  const plan: Plan = {
    title: model.title,
    openPoints: model.openPoints,
    purpose: model.purpose,
    screens: model.screens,
    entities: model.entities,
    states: model.states,
    rules: model.rules,
    examples: model.examples,
    roles: model.roles,
    permissions: model.permissions,
    calls: model.calls,
    answered: model.answered,
    errors: completeErrors(model.errors),
    constants: model.constants,
    renames: model.renames,
    gaps: model.gaps,
    settings: settingsOf(model.constants),
    clauses: clauseTexts(model),
    sources: model.tree.files,
  };
  return withoutRanges(plan);
}

/** Places inside expressions are for the checker; a runtime names clauses. */
function withoutRanges<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutRanges) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const isExpression = 'kind' in value && 'type' in value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (!isExpression || key !== 'range') copy[key] = withoutRanges(item);
  }
  return copy as Value;
}
