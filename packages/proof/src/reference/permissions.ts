import {
  isView,
  entityOf,
  evaluate,
  holds,
  isHeld,
  mightHold,
  type Variables,
  type View,
  viewIn,
  asView,
  asViews,
} from './evaluate.ts';
import { type Action, type Expression, type FieldRead, fieldsRead, type Grant } from '@nonet/language';
import { ACTION_ROWS } from './actions.ts';
import { isParentName, type Lookup } from './lookup.ts';
import { storedOf } from './record-view.ts';
import { type World, worldOf } from './world.ts';

/** A reader or actor: an account's id, or null for somebody who is not signed in. */
export type Actor = string | null;

/** Whether a reader may do an action to a record, cell by cell (6). */
export function mayDo(actor: Actor, action: Action, record: View): boolean {
  const world = worldOf(record);
  const stored = storedOf(record);
  const { owner } = world.lookup.entity(stored.entity);
  if (!ownCells(actor, action, record)) return false;
  if (owner === null) return true;
  // Owned children are read and written with their parent; rows of their own narrow them.
  const parent = world.view(stored.parent);
  if (parent === null) return false;
  const through = ACTION_ROWS[action].ofOwner.some((ofOwner) => mayDo(actor, ofOwner, parent));
  return through && (action !== 'read' || mayReadField(actor, parent, owner.field));
}

/** The first open cell that decides if none says yes; null if there is none: then the answer is FORBIDDEN. */
export function deciding(actor: Actor, action: Action, record: View): string | null {
  const world = worldOf(record);
  const { entity, parent } = storedOf(record);
  const table = world.lookup.permissions(entity);
  if (table?.actions) return openCell(actor, table.actions[action], record);
  const owner = world.view(parent);
  if (table === null || owner === null) return `6.${entity}`;
  return deciding(actor, ACTION_ROWS[action].ofOwner[0], owner);
}

/** A field is readable where one role held on the record satisfies the entity's and the field's cell (6). */
export function mayReadField(actor: Actor, record: View, name: string): boolean {
  const world = worldOf(record);
  const { lookup } = world;
  const { entity } = storedOf(record);
  const field = lookup.field(entity, name);
  const table = lookup.permissions(entity);
  if (field?.type.kind === 'secret') return false;
  const narrowed = table?.fields[name]?.read;
  if (narrowed === undefined) {
    if (!mayDo(actor, 'read', record)) return false;
    if (field === null || field.computed === null) return true;
    return couldRead(world, actor, entity, name) && readsReadable(actor, field.computed, { this: record });
  }
  const outer = table?.actions?.read;
  if (outer === undefined) return mayDo(actor, 'read', record) && someCell(actor, narrowed, record);
  return lookup.plan.roles.some((role) => {
    const allows = (grants: readonly Grant[]) =>
      grants.some((grant) => grant.role === role.name && allowsCell(actor, grant, record));
    return isHeld(world, world.view(actor), role, record) && allows(outer) && allows(narrowed);
  });
}

/** Whether an actor may set a field of a record: the field's own `update` row replaces the entity's. */
export function mayUpdateField(actor: Actor, record: View, name: string): boolean {
  const { lookup } = worldOf(record);
  const { entity } = storedOf(record);
  const own = lookup.permissions(entity)?.fields[name]?.update;
  if (own !== undefined) return someCell(actor, own, record);
  return lookup.field(entity, name)?.closed !== true && mayDo(actor, 'update', record);
}

/** The gap of a field's own `update` row, or of the entity's. */
export function decidingField(actor: Actor, record: View, name: string): string | null {
  const own = worldOf(record).lookup.permissions(storedOf(record).entity)?.fields[name]?.update;
  return own === undefined ? deciding(actor, 'update', record) : openCell(actor, own, record);
}

/** Whether any role that this actor might ever hold has a cell that may allow the action. */
export function couldEver(world: World, actor: Actor, grants: readonly Grant[]): boolean {
  return grants.some((grant) => {
    const role = world.lookup.role(grant.role);
    if (role === null || grant.cell.kind === 'no' || grant.cell.kind === 'gap') return false;
    return mightHold(world, world.view(actor), role);
  });
}

/** Like `couldEver`, with any records: the actor might hold a role about the user alone one day. */
export function couldOneDay(world: World, actor: Actor, grants: readonly Grant[]): boolean {
  const isTheirs = (name: string): boolean => world.lookup.role(name)?.given.kind === 'user' && actor !== null;
  const possible = grants.filter(({ cell }) => cell.kind !== 'no' && cell.kind !== 'gap');
  return possible.some(({ role }) => isTheirs(role)) || couldEver(world, actor, possible);
}

/**
 * Whether an actor could ever do an action on some record of an entity. For an owned child its owner's cells count,
 * too; a cell that refers to another entity's cell is followed there.
 */
export function couldEverDo(
  world: World,
  actor: Actor,
  entity: string,
  action: Action,
  on: readonly string[] = [],
): boolean {
  const { owner } = world.lookup.entity(entity);
  const grants = world.lookup.permissions(entity)?.actions?.[action] ?? [];
  if (owner !== null) {
    const could = (next: Action) => couldEverDo(world, actor, owner.entity, next, [...on, entity]);
    if (!ACTION_ROWS[action].ofOwner.some(could)) return false;
    if (grants.length === 0) return true;
  }
  return grants.some((grant) => {
    if (!couldEver(world, actor, [grant])) return false;
    if (grant.cell.kind !== 'as') return true;
    const type = world.lookup.field(entity, grant.cell.field)?.type;
    if (type?.kind !== 'reference' || on.includes(type.entity)) return false;
    return couldEverDo(world, actor, type.entity, grant.cell.action, [...on, entity]);
  });
}

/** Whether any role that this reader might ever hold could let them read the field of some record. */
export function couldRead(
  world: World,
  actor: Actor,
  entity: string,
  name: string,
  within: readonly string[] = [],
): boolean {
  const { lookup } = world;
  const field = lookup.field(entity, name);
  const table = lookup.permissions(entity);
  const { owner } = lookup.entity(entity);
  const key = `${entity}.${name}`;
  if (owner !== null && isParentName(lookup.entity(entity), name))
    return couldRead(world, actor, owner.entity, owner.field, [...within, key]);
  if (field === null || field.type.kind === 'secret' || field.type.kind === 'open') return false;
  const outer = table?.actions?.read;
  // Rows of their own narrow what the owner's let be read.
  if (outer === undefined || owner !== null) {
    if (owner === null || !couldRead(world, actor, owner.entity, owner.field, [...within, key])) return false;
  }
  const possible = (grants: readonly Grant[], role: string) =>
    couldOneDay(
      world,
      actor,
      grants.filter((grant) => grant.role === role),
    );
  const narrowed = table?.fields[name]?.read;
  const roles = lookup.plan.roles.map((role) => role.name);
  if (
    outer !== undefined &&
    // An owned child without rows of its own has its owner's; nobody may read other entities without rows.
    (outer.length > 0 || owner === null) &&
    !roles.some((role) => possible(outer, role) && (narrowed === undefined || possible(narrowed, role)))
  )
    return false;
  if (field.computed === null || narrowed !== undefined) return true;
  return fieldsRead(field.computed).every((read) => {
    const inner = `${read.entity}.${read.field}`;
    return within.includes(inner) || couldRead(world, actor, read.entity, read.field, [...within, key]);
  });
}

/** Whether a reader may read everything that an expression reads, and therefore its result (6). */
export function readsReadable(actor: Actor, expression: Expression, variables: Variables): boolean {
  const inner = (part: Expression) => readsReadable(actor, part, variables);
  switch (expression.kind) {
    case 'literal':
    case 'constant':
    case 'variable':
    case 'role':
      return true;
    case 'list':
      return expression.items.every(inner);
    case 'unary':
      return inner(expression.operand);
    case 'binary':
      return inner(expression.left) && inner(expression.right);
    case 'conditional':
      return inner(expression.condition) && inner(expression.then) && inner(expression.otherwise);
    case 'call':
      return expression.arguments.every(inner);
    case 'field': {
      const { of, field } = expression;
      if (!inner(of)) return false;
      const owner = recordAt(of, variables);
      if (owner === null) return true;
      return (of.kind === 'variable' || mayDo(actor, 'read', owner)) && mayReadField(actor, owner, field);
    }
    case 'list query': {
      const { list, variable, where, value } = expression;
      // Permissions to read an item's fields do not depend on the item.
      const within = { ...variables, [variable]: null };
      return inner(list) && [where, value].every((part) => part === null || readsReadable(actor, part, within));
    }
    case 'query': {
      const { source, variable, where, value, order } = expression;
      const parts = [where, value, ...order.map(({ by }) => by)].filter((part) => part !== null);
      const fields = (row: View) =>
        parts.every((part) => readsReadable(actor, part, { ...variables, [variable]: row }));
      if (source.kind === 'entity') {
        const world = worldOf(variables.this as View);
        const rows = world.rows(source.entity);
        // The cells decide: a reader who could never read such a record does not learn that there are none.
        if (rows.length === 0) return couldReadAny(world, actor, source.entity, parts);
        return rows.every((row) => {
          const view = viewIn(world, row.id);
          return mayDo(actor, 'read', view) && fields(view);
        });
      }
      const owner = recordAt(source.of, variables);
      if (owner === null) return true;
      if (!inner(source.of) || !mayReadField(actor, owner, source.field)) return false;
      const rows = asViews(owner[source.field]) ?? [];
      return rows.every((row) => ownCells(actor, 'read', row) && fields(row));
    }
  }
}

/** Whether an actor could ever read records of an entity, with everything that expressions read of them. */
function couldReadAny(world: World, actor: Actor, entity: string, read: readonly Expression[]): boolean {
  return (
    couldEverDo(world, actor, entity, 'read') &&
    read
      .flatMap((part) => [...fieldsRead(part)])
      .every((one) => couldRead(world, actor, one.entity, one.field) && couldEverRead(world, actor, one))
  );
}

function recordAt(expression: Expression, variables: Variables): View | null {
  const [first] = Object.values(variables);
  if (!isView(first)) return null;
  const value = evaluate(worldOf(first), expression, variables);
  return isView(value) ? value : null;
}

/** The cells of the record's own table; an owned child without them has its owner's alone. */
function ownCells(actor: Actor, action: Action, record: View): boolean {
  const { lookup } = worldOf(record);
  const { entity } = storedOf(record);
  const owned = lookup.entity(entity).owner !== null;
  const grants = lookup.permissions(entity)?.actions?.[action];
  if (grants === undefined || (owned && grants.length === 0)) return owned;
  return someCell(actor, grants, record);
}

function someCell(actor: Actor, grants: readonly Grant[], record: View): boolean {
  const world = worldOf(record);
  return grants.some((grant) => {
    const role = world.lookup.role(grant.role);
    return role !== null && isHeld(world, world.view(actor), role, record) && allowsCell(actor, grant, record);
  });
}

function openCell(actor: Actor, grants: readonly Grant[], record: View): string | null {
  const world = worldOf(record);
  const open = grants.find((grant) => {
    const role = world.lookup.role(grant.role);
    if (role === null || openClause(world.lookup, grant) === null || !isInState(grant, record)) return false;
    return role.given.kind === 'open' || isHeld(world, world.view(actor), role, record);
  });
  return open === undefined ? null : openClause(world.lookup, open);
}

/**
 * The clause that leaves a cell open: its own, or that of its role if the role's assignment is not shown; null if
 * nothing is open.
 */
export function openClause(lookup: Lookup, { role: name, cell, clause }: Grant): string | null {
  const role = lookup.role(name);
  if (role?.given.kind === 'open') return cell.kind === 'no' ? null : role.clause;
  return cell.kind === 'gap' ? clause : null;
}

/** Whether a grant's role and states fit this actor and record; its cell is not evaluated. */
export function concerns(actor: Actor, grant: Grant, record: View): boolean {
  const world = worldOf(record);
  const role = world.lookup.role(grant.role);
  return role !== null && isHeld(world, world.view(actor), role, record) && isInState(grant, record);
}

/** Whether one cell allows the action, given that the actor holds its role. */
export function allowsCell(actor: Actor, grant: Grant, record: View): boolean {
  if (!isInState(grant, record)) return false;
  const world = worldOf(record);
  const { cell } = grant;
  switch (cell.kind) {
    case 'yes':
      return true;
    case 'no':
    case 'gap':
      return false;
    case 'when':
      return holds(world, cell.condition, { this: record, user: world.view(actor) });
    case 'as': {
      const target = asView(record[cell.field]);
      return target !== null && mayDo(actor, cell.action, target);
    }
  }
}

function isInState(grant: Grant, record: View): boolean {
  if (grant.states === null) return true;
  const field = worldOf(record).lookup.workflow(entityOf(record.id))?.field;
  return field !== null && field !== undefined && grant.states.includes(String(record[field]));
}

/** Whether the actor might hold a role whose cells let a field with a row of its own be read on some record. */
function couldEverRead(world: World, actor: Actor, { entity, field }: FieldRead): boolean {
  const table = world.lookup.permissions(entity);
  const narrowed = table?.fields[field]?.read;
  if (narrowed === undefined) return true;
  const rows = [narrowed, table?.actions?.read ?? []].filter(
    (grants) => grants.length > 0 || world.lookup.entity(entity).owner === null,
  );
  return world.lookup.plan.roles.some(({ name }) =>
    rows.every((grants) =>
      couldEver(
        world,
        actor,
        grants.filter(({ role }) => role === name),
      ),
    ),
  );
}
