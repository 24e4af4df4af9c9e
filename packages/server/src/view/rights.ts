import type { Actor } from '@nonet/engine';
import {
  type Action,
  type Entity,
  type Field,
  type Grant,
  type Permissions,
  type Plan,
  type Screen,
  type Transition,
  type Might,
  mightAllowNew,
  mightIn,
  presupposesRead,
  queriedEntities,
  readFields,
} from '@nonet/language';
import { isSettable } from './settable.ts';

/**
 * The actions that one reader can ever do, with any records: those that a `yes` or a condition of point 6 allows for a
 * role that the reader holds or might hold on some record. It decides which names a reader may know; the engine
 * decides whether an action is allowed on a record now.
 */
export class Rights {
  readonly plan: Plan;
  readonly actor: Actor;
  /** Roles held everywhere, and those that a relationship might give. */
  readonly #roles: ReadonlySet<string>;
  /** The roles about the user alone that the reader holds now. */
  readonly #heldNow: ReadonlySet<string>;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #permissions: ReadonlyMap<string, Permissions>;
  readonly #might: Might;
  readonly #readable = new Map<string, boolean>();

  /** `heldNow`: the roles that the user holds now (`heldRoles` of the engine), not those that they could hold. */
  constructor(plan: Plan, actor: Actor, heldNow: ReadonlySet<string> = new Set()) {
    this.plan = plan;
    this.actor = actor;
    this.#roles = possibleRoles(plan, actor);
    this.#heldNow = heldNow;
    this.#might = mightIn(plan, { held: this.#roles, gapsAllow: false, fieldsCount: false });
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
   * Whether the screen is for this reader (2, `for`). Every signed-in reader counts as holding a relationship role,
   * because their records decide; a role about the user alone is held now or not.
   */
  opens(screen: Screen): boolean {
    if (screen.for === 'everyone') return true;
    return this.plan.roles.some(({ name, given }) => {
      if (screen.for?.includes(name) !== true) return false;
      return given.kind === 'relationship' ? this.#roles.has(name) : this.holdsAnywhere(name);
    });
  }

  /** Whether the reader holds the role now for every record: never if a relationship decides. */
  holdsAnywhere(role: string): boolean {
    const kind = this.plan.roles.find(({ name }) => name === role)?.given.kind;
    if (kind === 'user') return this.#heldNow.has(role);
    return kind !== 'relationship' && this.#roles.has(role);
  }

  /**
   * Whether the reader might ever do this to a record of the entity. Every action on a record presupposes `read`; a
   * create or import has no record yet, and a reader who may not read it afterwards learns nothing of it.
   */
  may(entity: string, action: Action): boolean {
    const isAllowed = (asked: Action) => this.#might.roles(entity, asked).size > 0;
    return isAllowed(action) && (!presupposesRead(action) || isAllowed('read'));
  }

  /**
   * Whether the reader could do it with the roles that they hold now. The product answers requests without a record by
   * this, such as a create or an export. Every signed-in reader counts as holding a relationship role.
   */
  mayNow(entity: string, action: Action): boolean {
    const isAllowed = (asked: Action) => [...this.#might.roles(entity, asked)].some((role) => this.#holdsNow(role));
    return isAllowed(action) && (!presupposesRead(action) || isAllowed('read'));
  }

  /** Whether the reader may read every record of the entity, by a cell without a condition of a role that they hold. */
  readsEvery(entity: string): boolean {
    const permissions = this.#permissions.get(entity);
    const isOwned = this.entity(entity)?.owner ?? null;
    if (permissions?.actions === null && isOwned !== null) return this.readsEvery(isOwned.entity);
    return (permissions?.actions?.read ?? []).some(
      ({ role, states, cell }) => states === null && cell.kind === 'yes' && this.holdsAnywhere(role),
    );
  }

  #holdsNow(role: string): boolean {
    const isRelationship = this.plan.roles.find(({ name }) => name === role)?.given.kind === 'relationship';
    return isRelationship ? this.#roles.has(role) : this.holdsAnywhere(role);
  }

  /** Whether the reader might ever import records from a file: each of them is also created. */
  mayImport(entity: string): boolean {
    return this.entity(entity)?.owner === null && this.may(entity, 'create') && this.may(entity, 'import');
  }

  /** Whether a cell of a role that the reader might hold is a gap for the action. */
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

  /**
   * Whether the reader might ever read a value of the field: one role must satisfy the entity's and the field's cell
   * (6).
   */
  mayRead(entity: string, name: string): boolean {
    const key = `${entity}.${name}`;
    const known = this.#readable.get(key);
    if (known !== undefined) return known;
    // Ends the recursion for computed fields in a circle; they read nothing else.
    this.#readable.set(key, true);
    const answer = this.#decideRead(entity, name);
    this.#readable.set(key, answer);
    return answer;
  }

  #decideRead(entity: string, name: string): boolean {
    const field = this.field(entity, name);
    if (!field) return this.#owner(entity, name) !== null && this.may(entity, 'read');
    if (field.type.kind === 'secret' || field.type.kind === 'open') return false;
    const ofEntity = this.#might.roles(entity, 'read');
    const own = this.#permissions.get(entity)?.fields[name]?.read;
    if (own) return [...this.#might.rolesIn(entity, own)].some((role) => ofEntity.has(role));
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

  /** Whether the reader might read all fields of a path: `['owner', 'name']` from `Claim`. */
  mayReadPath(entity: string, path: readonly string[]): boolean {
    let at: string | null = entity;
    for (const name of path) {
      if (at === null || !this.mayRead(at, name)) return false;
      at = this.target(at, name);
    }
    return true;
  }

  /** The entity that a field leads to; null if it holds a value. */
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

  /** On create a field's own row judges the result (4): a form does not ask for a field that no new record may have. */
  maySetOnCreate(entity: string, field: Field): boolean {
    const own = this.#permissions.get(entity)?.fields[field.name]?.update;
    if (!isSettable(entity, field, own !== undefined) || !this.may(entity, 'create')) return false;
    if (own === undefined) return true;
    const possible = own.filter((grant) => mightAllowNew(this.plan, entity, grant));
    return this.#might.rolesIn(entity, possible).size > 0;
  }

  maySetOnUpdate(entity: string, field: Field): boolean {
    const own = this.#permissions.get(entity)?.fields[field.name]?.update;
    if (!isSettable(entity, field, own !== undefined) || field.once || !this.may(entity, 'read')) return false;
    return own === undefined ? this.may(entity, 'update') : this.#might.rolesIn(entity, own).size > 0;
  }

  /** Whether it is a time that the product notes when something happens: nobody enters it, whoever they are. */
  isNoted(entity: string, field: Field): boolean {
    if (field.type.kind !== 'datetime' || field.computed !== null) return false;
    if (this.#permissions.get(entity)?.fields[field.name]?.update !== undefined) return false;
    const events = this.plan.states.find((workflow) => workflow.entity === entity)?.events ?? [];
    const isAsked = events.some(({ transitions }) =>
      transitions.some(({ asks }) => asks.some((ask) => ask.kind === 'field' && ask.field === field.name)),
    );
    return !isAsked && (field.derived || field.bySystem || field.closed);
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
