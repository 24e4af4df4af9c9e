import { type Action, type Expression, type FieldRead, fieldsRead, type Grant, walk } from '@nonet/language';
import { ACTION_ROWS } from './actions.ts';
import type { Actor } from './actor.ts';
import { mightHold } from './evaluate.ts';
import { isParentName, type Lookup } from './lookup.ts';
import type { World } from './world.ts';

/**
 * This file says what an actor could do to some record, whichever there are (6): what nobody of their roles could ever
 * do to any record is answered without a look at one.
 */

/** With the records that there are now, or with any: then somebody might hold any role about the user alone. */
type When = 'now' | 'one day';

/** Whether any role that this actor might hold has a cell of the entity that may allow the action. */
export function couldEver(world: World, actor: Actor, entity: string, grants: readonly Grant[]): boolean {
  return could(world, actor, entity, grants, 'now', []);
}

/** Like `couldEver`, with any records: the actor might hold a role about the user alone one day. */
export function couldOneDay(world: World, actor: Actor, entity: string, grants: readonly Grant[]): boolean {
  return could(world, actor, entity, grants, 'one day', []);
}

/**
 * Whether an actor could ever do an action on some record of an entity. For an owned child its owner's cells count,
 * too.
 */
export function couldEverDo(world: World, actor: Actor, entity: string, action: Action): boolean {
  return couldDo(world, actor, entity, action, 'now', []);
}

function could(
  world: World,
  actor: Actor,
  entity: string,
  grants: readonly Grant[],
  when: When,
  on: readonly string[],
): boolean {
  return grants.some(({ role: name, cell }) => {
    const role = world.lookup.role(name);
    if (role === null || cell.kind === 'no' || cell.kind === 'gap') return false;
    const isTheirs = when === 'one day' && role.given.kind === 'user' && actor !== null;
    if (!isTheirs && !mightHold(world, world.view(actor), role)) return false;
    if (cell.kind !== 'as') return true;
    // The cell allows what the actor could do to the referred record.
    const target = referredBy(world.lookup, entity, cell.field);
    return target !== null && !on.includes(target) && couldDo(world, actor, target, cell.action, when, [...on, entity]);
  });
}

function couldDo(
  world: World,
  actor: Actor,
  entity: string,
  action: Action,
  when: When,
  on: readonly string[],
): boolean {
  const { owner } = world.lookup.entity(entity);
  const grants = world.lookup.permissions(entity)?.actions?.[action] ?? [];
  if (owner !== null) {
    const through = (next: Action) => couldDo(world, actor, owner.entity, next, when, [...on, entity]);
    if (!ACTION_ROWS[action].ofOwner.some(through)) return false;
    if (grants.length === 0) return true;
  }
  return could(world, actor, entity, grants, when, on);
}

/** The entity of the records to which a reference, or the name of an owner, leads. */
export function referredBy(lookup: Lookup, entity: string, field: string): string | null {
  const { owner, ...known } = lookup.entity(entity);
  if (owner !== null && isParentName({ owner, ...known }, field)) return owner.entity;
  const type = lookup.field(entity, field)?.type;
  return type?.kind === 'reference' ? type.entity : null;
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
      entity,
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
  return (
    [...entitiesRead(field.computed)].every((read) => couldDo(world, actor, read, 'read', 'one day', [])) &&
    fieldsRead(field.computed).every((read) => {
      const inner = `${read.entity}.${read.field}`;
      return within.includes(inner) || couldRead(world, actor, read.entity, read.field, [...within, key]);
    })
  );
}

/**
 * Whether a screen shows this reader a field: one that they could read, and that is no list of records none of which they
 * could ever read. A request that names such a list is told that it is there.
 */
export function couldBeShown(world: World, actor: Actor, entity: string, name: string): boolean {
  if (!couldRead(world, actor, entity, name)) return false;
  const type = world.lookup.field(entity, name)?.type;
  const isList = type?.kind === 'many' || type?.kind === 'children' || type?.kind === 'all';
  if (!isList || world.lookup.permissions(entity)?.fields[name]?.read !== undefined) return true;
  return (
    couldDo(world, actor, type.entity, 'read', 'one day', []) &&
    (type.kind !== 'all' || couldRead(world, actor, type.entity, type.by))
  );
}

/** The entities of the records that an expression goes through: how many there are is read, too. */
function entitiesRead(expression: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  walk(expression, (node) => {
    if (node.kind === 'query') found.add(node.source.entity);
    if (node.kind === 'field' && node.type.kind === 'list' && node.type.of.kind === 'record')
      found.add(node.type.of.entity);
  });
  return found;
}

/** Whether an actor could ever read records of an entity, with everything that expressions read of them. */
export function couldReadAny(world: World, actor: Actor, entity: string, read: readonly Expression[]): boolean {
  return (
    couldEverDo(world, actor, entity, 'read') &&
    read
      .flatMap((part) => [...fieldsRead(part)])
      .every((one) => couldRead(world, actor, one.entity, one.field) && couldEverRead(world, actor, one))
  );
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
        entity,
        grants.filter(({ role }) => role === name),
      ),
    ),
  );
}
