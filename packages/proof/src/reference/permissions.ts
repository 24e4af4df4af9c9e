import {
  isView,
  entityOf,
  evaluate,
  holds,
  isHeld,
  type Variables,
  type View,
  viewIn,
  asView,
  asViews,
} from './evaluate.ts';
import { type Action, type Expression, type Grant } from '@nonet/language';
import { ACTION_ROWS } from './actions.ts';
import type { Actor } from './actor.ts';
import { couldRead, couldReadAny } from './could.ts';
import type { Lookup } from './lookup.ts';
import { storedOf } from './record-view.ts';
import { isTree } from './tree.ts';
import { worldOf } from './world.ts';

export type { Actor } from './actor.ts';

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
    case 'given call':
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
      const list = worldOf(owner).lookup.field(storedOf(owner).entity, source.field)?.type;
      if (isTree(list)) {
        const led = list.along === 'ancestors' ? [owner, ...rows] : rows;
        if (!led.every((row) => mayReadField(actor, row, list.by))) return false;
      }
      return rows.every((row) => ownCells(actor, 'read', row) && fields(row));
    }
  }
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
