import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import { CANDIDATE, type Entity, type Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect, Transition } from '../../../model/states.ts';
import { isEqual, isOneOf } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { firedBy, flatEffects } from '../../derived/effects.ts';

/**
 * 3, 4: An `among` is judged with the record as saved, so after the effects. An event that gives a reference and then
 * makes of the referred record what the `among` doesn't admit is always refused.
 */
export function checkChoicesKept(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  for (const { entity, events } of model.states) {
    for (const { name: event, transitions } of events) {
      for (const row of transitions) {
        const span = context.placeOf(row.clause);
        if (!span || row.open.length > 0) continue;
        for (const field of given(entities.get(entity), row)) {
          const left = leftBy(model, row, field);
          if (left === null || field.among === null || !excludes([field.among, left.fact], knowledge)) continue;
          const place = context.placeOf(field.clause);
          context.report('N463', STATES_CODES.N463, { event, field: field.name, by: left.by }, span, {
            clause: row.clause,
            ...(place && { related: [{ span: place, message: 'Its `among` stands here.' }] }),
          });
        }
      }
    }
  }
}

/** The narrowed references that a row surely gives: what it asks for, and of a new record what it can't be without. */
function given(entity: Entity | undefined, { from, asks }: Transition): readonly Field[] {
  const asked = new Set(asks.flatMap((ask) => (ask.kind === 'field' && ask.required ? [ask.field] : [])));
  return (entity?.fields ?? []).filter(
    (field) =>
      field.among !== null &&
      field.type.kind === 'reference' &&
      (asked.has(field.name) || (from === 'new' && field.required && field.when === null)),
  );
}

/** The values that the effects of a row surely leave in the record to which a field refers; null if they are not certain. */
function leftBy(
  model: Model,
  { effects }: Transition,
  { name, type }: Field,
): { readonly by: string; readonly fact: Expression } | null {
  if (type.kind !== 'reference') return null;
  const referred = model.entities.find((entity) => entity.name === type.entity);
  const workflow = model.states.find((other) => other.entity === type.entity);
  const all = flatEffects(effects);
  const isOnIt = (effect: Effect): effect is Extract<Effect, { kind: 'fire' | 'set' }> =>
    (effect.kind === 'fire' || effect.kind === 'set') && effect.start.variable === 'this' && isPath(effect.path, name);
  // Anything else that may change such a record makes it uncertain.
  const touching = all.filter(
    (effect) => isOnIt(effect) || firedBy(model.entities, effect)?.entity === type.entity || effect.kind === 'for',
  );
  const [effect, ...others] = touching;
  if (effect === undefined || others.length > 0 || !isOnIt(effect) || effect.condition !== null) return null;
  const record: Expression = {
    kind: 'variable',
    name: CANDIDATE,
    type: { kind: 'record', entity: type.entity, nullable: false },
  };
  if (effect.kind === 'set') {
    const field = referred?.fields.find((one) => one.name === effect.field);
    if (field === undefined || effect.value.kind !== 'literal') return null;
    const value: Expression = { kind: 'field', of: record, field: field.name, type: effect.value.type };
    return { by: `${name}.${effect.field} = …`, fact: isEqual(value, effect.value) };
  }
  const rows = workflow?.events.find((event) => event.name === effect.event)?.transitions ?? [];
  const states = rows.flatMap(({ to }) => (typeof to === 'string' && to !== 'same' ? [to] : []));
  if (workflow === undefined || workflow.field === null || states.length === 0 || states.length < rows.length)
    return null;
  const values = workflow.states.map((state) => state.name);
  const state: Expression = {
    kind: 'field',
    of: record,
    field: workflow.field,
    type: { kind: 'enum', values, nullable: false },
  };
  return { by: `${effect.event} on ${name}`, fact: isOneOf(state, states) };
}

function isPath(path: readonly string[], field: string): boolean {
  return path.length === 1 && path[0] === field;
}
