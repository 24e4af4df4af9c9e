import { clausePoint, isWithinClause } from '../../model/clause.ts';
import { hasValue, isFromPeople } from '../../model/field-kinds.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Effect } from '../../model/states.ts';
import { flatEffects } from './effects.ts';
import { entityAt } from './entity-at.ts';
import type { Possible } from './possible.ts';

/** The fields that events, effects and gaps give values to, read once for a model: each field of each entity asks. */
interface Origins {
  /** Entities with an event from `new`. */
  readonly begun: ReadonlySet<string>;
  /** Entities with an event of which something is not shown: it may ask for anything. */
  readonly open: ReadonlySet<string>;
  /** The fields that its events ask for, by entity. */
  readonly asked: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields that events ask for in one of its children, by entity. */
  readonly askedInChildren: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields that effects set when they create a record, by entity. */
  readonly created: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields that events from `new` ask for or set, and those that calls set when they create a record, by entity. */
  readonly first: ReadonlyMap<string, ReadonlySet<string>>;
  /** The entities on whose records an effect sets a field, by field; null if the entity is not known. */
  readonly set: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Entities whose records effects delete. */
  readonly deleted: ReadonlySet<string>;
  /** Entities of which a call that is not shown may set fields; `all` where it may reach any. */
  readonly reachedByGaps: ReadonlySet<string> | 'all';
}

const known = new WeakMap<Model, Origins>();

function originsOf(model: Model): Origins {
  const former = known.get(model);
  if (former) return former;
  const origins = readOrigins(model);
  known.set(model, origins);
  return origins;
}

function readOrigins(model: Model): Origins {
  const begun = new Set<string>();
  const open = new Set<string>();
  const asked = new Map<string, Set<string>>();
  const askedInChildren = new Map<string, Set<string>>();
  const created = new Map<string, Set<string>>();
  const set = new Map<string, Set<string | null>>();
  const first = new Map<string, Set<string>>();
  const deleted = new Set<string>();
  for (const { entity, events } of model.states) {
    for (const row of events.flatMap(({ transitions }) => transitions)) {
      if (row.from === 'new') {
        begun.add(entity);
        for (const ask of row.asks) if (ask.kind !== 'input') fieldsOf(first, entity).add(ask.field);
        for (const effect of flatEffects(row.effects))
          if (effect.kind === 'set' || effect.kind === 'paper') fieldsOf(first, entity).add(effect.field);
      }
      if (row.open.length > 0) open.add(entity);
      for (const ask of row.asks) {
        if (ask.kind === 'field') fieldsOf(asked, entity).add(ask.field);
        else if (ask.kind === 'child') {
          const fields = fieldsOf(askedInChildren, ask.entity);
          for (const { field } of ask.fields) fields.add(field);
        }
      }
    }
  }
  for (const effect of effectsOf(model)) {
    switch (effect.kind) {
      case 'create': {
        const fields = fieldsOf(created, effect.entity);
        for (const field of Object.keys(effect.values)) fields.add(field);
        break;
      }
      case 'set':
      case 'paper':
        fieldsOf(set, effect.field).add(entityAt(model.entities, effect.start.entity, effect.path));
        break;
      case 'delete':
        deleted.add(effect.entity);
        break;
      // The effects of a caused event are in its own rows, and a repeated effect is listed beside this one.
      case 'fire':
      case 'fire each':
      case 'for':
        break;
    }
  }
  for (const { does } of model.answered.calls) {
    if (does?.kind !== 'create') continue;
    for (const field of Object.keys(does.values)) fieldsOf(first, does.records.entity).add(field);
  }
  return { begun, open, asked, askedInChildren, created, first, set, deleted, reachedByGaps: reachedByGaps(model) };
}

function fieldsOf<Name>(map: Map<string, Set<Name>>, key: string): Set<Name> {
  const former = map.get(key);
  if (former) return former;
  const names = new Set<Name>();
  map.set(key, names);
  return names;
}

/** Whether records of an entity come from anything else than a person's create: effects, events, or the document. */
export function isCreatedOtherwise(model: Model, entity: Entity): boolean {
  if (entity.records.length > 0 || entity.demoRecords.length > 0) return true;
  const { begun, created, askedInChildren } = originsOf(model);
  return begun.has(entity.name) || created.has(entity.name) || askedInChildren.has(entity.name);
}

/** Whether records of an entity are changed in other ways than a person's update: by effects, or possibly by a gap. */
export function isChangedOtherwise(model: Model, { name }: Entity): boolean {
  const { set, reachedByGaps: reached } = originsOf(model);
  if (reached === 'all' || reached.has(name)) return true;
  return [...set.values()].some((targets) => targets.has(null) || targets.has(name));
}

/**
 * Whether records of an entity are deleted in other ways than a person's delete: by effects, or with records that they
 * refer to.
 */
export function isDeletedOtherwise(model: Model, { name, fields }: Entity): boolean {
  const { open, deleted, reachedByGaps: reached } = originsOf(model);
  const goesAlong = fields.some(({ type, onDelete }) => type.kind === 'reference' && onDelete === 'cascade');
  return goesAlong || deleted.has(name) || reached === 'all' || open.size > 0;
}

/** Whether anything but a person gives a field a value when a record is created; an event that is a gap may. */
export function isGivenFirst(model: Model, entity: Entity, field: Field): boolean {
  const { open, created, askedInChildren, first } = originsOf(model);
  if (open.has(entity.name)) return true;
  if ([created, askedInChildren, first].some((fields) => hasField(fields, entity.name, field))) return true;
  return [...entity.records, ...entity.demoRecords].some(({ values }) => field.name in values);
}

/** Whether a field ever gets a value: by a person, an event, an effect, a default, or the document's records. */
export function isWritten(model: Model, possible: Possible, entity: Entity, field: Field): boolean {
  const isGiven = field.derived || field.computed !== null || field.default !== null || !isFromPeople(field.type);
  if (isGiven || hasValue(field.type, 'records', 'secret')) return true;
  if ([...entity.records, ...entity.demoRecords].some(({ values }) => (values[field.name]?.kind ?? 'none') !== 'none'))
    return true;
  if (!field.bySystem && !field.closed && isEntered(model, possible, entity, field)) return true;
  return isAskedFor(model, entity, field) || isSet(model, entity, field);
}

function isEntered(model: Model, possible: Possible, entity: Entity, field: Field): boolean {
  const row = model.permissions.find((own) => own.entity === entity.name)?.fields[field.name]?.update;
  if (row !== undefined) return row.some(({ cell, role }) => cell.kind !== 'no' && possible.holds(role));
  return (
    possible.does(entity.name, 'create') ||
    possible.does(entity.name, 'update') ||
    originsOf(model).askedInChildren.has(entity.name)
  );
}

function isAskedFor(model: Model, { name }: Entity, field: Field): boolean {
  const { open, asked, askedInChildren } = originsOf(model);
  return open.has(name) || hasField(asked, name, field) || hasField(askedInChildren, name, field);
}

function isSet(model: Model, { name }: Entity, field: Field): boolean {
  const { created, set, reachedByGaps: reached } = originsOf(model);
  if (reached === 'all' || reached.has(name) || hasField(created, name, field)) return true;
  const targets = set.get(field.name);
  return targets !== undefined && (targets.has(null) || targets.has(name));
}

function hasField(map: ReadonlyMap<string, ReadonlySet<string>>, entity: string, field: Field): boolean {
  return map.get(entity)?.has(field.name) ?? false;
}

/** The entities whose fields a gap in a call's effects may set: those of the records that references reach. */
function reachedByGaps(model: Model): ReadonlySet<string> | 'all' {
  const reached = new Set<string>();
  for (const { clause } of model.gaps) {
    if (clausePoint(clause) !== '7') continue;
    const call = model.calls.find(({ clause: own }) => isWithinClause(clause, own));
    const start = call?.when[0]?.entity;
    if (start === undefined) return 'all';
    reached.add(start);
  }
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  // Entities that are added during the loop are visited too.
  for (const name of reached) {
    for (const { type } of entities.get(name)?.fields ?? []) if (type.kind === 'reference') reached.add(type.entity);
  }
  return reached;
}

/** Every effect of an event, and of a call that is made. */
export function effectsOf(model: Model): readonly Effect[] {
  const rows = model.states.flatMap((workflow) => workflow.events.flatMap(({ transitions }) => transitions));
  return flatEffects([
    ...rows.flatMap(({ effects }) => effects),
    ...model.calls.flatMap(({ then, fails }) => [...then, ...(fails ?? [])]),
  ]);
}
