import { fieldsRead } from '../../expression/fields.ts';
import { queriedEntities } from '../../expression/read-fields.ts';
import type { Entity } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Action, Grant, Permissions, Role } from '../../model/roles.ts';
import { mightIn } from './might.ts';

/**
 * The actions that point 6 could ever allow, with any roles held together. A person who can open a screen may hold any
 * other role too, so the audience of a screen narrows nothing. A gap counts as possible: it is refused only until it
 * is closed.
 */
export interface Possible {
  /**
   * The cells that withhold a field of an entity (with null its records) from everybody; null if somebody could ever
   * read it.
   */
  hidden(entity: string, field: string | null): Hidden | null;
  /**
   * Whether somebody could ever set a field by its own `update` row, on create or on update; `no row` if it has none,
   * and the entity's row decides.
   */
  setsField(entity: string, field: string, action: 'create' | 'update'): 'somebody' | 'nobody' | 'no row';
  /** Whether somebody could ever do this to a record of an entity, or to one of its fields. */
  does(entity: string, action: Action): boolean;
  /** Whether somebody could ever hold the role. */
  holds(role: string): boolean;
  /**
   * The actions that are possible for people with only these assigned roles; they may also hold roles that depend on
   * records.
   */
  assignedOnly(roles: readonly string[]): Possible;
}

/** The data that the cells of point 6 let nobody read: a field, or (null) the entity's records as a whole. */
export interface Hidden {
  readonly entity: string;
  readonly field: string | null;
}

export function possibleIn(model: Model): Possible {
  const possible = known.get(model) ?? makePossible(model);
  known.set(model, possible);
  return possible;
}

const known = new WeakMap<Model, Possible>();

function makePossible(model: Model): Possible {
  const permissions = new Map(model.permissions.map((other) => [other.entity, other]));
  const entities = new Map(model.entities.map((other) => [other.name, other]));
  return among(model, permissions, entities, model.roles.filter(canBeHeld));
}

/** The possible actions of those who hold these roles alone. */
function among(
  model: Model,
  permissions: ReadonlyMap<string, Permissions>,
  entities: ReadonlyMap<string, Entity>,
  roles: readonly Role[],
): Possible {
  const held = new Set(roles.map((role) => role.name));
  const might = mightIn(model, { held, gapsAllow: true, fieldsCount: true });
  const does = (entity: string, action: Action): boolean => might.roles(entity, action).size > 0;
  const isAllowed = (entity: string, grants: readonly Grant[]): boolean => might.rolesIn(entity, grants).size > 0;

  /**
   * Why nobody could ever read a field (or, with null, the records): the data that the cells withhold, on this entity
   * or on another one.
   */
  function hidden(name: string, field: string | null, seen: readonly string[] = []): Hidden | null {
    const entity = entities.get(name);
    const key = `${name}.${field ?? ''}`;
    if (!entity || seen.includes(key)) return null;
    const on = [...seen, key];
    if (!does(name, 'read')) return { entity: name, field: null };
    const through = entity.owner && hidden(entity.owner.entity, entity.owner.field, on);
    if (through) return through;
    const { actions, fields = {} } = permissions.get(name) ?? {};
    const row = field === null ? undefined : fields[field]?.read;
    if (row) {
      // One role must satisfy the entity's cell and the field's (6).
      const narrow = might.rolesIn(name, row);
      const whole = actions === undefined || actions === null || actions.read.length === 0 ? null : actions.read;
      const both = whole === null ? narrow : narrow.intersection(might.rolesIn(name, whole));
      return both.size > 0 ? null : { entity: name, field };
    }
    const { type, computed } = entity.fields.find((other) => other.name === field) ?? {};
    if (type?.kind === 'all') return hidden(type.entity, type.by, on);
    for (const read of computed ? fieldsRead(computed) : []) {
      const found = hidden(read.entity, read.field, on);
      if (found) return found;
    }
    for (const counted of computed ? queriedEntities(computed) : []) {
      const found = hidden(counted, null, on);
      if (found) return found;
    }
    return null;
  }

  return {
    hidden: (entity, field) => hidden(entity, field),
    setsField(entityName, fieldName, action) {
      const entity = entities.get(entityName);
      const { actions, fields = {} } = permissions.get(entityName) ?? {};
      const row = fields[fieldName]?.update;
      if (!entity) return 'no row';
      if (row) return isAllowed(entityName, row) ? 'somebody' : 'nobody';
      // Rows of further fields change nothing of this one.
      const isChanged = action === 'create' || !actions || isAllowed(entityName, actions.update);
      return isChanged ? 'no row' : 'nobody';
    },
    does,
    holds: (role) => held.has(role),
    assignedOnly: (names) => {
      const held = roles.filter(({ name, given }) => given.kind !== 'assigned' || names.includes(name));
      return among(model, permissions, entities, held);
    },
  };
}

/** Whether somebody can hold the role: it is given to somebody. */
function canBeHeld({ given }: Role): boolean {
  return !(given.kind === 'user' && given.condition.kind === 'literal' && given.condition.value === false);
}
