import type { Model } from '../model/model.ts';
import { clauseTexts } from './clauses.ts';
import { givenFunctions, givenSources } from './given.ts';
import { completeErrors } from './errors.ts';
import { withOpenValues } from './open-values.ts';
import type { Plan } from './plan.ts';
import { settingsOf } from './settings.ts';
import { derivedClauses, withSignIn } from './sign-in.ts';

/** The parts of a model without errors that a runtime needs, as JSON. */
export function planOf(stated: Model): Plan {
  const model = withOpenValues(stated);
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
    papers: model.papers,
    received: model.received,
    feeds: model.feeds,
    accountMails: model.accountMails,
    answered: model.answered,
    errors: completeErrors(model.errors),
    constants: model.constants,
    renames: model.renames,
    conversions: model.conversions,
    origins: model.origins,
    gone: model.gone,
    gaps: model.gaps,
    given: givenFunctions(model),
    settings,
    clauses: { ...clauseTexts(model), ...derivedClauses(model, screens) },
    sources: [...model.tree.files, ...givenSources(model)],
  };
  return withoutRanges(plan);
}

/**
 * Removes places inside expressions, which only the checker needs; a runtime names clauses. Values without an
 * expression stay as they are.
 */
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
