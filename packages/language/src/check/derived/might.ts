import type { Entity } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import {
  type Action,
  type Grant,
  type PermissionCell,
  type Permissions,
  presupposesRead,
  VERBS,
} from '../../model/roles.ts';

/** The actor whose rights are asked about, and how. */
interface Asking {
  /** The names of the roles that are held, or that might be. */
  readonly held: ReadonlySet<string>;
  /** Whether gaps, and conditions that the analysis does not follow, count as allowed: a gap may be closed later. */
  readonly gapsAllow: boolean;
  /** Whether an actor who may set one field of a record by its own row may `update` it. */
  readonly fieldsCount: boolean;
}

/** Whether somebody might ever do an action, with any records (6): the held roles whose cells might allow it. */
export interface Might {
  /**
   * The roles that might do it to some record of the entity; for an owned child only if its owner's cells might allow
   * it, too.
   */
  roles(entity: string, action: Action): ReadonlySet<string>;
  /** The roles that might do it by these cells of the entity alone. */
  rolesIn(entity: string, grants: readonly Grant[]): ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();
/** No role has this name. */
const NOT_KNOWN: ReadonlySet<string> = new Set(['']);

type Product = Pick<Model, 'entities' | 'permissions'>;

interface ByName {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly permissions: ReadonlyMap<string, Permissions>;
}

const known = new WeakMap<Product, ByName>();

/** The parts of a product by name, which every question needs. */
function byName(product: Product): ByName {
  const found = known.get(product) ?? {
    entities: new Map(product.entities.map((entity) => [entity.name, entity])),
    permissions: new Map(product.permissions.map((own) => [own.entity, own])),
  };
  known.set(product, found);
  return found;
}

/** The one reading of it, for a checked document and for its plan. */
export function mightIn(product: Product, asking: Asking): Might {
  const { permissions, entities } = byName(product);
  const unknown = asking.gapsAllow ? NOT_KNOWN : NOBODY;

  function roles(name: string, action: Action, path: readonly string[]): ReadonlySet<string> {
    const entity = entities.get(name);
    const key = `${name} ${action}`;
    if (entity === undefined || path.includes(key)) return unknown;
    const on = [...path, key];
    const { actions, fields } = permissions.get(name) ?? { actions: null, fields: {} };
    const grants = actions?.[action] ?? [];
    const ofFields =
      action === 'update' && asking.fieldsCount ? Object.values(fields).flatMap(({ update = [] }) => update) : [];
    const own = rolesIn(entity, [...grants, ...ofFields], on);
    if (entity.owner === null || (grants.length > 0 && own.size === 0)) return own;
    // An owned child is read and written with its owner; its own rows narrow that.
    const owner = entity.owner.entity;
    const isReadable = (ofOwner: Action): boolean => !presupposesRead(ofOwner) || roles(owner, 'read', on).size > 0;
    const through = new Set(
      VERBS[action].ofOwner.flatMap((ofOwner) => (isReadable(ofOwner) ? [...roles(owner, ofOwner, on)] : [])),
    );
    return grants.length > 0 && through.size > 0 ? own : through;
  }

  function rolesIn(entity: Entity, grants: readonly Grant[], path: readonly string[]): ReadonlySet<string> {
    const able = grants.filter(({ role, cell }) => asking.held.has(role) && mayAllow(entity, cell, path));
    return new Set(able.map(({ role }) => role));
  }

  function mayAllow(entity: Entity, cell: PermissionCell, path: readonly string[]): boolean {
    switch (cell.kind) {
      case 'yes':
      case 'when':
        return true;
      case 'no':
        return false;
      case 'gap':
        return asking.gapsAllow;
      case 'as': {
        const type = entity.fields.find(({ name }) => name === cell.field)?.type;
        return type?.kind === 'reference' ? roles(type.entity, cell.action, path).size > 0 : asking.gapsAllow;
      }
    }
  }

  return {
    roles: (entity, action) => roles(entity, action, []),
    rolesIn(name, grants) {
      const entity = entities.get(name);
      return entity === undefined ? unknown : rolesIn(entity, grants, []);
    },
  };
}
