import type { Actor } from '@nonet/engine';
import {
  type Action,
  type Entity,
  type Field,
  type Grant,
  type PermissionCell,
  type Permissions,
  type Plan,
  type Screen,
  type Transition,
  mightAllowNew,
  queriedEntities,
  readFields,
} from '@nonet/language';
import { isSettable } from './settable.ts';

/**
 * What one reader can ever do, whatever the records say: what a `yes` or a condition of point 6 allows for one of the
 * roles that the reader holds or might hold on some record. It decides which names a reader may know; whether an
 * action is allowed on a record now is the engine's to say.
 */
export class Rights {
  readonly plan: Plan;
  readonly actor: Actor;
  /** Roles held everywhere, and those that a relationship might give. */
  readonly #roles: ReadonlySet<string>;
  /** Those roles about the user alone that the reader holds now. */
  readonly #heldNow: ReadonlySet<string>;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #permissions: ReadonlyMap<string, Permissions>;
  readonly #readable = new Map<string, boolean>();

  /** `heldNow`: the roles that the user holds now (`heldRoles` of the engine), not those that they could hold. */
  constructor(plan: Plan, actor: Actor, heldNow: ReadonlySet<string> = new Set()) {
    this.plan = plan;
    this.actor = actor;
    this.#roles = possibleRoles(plan, actor);
    this.#heldNow = heldNow;
    this.#entities = new Map(plan.entities.map((entity) => [entity.name, entity]));
    this.#permissions = new Map(plan.permissions.map((permissions) => [permissions.entity, permissions]));
  }

  entity(name: string): Entity | null {
    return this.#entities.get(name) ?? null;
  }

  field(entity: string, name: string): Field | null {
    return this.entity(entity)?.fields.find((field) => field.name === name) ?? null;
  }

  mayHold(role: string): boolean {
    return this.#roles.has(role);
  }

  /**
   * Whether the screen is for this reader (2, `for`). A relationship is held by everyone signed in, for their records
   * decide; a role about the user alone is held now or not.
   */
  opens(screen: Screen): boolean {
    if (screen.for === 'everyone') return true;
    return this.plan.roles.some(({ name, given }) => {
      if (screen.for?.includes(name) !== true) return false;
      return given.kind === 'relationship' ? this.#roles.has(name) : this.holdsAnywhere(name);
    });
  }

  /** Whether the reader holds the role now whatever the record is: never where a relationship decides. */
  holdsAnywhere(role: string): boolean {
    const kind = this.plan.roles.find(({ name }) => name === role)?.given.kind;
    if (kind === 'user') return this.#heldNow.has(role);
    return kind !== 'relationship' && this.#roles.has(role);
  }

  /** Roles of which one might allow the action on some record of the entity. */
  #rolesFor(entity: string, action: Action, path: readonly string[] = []): ReadonlySet<string> {
    const found = this.entity(entity);
    if (!found || path.includes(`${entity} ${action}`)) return new Set();
    const actions = this.#permissions.get(entity)?.actions ?? null;
    const further = [...path, `${entity} ${action}`];
    if (actions) return this.#allowed(actions[action], entity, further);
    // 6: owned children are read and written with their parent.
    if (!found.owner) return new Set();
    const ofOwner = action === 'read' || action === 'history' || action === 'export' ? action : 'update';
    const roles = this.#rolesFor(found.owner.entity, ofOwner, further);
    return ofOwner === 'update' ? new Set([...roles, ...this.#rolesFor(found.owner.entity, 'create', further)]) : roles;
  }

  #allowed(grants: readonly Grant[], entity: string, path: readonly string[]): ReadonlySet<string> {
    return new Set(
      grants
        .filter(({ role, cell }) => this.#roles.has(role) && this.#possible(cell, entity, path))
        .map(({ role }) => role),
    );
  }

  #possible(cell: PermissionCell, entity: string, path: readonly string[]): boolean {
    switch (cell.kind) {
      case 'yes':
      case 'when':
        return true;
      case 'no':
      case 'gap':
        return false;
      case 'as': {
        const type = this.field(entity, cell.field)?.type;
        return type?.kind === 'reference' && this.#rolesFor(type.entity, cell.action, path).size > 0;
      }
    }
  }

  /**
   * Whether the reader might ever do this to a record of the entity. Every action on a record presupposes `read`; a
   * create or import has none yet, and who may not read it afterwards learns nothing of it.
   */
  may(entity: string, action: Action): boolean {
    const isAllowed = (asked: Action) => this.#rolesFor(entity, asked).size > 0;
    return isAllowed(action) && (!presupposesRead(action) || isAllowed('read'));
  }

  /**
   * The same as the roles are now, as the product answers what is asked of no single record, as a create or an export. A role
   * that a relationship gives is held by everyone signed in.
   */
  mayNow(entity: string, action: Action): boolean {
    const isAllowed = (asked: Action) => [...this.#rolesFor(entity, asked)].some((role) => this.#holdsNow(role));
    return isAllowed(action) && (!presupposesRead(action) || isAllowed('read'));
  }

  #holdsNow(role: string): boolean {
    const isRelationship = this.plan.roles.find(({ name }) => name === role)?.given.kind === 'relationship';
    return isRelationship ? this.#roles.has(role) : this.holdsAnywhere(role);
  }

  /** Whether the reader might ever put in records from a file: each of them is created, too. */
  mayImport(entity: string): boolean {
    return this.entity(entity)?.owner === null && this.may(entity, 'create') && this.may(entity, 'import');
  }

  /** Whether a cell of a role that the reader might hold leaves the action open. */
  isOpen(entity: string, action: Action): boolean {
    return this.#gaps(entity, action).some(({ role }) => this.#roles.has(role));
  }

  /** The first cell that leaves the action open, of the roles that the reader holds now (as in `mayNow`). */
  gapNow(entity: string, action: Action): string | null {
    return this.#gaps(entity, action).find(({ role }) => this.#holdsNow(role))?.clause ?? null;
  }

  #gaps(entity: string, action: Action): readonly Grant[] {
    const grants = this.#permissions.get(entity)?.actions?.[action] ?? [];
    return grants.filter(({ cell }) => cell.kind === 'gap');
  }

  /** Whether a value of the field might ever be read: one role must satisfy the entity's and the field's cell (6). */
  mayRead(entity: string, name: string): boolean {
    const key = `${entity}.${name}`;
    const known = this.#readable.get(key);
    if (known !== undefined) return known;
    // A computed field that reads itself in a circle reads nothing that is not asked elsewhere.
    this.#readable.set(key, true);
    const answer = this.#decideRead(entity, name);
    this.#readable.set(key, answer);
    return answer;
  }

  #decideRead(entity: string, name: string): boolean {
    const field = this.field(entity, name);
    if (!field) return this.#owner(entity, name) !== null && this.may(entity, 'read');
    if (field.type.kind === 'secret' || field.type.kind === 'open') return false;
    const ofEntity = this.#rolesFor(entity, 'read');
    const own = this.#permissions.get(entity)?.fields[name]?.read;
    if (own) return [...this.#allowed(own, entity, [])].some((role) => ofEntity.has(role));
    if (ofEntity.size === 0) return false;
    const { type, computed } = field;
    if (type.kind === 'children' || type.kind === 'many') return this.may(type.entity, 'read');
    if (type.kind === 'all') return this.may(type.entity, 'read') && this.mayRead(type.entity, type.by);
    return (
      computed === null ||
      (readFields(computed).every((read) => this.mayRead(read.entity, read.field)) &&
        queriedEntities(computed).every((queried) => this.may(queried, 'read')))
    );
  }

  /** Whether all of a path's fields might be read: `['owner', 'name']` from `Claim`. */
  mayReadPath(entity: string, path: readonly string[]): boolean {
    let at: string | null = entity;
    for (const name of path) {
      if (at === null || !this.mayRead(at, name)) return false;
      at = this.target(at, name);
    }
    return true;
  }

  /** The entity that a field leads to; null where it holds a value. */
  target(entity: string, name: string): string | null {
    const type = this.field(entity, name)?.type;
    if (type && 'entity' in type) return type.entity;
    return type ? null : this.#owner(entity, name);
  }

  /** 3: an owned child knows its owner as `parent`, and by the owner's name where that is free. */
  #owner(entity: string, name: string): string | null {
    const owner = this.entity(entity)?.owner?.entity ?? null;
    return owner !== null && (name === 'parent' || name === snakeCase(owner)) ? owner : null;
  }

  /** On create a row of its own judges the result (4): what no new record allows is not asked for. */
  maySetOnCreate(entity: string, field: Field): boolean {
    const own = this.#permissions.get(entity)?.fields[field.name]?.update;
    if (!isSettable(entity, field, own !== undefined) || !this.may(entity, 'create')) return false;
    if (own === undefined) return true;
    const possible = own.filter((grant) => mightAllowNew(this.plan, entity, grant));
    return this.#allowed(possible, entity, []).size > 0;
  }

  maySetOnUpdate(entity: string, field: Field): boolean {
    const own = this.#permissions.get(entity)?.fields[field.name]?.update;
    if (!isSettable(entity, field, own !== undefined) || field.once || !this.may(entity, 'read')) return false;
    return own === undefined ? this.may(entity, 'update') : this.#allowed(own, entity, []).size > 0;
  }

  /** Whether the reader might ever cause this row of an event. */
  mayCause(entity: string, transition: Transition): boolean {
    return (
      transition.by.some((trigger) => this.#mayAct(trigger)) && (transition.from === 'new' || this.may(entity, 'read'))
    );
  }

  #mayAct(trigger: Transition['by'][number]): boolean {
    if (trigger.kind === 'role') return this.#roles.has(trigger.role);
    return trigger.kind === 'field' && this.actor.userId !== null;
  }
}

function presupposesRead(action: Action): boolean {
  return action !== 'read' && action !== 'create' && action !== 'import';
}

/** `LineItem` → `line_item`. */
function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

function possibleRoles(plan: Plan, actor: Actor): ReadonlySet<string> {
  const signedIn = actor.userId !== null;
  const held = plan.roles.filter(({ name, given }) => {
    switch (given.kind) {
      case 'anyone':
        return true;
      case 'assigned':
        return signedIn && actor.roles.includes(name);
      case 'signed in':
      case 'relationship':
      case 'user':
        return signedIn;
      case 'open':
        return false;
    }
  });
  return new Set(held.map((role) => role.name));
}
