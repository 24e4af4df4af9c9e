import type { Entity } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Action, Grant, Permissions, Role } from '../../model/roles.ts';
import { fieldsOf } from '../resolve/walk.ts';

/**
 * What point 6 could ever allow, whichever roles are held together. Whoever can open a screen may hold any other role
 * besides, so the audience itself narrows nothing. A gap counts as possible: it is refused until it is stated.
 */
export interface Possible {
  /** Whether somebody could ever read a field of an entity. */
  readsField(entity: string, field: string): boolean;
  /** Whether somebody could ever set a field by its own `update` row; `no row` where it has none. */
  setsField(entity: string, field: string): 'somebody' | 'nobody' | 'no row';
  /** Whether somebody could ever do this to a record of an entity, or to one of its fields. */
  does(entity: string, action: Action): boolean;
  /** Whether somebody could ever hold the role. */
  holds(role: string): boolean;
}

export function possibleIn(model: Model): Possible {
  const possible = known.get(model) ?? gather(model);
  known.set(model, possible);
  return possible;
}

const known = new WeakMap<Model, Possible>();

function gather(model: Model): Possible {
  const permissions = new Map(model.permissions.map((other) => [other.entity, other]));
  const entities = new Map(model.entities.map((other) => [other.name, other]));
  const held = new Set(model.roles.filter(canBeHeld).map((role) => role.name));
  const allowing = (grants: readonly Grant[]): readonly Grant[] =>
    grants.filter((grant) => grant.cell.kind !== 'no' && held.has(grant.role));

  /** An owned child without a table of its own is read and written as its owner is. */
  const ruling = (entity: Entity): Permissions | undefined => {
    const own = permissions.get(entity.name);
    const owner = own?.actions === null && entity.owner ? entities.get(entity.owner.entity) : undefined;
    return owner ? ruling(owner) : own;
  };

  const readsField = (entityName: string, fieldName: string, seen: readonly string[] = []): boolean => {
    const entity = entities.get(entityName);
    const field = entity?.fields.find((other) => other.name === fieldName);
    if (!entity) return true;
    const whole = allowing(ruling(entity)?.actions?.read ?? []);
    const row = permissions.get(entityName)?.fields[fieldName]?.read;
    // One role must satisfy the entity's cell and the field's (6).
    if (row) return whole.some((grant) => allowing(row).some((narrow) => narrow.role === grant.role));
    if (whole.length === 0) return false;
    if (field?.type.kind === 'all') {
      const { entity: listed, by } = field.type;
      return seen.includes(fieldName) || readsField(listed, by, [...seen, fieldName]);
    }
    if (!field?.computed || seen.includes(fieldName)) return true;
    return fieldsOf(field.computed, 'this').every((read) => readsField(entityName, read, [...seen, fieldName]));
  };

  return {
    readsField,
    setsField(entityName, fieldName) {
      const row = permissions.get(entityName)?.fields[fieldName]?.update;
      if (row === undefined) return 'no row';
      return allowing(row).length > 0 ? 'somebody' : 'nobody';
    },
    does(entityName, action) {
      const entity = entities.get(entityName);
      if (!entity) return true;
      const own = ruling(entity);
      if (allowing(own?.actions?.[action] ?? []).length > 0) return true;
      if (action !== 'update') return false;
      return Object.values(own?.fields ?? {}).some((rows) => allowing(rows.update ?? []).length > 0);
    },
    holds: (role) => held.has(role),
  };
}

/** A role that is given to nobody is held by nobody. */
function canBeHeld({ given }: Role): boolean {
  return !(given.kind === 'user' && given.condition.kind === 'literal' && given.condition.value === false);
}
