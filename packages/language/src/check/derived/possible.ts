import { fieldsRead } from '../../expression/fields.ts';
import { queriedEntities } from '../../expression/read-fields.ts';
import type { Entity } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Action, Grant, Permissions, Role } from '../../model/roles.ts';

/**
 * What point 6 could ever allow, whichever roles are held together. Whoever can open a screen may hold any other role
 * besides, so the audience itself narrows nothing. A gap counts as possible: it is refused until it is stated.
 */
export interface Possible {
  /** What withholds a field of an entity (with null its records) from everybody; null where somebody could ever read it. */
  hidden(entity: string, field: string | null): Hidden | null;
  /**
   * Whether somebody could ever set a field by its own `update` row, on create or as it is changed; `no row` where it has none,
   * and the entity's row decides.
   */
  setsField(entity: string, field: string, action: 'create' | 'update'): 'somebody' | 'nobody' | 'no row';
  /** Whether somebody could ever do this to a record of an entity, or to one of its fields. */
  does(entity: string, action: Action): boolean;
  /** Whether somebody could ever hold the role. */
  holds(role: string): boolean;
  /** The same for whoever holds none of the assigned roles but these: further ones may be theirs by what they stand to. */
  assignedOnly(roles: readonly string[]): Possible;
}

/** What the cells of point 6 let nobody read: a field, or with null the entity's records as a whole. */
export interface Hidden {
  readonly entity: string;
  readonly field: string | null;
}

/** How deep `as` and owners are followed. */
const DEPTH = 6;

export function possibleIn(model: Model): Possible {
  const possible = known.get(model) ?? gather(model);
  known.set(model, possible);
  return possible;
}

const known = new WeakMap<Model, Possible>();

function gather(model: Model): Possible {
  const permissions = new Map(model.permissions.map((other) => [other.entity, other]));
  const entities = new Map(model.entities.map((other) => [other.name, other]));
  return among(permissions, entities, model.roles.filter(canBeHeld));
}

/** What is possible where these roles alone are held. */
function among(
  permissions: ReadonlyMap<string, Permissions>,
  entities: ReadonlyMap<string, Entity>,
  roles: readonly Role[],
): Possible {
  const held = new Set(roles.map((role) => role.name));

  const allowing = (entity: Entity, grants: readonly Grant[], depth: number): readonly Grant[] =>
    grants.filter(({ role, cell }) => {
      if (cell.kind === 'no' || !held.has(role)) return false;
      const type = cell.kind === 'as' ? entity.fields.find(({ name }) => name === cell.field)?.type : undefined;
      return cell.kind !== 'as' || type?.kind !== 'reference' || does(type.entity, cell.action, depth + 1);
    });

  const changesField = (entity: Entity, depth: number): boolean =>
    Object.values(permissions.get(entity.name)?.fields ?? {}).some(
      ({ update = [] }) => allowing(entity, update, depth).length > 0,
    );

  function does(name: string, action: Action, depth = 0): boolean {
    const entity = entities.get(name);
    if (!entity || depth > DEPTH) return true;
    const grants = permissions.get(name)?.actions?.[action] ?? [];
    const own = allowing(entity, grants, depth).length > 0 || (action === 'update' && changesField(entity, depth));
    if (entity.owner === null || (grants.length > 0 && !own)) return own;
    // An owned child is read and written with its owner; rows of its own narrow that.
    const through = action === 'create' || action === 'delete' ? 'update' : action;
    const owner = entity.owner.entity;
    return does(owner, through, depth + 1) || (action === 'create' && does(owner, 'create', depth + 1));
  }

  /** Why nobody could ever read a field (or with null the records): what the cells withhold, wherever that is. */
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
      const narrow = allowing(entity, row, 0);
      const whole = actions === undefined || actions === null || actions.read.length === 0 ? null : actions.read;
      const both = whole && new Set(allowing(entity, whole, 0).map(({ role }) => role));
      return narrow.some(({ role }) => both === null || both.has(role)) ? null : { entity: name, field };
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
      if (row) return allowing(entity, row, 0).length > 0 ? 'somebody' : 'nobody';
      // Rows of further fields change nothing of this one.
      const isChanged = action === 'create' || !actions || allowing(entity, actions.update, 0).length > 0;
      return isChanged ? 'no row' : 'nobody';
    },
    does: (entity, action) => does(entity, action),
    holds: (role) => held.has(role),
    assignedOnly: (names) => {
      const held = roles.filter(({ name, given }) => given.kind !== 'assigned' || names.includes(name));
      return among(permissions, entities, held);
    },
  };
}

/** A role that is given to nobody is held by nobody. */
function canBeHeld({ given }: Role): boolean {
  return !(given.kind === 'user' && given.condition.kind === 'literal' && given.condition.value === false);
}
