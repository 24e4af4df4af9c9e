import type { Model } from '../model/model.ts';
import { clauseTexts } from './clauses.ts';
import { completeErrors } from './errors.ts';
import type { Plan } from './plan.ts';
import { settingsOf } from './settings.ts';
import { derivedClauses, withSignIn } from './sign-in.ts';

/** What a runtime needs of a model without errors, as JSON. */
export function planOf(model: Model): Plan {
  const settings = settingsOf(model.constants);
  const screens = withSignIn(model, settings.locale);
  const plan: Plan = {
    title: model.title,
    openPoints: model.openPoints,
    purpose: model.purpose,
    screens,
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
    conversions: model.conversions,
    gaps: model.gaps,
    settings,
    clauses: { ...clauseTexts(model), ...derivedClauses(model, screens) },
    sources: model.tree.files,
  };
  return withoutRanges(plan);
}

/** Places inside expressions are for the checker; a runtime names clauses. What holds no expression stays as it is. */
function withoutRanges<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutRanges);
    return items.some((item, index) => item !== value[index]) ? (items as Value) : value;
  }
  const record = value as Record<string, unknown>;
  if ('range' in record && 'kind' in record && 'type' in record) {
    const { range: _, ...bare } = record;
    for (const key of Object.keys(bare)) bare[key] = withoutRanges(bare[key]);
    return bare as Value;
  }
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(record)) {
    const item = withoutRanges(record[key]);
    if (item === record[key]) continue;
    copy ??= { ...record };
    copy[key] = item;
  }
  return (copy ?? record) as Value;
}
