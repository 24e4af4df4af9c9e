import { mapValues } from '../collections.ts';
import type { Expression } from '../expression/tree.ts';
import type { Choice, Entity, Field, FieldType } from '../model/entities.ts';
import type { Grant, Permissions, Role } from '../model/roles.ts';
import type { Effect, EffectPath, Transition, Workflow } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import { type Renaming, renamedExpression } from './former-names.ts';

type Rename = (expression: Expression) => Expression;

/** Parts of the former document under the names of the new one. Clauses and labels stay as they were. */
export function renamedEntities({ entities }: Plan, renaming: Renaming): Entity[] {
  return entities.map((entity) => {
    const own = (name: string) => renaming.field(entity.name, name);
    return {
      ...entity,
      name: renaming.entity(entity.name),
      fields: entity.fields.map((field) => renamedField(entity.name, field, renaming)),
      unique: entity.unique.map((fields) => fields.map(own)),
      commentsOn: entity.commentsOn === null ? null : renaming.entity(entity.commentsOn),
      keptFor: entity.keptFor ? { ...entity.keptFor, after: own(entity.keptFor.after) } : null,
      keptWhile: entity.keptWhile && {
        ...entity.keptWhile,
        condition: entity.keptWhile.condition && renamedExpression(entity.keptWhile.condition, renaming),
      },
      owner:
        entity.owner === null
          ? null
          : {
              entity: renaming.entity(entity.owner.entity),
              field: renaming.field(entity.owner.entity, entity.owner.field),
            },
    };
  });
}

function renamedField(entity: string, field: Field, renaming: Renaming): Field {
  const rename = (expression: Expression | null): Expression | null =>
    expression && renamedExpression(expression, renaming, (was) => renaming.choice(entity, field.name, was));
  return {
    ...field,
    name: renaming.field(entity, field.name),
    type: renamedType(entity, field.name, field.type, renaming),
    default: rename(field.default),
    when: rename(field.when),
    among: rename(field.among),
    computed: rename(field.computed),
    ...(field.erased && {
      erased: {
        with: field.erased.with && renaming.field(entity, field.erased.with),
        to: rename(field.erased.to),
      },
    }),
  };
}

function renamedType(entity: string, field: string, type: FieldType, renaming: Renaming): FieldType {
  if (type.kind === 'enum' || type.kind === 'state')
    return { ...type, values: choices(entity, field, type.values, renaming) };
  if (type.kind === 'slug') return { ...type, of: renaming.field(entity, type.of) };
  if (type.kind === 'all')
    return { ...type, entity: renaming.entity(type.entity), by: renaming.field(type.entity, type.by) };
  return 'entity' in type ? { ...type, entity: renaming.entity(type.entity) } : type;
}

/** The choices under their new names, so that both documents use the same; without a new name, as they were. */
function choices(entity: string, field: string, values: readonly Choice[], renaming: Renaming): readonly Choice[] {
  const now = renaming.choicesNow(entity, field);
  return now === null ? values : now.map((name) => ({ name, label: name, labels: {} }));
}

export function renamedWorkflows({ states }: Plan, renaming: Renaming): Workflow[] {
  return states.map((workflow) => {
    const { entity } = workflow;
    return {
      ...workflow,
      entity: renaming.entity(entity),
      field: workflow.field === null ? null : renaming.field(entity, workflow.field),
      states: workflow.states.map((state) => ({ ...state, name: renaming.state(entity, state.name) })),
      events: workflow.events.map((event) => ({
        ...event,
        transitions: event.transitions.map((transition) => renamedTransition(entity, transition, renaming)),
      })),
    };
  });
}

function renamedTransition(entity: string, transition: Transition, renaming: Renaming): Transition {
  const { from, to, by, when, conditions, effects } = transition;
  const state = (was: string) => renaming.state(entity, was);
  const rename: Rename = (expression) => renamedExpression(expression, renaming);
  return {
    ...transition,
    from: from === null || from === 'new' ? from : from.map(state),
    to: to === 'same' ? to : state(to),
    by: by.map((actor) => {
      if (actor.kind === 'role') return { ...actor, role: renaming.role(actor.role) };
      if (actor.kind === 'field') return { ...actor, field: renaming.field(entity, actor.field) };
      if (actor.kind === 'after') return { ...actor, duration: rename(actor.duration) };
      if (actor.kind === 'every')
        return { ...actor, duration: rename(actor.duration), at: actor.at && rename(actor.at) };
      return actor.kind === 'at' ? { ...actor, at: rename(actor.at) } : actor;
    }),
    when: when && rename(when),
    ...(conditions && { conditions: conditions.map((each) => ({ ...each, when: rename(each.when) })) }),
    asks: transition.asks.map((ask) =>
      ask.kind === 'input' ? ask : { ...ask, field: renaming.field(entity, ask.field) },
    ),
    effects: effects.map((effect) => renamedEffect(effect, renaming)),
  };
}

function renamedEffect(effect: Effect, renaming: Renaming): Effect {
  const rename: Rename = (expression) => renamedExpression(expression, renaming);
  const condition = effect.condition && rename(effect.condition);
  switch (effect.kind) {
    case 'set': {
      const entity = endOf(effect, renaming);
      const field = entity === null ? effect.field : renaming.field(entity, effect.field);
      return { ...effect, ...renamedPath(effect, renaming), condition, field, value: rename(effect.value) };
    }
    case 'paper': {
      const entity = endOf(effect, renaming);
      const field = entity === null ? effect.field : renaming.field(entity, effect.field);
      return { ...effect, ...renamedPath(effect, renaming), condition, field, of: rename(effect.of) };
    }
    case 'create': {
      const values = Object.entries(effect.values).map(
        ([field, value]) => [renaming.field(effect.entity, field), rename(value)] as const,
      );
      return {
        ...effect,
        condition,
        entity: renaming.entity(effect.entity),
        values: Object.fromEntries(values),
      };
    }
    case 'delete':
      return { ...effect, ...renamedPath(effect, renaming), condition, entity: renaming.entity(effect.entity) };
    case 'fire':
      return { ...effect, ...renamedPath(effect, renaming), condition };
    case 'fire each':
      return { ...effect, condition, records: rename(effect.records) as typeof effect.records };
    case 'for':
      return {
        ...effect,
        condition,
        records: rename(effect.records) as typeof effect.records,
        effect: renamedEffect(effect.effect, renaming),
      };
  }
}

/** The fields of a path, each of the entity that the one before refers to. */
function renamedPath({ start, path }: EffectPath, renaming: Renaming): EffectPath {
  let entity: string | null = start.entity;
  const steps = path.map((field) => {
    const of = entity;
    entity = of === null ? null : renaming.refersTo(of, field);
    return of === null ? field : renaming.field(of, field);
  });
  return { start: { ...start, entity: renaming.entity(start.entity) }, path: steps };
}

/** The entity that a path leads to. */
function endOf({ start, path }: EffectPath, renaming: Renaming): string | null {
  return path.reduce<string | null>((entity, field) => entity && renaming.refersTo(entity, field), start.entity);
}

export function renamedRoles({ roles }: Plan, renaming: Renaming): Role[] {
  const rename: Rename = (expression) => renamedExpression(expression, renaming);
  return roles.map((role): Role => {
    const { given } = role;
    const name = renaming.role(role.name);
    if (given.kind === 'user') return { ...role, name, given: { ...given, condition: rename(given.condition) } };
    if (given.kind !== 'relationship') return { ...role, name };
    const of = Object.entries(given.of).map(
      ([entity, condition]) => [renaming.entity(entity), rename(condition)] as const,
    );
    return { ...role, name, given: { ...given, of: Object.fromEntries(of) } };
  });
}

export function renamedPermissions({ permissions }: Plan, renaming: Renaming): Permissions[] {
  return permissions.map((own) => {
    const grants = (all: readonly Grant[]) => all.map((grant) => renamedGrant(own.entity, grant, renaming));
    const { actions } = own;
    const fields = Object.entries(own.fields).map(
      ([field, { read, update }]) =>
        [
          renaming.field(own.entity, field),
          { ...(read && { read: grants(read) }), ...(update && { update: grants(update) }) },
        ] as const,
    );
    return {
      entity: renaming.entity(own.entity),
      actions: actions && mapValues(actions, grants),
      fields: Object.fromEntries(fields),
    };
  });
}

function renamedGrant(entity: string, grant: Grant, renaming: Renaming): Grant {
  const { cell } = grant;
  return {
    ...grant,
    role: renaming.role(grant.role),
    states: grant.states && grant.states.map((state) => renaming.state(entity, state)),
    cell:
      cell.kind === 'when'
        ? { ...cell, condition: renamedExpression(cell.condition, renaming) }
        : cell.kind === 'as'
          ? { ...cell, field: renaming.field(entity, cell.field) }
          : cell,
  };
}
