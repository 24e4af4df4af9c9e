import { type Effect, type Expression, fieldsRead } from '@nonet/language';
import type { Lookup } from '../reference/lookup.ts';

/** The fields (`Claim.from`) that conditions depend on, through computed fields and through the effects that set fields. */
export function focusOf(lookup: Lookup, conditions: readonly (Expression | null)[]): Set<string> {
  const focus = new Set<string>();
  for (const condition of conditions)
    if (condition !== null) for (const key of focusOfOne(lookup, condition)) focus.add(key);
  return focus;
}

const focuses = new WeakMap<Lookup, WeakMap<Expression, ReadonlySet<string>>>();

/** Each attempt of a search asks for the same conditions again. */
function focusOfOne(lookup: Lookup, condition: Expression): ReadonlySet<string> {
  let known = focuses.get(lookup);
  if (known === undefined) focuses.set(lookup, (known = new WeakMap()));
  const found = known.get(condition);
  if (found !== undefined) return found;
  const focus = new Set<string>();
  const visit = (expression: Expression) => {
    for (const { entity, field } of fieldsRead(expression)) {
      const key = `${entity}.${field}`;
      if (focus.has(key)) continue;
      focus.add(key);
      const computed = lookup.field(entity, field)?.computed ?? null;
      if (computed !== null) visit(computed);
      for (const value of valuesSet(lookup).get(key) ?? []) visit(value);
    }
  };
  visit(condition);
  known.set(condition, focus);
  return focus;
}

const known = new WeakMap<Lookup, ReadonlyMap<string, readonly Expression[]>>();

/** The values that effects give to the fields of records that they create (`create Entry(leaves: total)`), by field. */
function valuesSet(lookup: Lookup): ReadonlyMap<string, readonly Expression[]> {
  const found = known.get(lookup);
  if (found !== undefined) return found;
  const values = new Map<string, Expression[]>();
  const note = (effect: Effect): void => {
    if (effect.kind === 'for') note(effect.effect);
    if (effect.kind !== 'create') return;
    for (const [field, value] of Object.entries(effect.values)) {
      const key = `${effect.entity}.${field}`;
      values.set(key, [...(values.get(key) ?? []), value]);
    }
  };
  for (const { events } of lookup.plan.states)
    for (const { transitions } of events) for (const { effects } of transitions) effects.forEach(note);
  known.set(lookup, values);
  return values;
}
