import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Effect } from '../../model/states.ts';
import { flatEffects } from './effects.ts';
import { entityAt } from './entity-at.ts';
import type { Possible } from './possible.ts';

/** Whether records of an entity come from anything else than a person's create: effects, events, or the document. */
export function isCreatedOtherwise(model: Model, entity: Entity): boolean {
  if (entity.records.length > 0 || entity.demoRecords.length > 0) return true;
  const workflow = model.states.find((other) => other.entity === entity.name);
  const isNew = workflow?.events.some(({ transitions }) => transitions.some(({ from }) => from === 'new')) ?? false;
  return (
    isNew ||
    effectsOf(model).some((effect) => effect.kind === 'create' && effect.entity === entity.name) ||
    isAsked(model, entity)
  );
}

/** Whether an event asks for a child of this entity. */
function isAsked(model: Model, entity: Entity): boolean {
  return model.states.some(({ events }) =>
    events.some(({ transitions }) =>
      transitions.some(({ asks }) => asks.some((ask) => ask.kind === 'child' && ask.entity === entity.name)),
    ),
  );
}

/** Whether a field ever gets a value: by a person, an event, an effect, a default, or the document's records. */
export function isWritten(model: Model, possible: Possible, entity: Entity, field: Field): boolean {
  const isGiven = field.derived || field.computed !== null || field.default !== null || field.type.kind === 'open';
  if (isGiven || ['state', 'number', 'all', 'children', 'many', 'secret'].includes(field.type.kind)) return true;
  if ([...entity.records, ...entity.demoRecords].some(({ values }) => (values[field.name]?.kind ?? 'none') !== 'none'))
    return true;
  if (!field.bySystem && !field.closed && isEntered(model, possible, entity, field)) return true;
  return isAskedFor(model, entity, field) || isSet(model, entity, field);
}

function isEntered(model: Model, possible: Possible, entity: Entity, field: Field): boolean {
  const row = model.permissions.find((own) => own.entity === entity.name)?.fields[field.name]?.update;
  if (row !== undefined) return row.some(({ cell, role }) => cell.kind !== 'no' && possible.holds(role));
  return possible.does(entity.name, 'create') || possible.does(entity.name, 'update') || isAsked(model, entity);
}

function isAskedFor(model: Model, entity: Entity, field: Field): boolean {
  const rows = model.states.flatMap((workflow) =>
    workflow.events.flatMap(({ transitions }) => transitions.map((row) => ({ row, owner: workflow.entity }))),
  );
  // What is not shown may ask for anything.
  if (rows.some(({ row, owner }) => owner === entity.name && row.open.length > 0)) return true;
  return rows.some(({ row, owner }) =>
    row.asks.some((ask) => {
      if (ask.kind === 'field') return owner === entity.name && ask.field === field.name;
      return (
        ask.kind === 'child' && ask.entity === entity.name && ask.fields.some((asked) => asked.field === field.name)
      );
    }),
  );
}

function isSet(model: Model, entity: Entity, field: Field): boolean {
  if (isReachedByGap(model, entity)) return true;
  return effectsOf(model).some((effect) => {
    if (effect.kind === 'create') return effect.entity === entity.name && field.name in effect.values;
    if (effect.kind !== 'set' || effect.field !== field.name) return false;
    const target = entityAt(model.entities, effect.start.entity, effect.path);
    return target === null || target === entity.name;
  });
}

/** Whether an effect of a call that is not shown may set fields of the entity: those that it reaches by references. */
function isReachedByGap(model: Model, entity: Entity): boolean {
  return model.gaps.some(({ clause }) => {
    if (!clause.startsWith('7')) return false;
    const call = model.calls.find(({ clause: own }) => clause.startsWith(`${own}.`));
    const start = call?.when[0]?.entity;
    if (start === undefined) return true;
    const reached = new Set([start]);
    for (const name of reached) {
      for (const { type } of model.entities.find((other) => other.name === name)?.fields ?? [])
        if (type.kind === 'reference') reached.add(type.entity);
    }
    return reached.has(entity.name);
  });
}

function effectsOf(model: Model): readonly Effect[] {
  const rows = model.states.flatMap((workflow) => workflow.events.flatMap(({ transitions }) => transitions));
  return flatEffects([
    ...rows.flatMap(({ effects }) => effects),
    ...model.calls.flatMap(({ then, fails }) => [...then, ...(fails ?? [])]),
  ]);
}
