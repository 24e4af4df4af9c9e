import {
  type Action,
  type Expression,
  type FieldRead,
  type Grant,
  type PermissionCell,
  type Role,
  VERBS,
} from '@nonet/language';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { type Authority, type RecordVariable, type SqlContext, type SqlVariable, userVariable } from './context.ts';
import { compileCondition, compileFieldValue } from './expression.ts';
import { fixedValue } from './fixed-values.ts';
import { column, isParentName, SYSTEM_COLUMNS } from './identifiers.ts';
import { and, FALSE, or, TRUE } from './logic.ts';
import { readsReadable } from './readable-computed.ts';

export type { Authority, RecordVariable } from './context.ts';

/**
 * An actor, as the permissions see them: "whoever is not signed in holds none but `anyone` roles" (6).
 * @param asked of an actor who is known only when the statement runs
 */
export function authorityOf(index: PlanIndex, actor: Actor, asked?: Authority['asked']): Authority {
  const held = index.plan.roles.filter((role) => {
    if (role.given.kind === 'anyone') return true;
    if (actor.userId === null) return false;
    return role.given.kind === 'signed in' || (role.given.kind === 'assigned' && actor.roles.includes(role.name));
  });
  const authority: Authority = {
    actor,
    held: new Set(held.map((role) => role.name)),
    ...(asked === undefined ? {} : { asked }),
    mayDo: (context, action, record) => recordPredicate(context, authority, action, record),
    mayUseField: (context, field, action, record) => fieldPredicate(context, authority, field, action, record),
    mightRead: (context, entity, fields) => and(...mightReadAll(context, authority, entity, fields)),
    mayReadListed: (context, owner, list, child) =>
      and(fieldPredicate(context, authority, list, 'read', owner), ownRows(context, authority, 'read', child)),
  };
  return authority;
}

/** Plans whose statements forget who may read a record. */
const forgetful = new WeakSet<PlanIndex>();

/** Lets statements of a plan forget who may read a record, so that a test finds what row security alone keeps back. */
export function forgetReaders(index: PlanIndex): void {
  forgetful.add(index);
}

/**
 * The SQL of whether the actor may do an action to the record, as a two-valued condition; `true` or `false` if that is
 * certain beforehand. For `update` judge the record before and after, for `create` the result.
 */
export function recordPredicate(
  context: SqlContext,
  authority: Authority,
  action: Action,
  record: RecordVariable,
): string {
  if (action === 'read' && forgetful.has(context.index)) return TRUE;
  const entity = context.index.entity(record.entity);
  if (entity.owner === null) return ownRows(context, authority, action, record);
  // 6: owned children are read and written with their parent; rows of their own narrow them.
  const owner: RecordVariable = { kind: 'row', entity: entity.owner.entity, alias: context.parameters.alias() };
  const ownersCell = or(...VERBS[action].ofOwner.map((through) => recordPredicate(context, authority, through, owner)));
  const listed =
    action === 'read'
      ? fieldPredicate(context, authority, entity.owner.field, 'read', { ...owner, readable: true })
      : TRUE;
  const throughOwner = and(ownersCell, listed);
  const own = ownRows(context, authority, action, record);
  if (throughOwner === TRUE || throughOwner === FALSE) return and(throughOwner, own);
  const parent = parentOf(context, record);
  return and(
    own,
    context.parameters.subselect(
      `exists (select from ${context.parameters.table(owner.entity)} ${owner.alias} where ${owner.alias}."id" = ${parent} and ${throughOwner})`,
    ),
  );
}

/** The result of `gapClause` and `fieldGapClause` if no gap can decide for any record. */
export const NO_GAP = 'null::text';

/**
 * If no cell says yes: the clause of the first cell held on the record that is a gap, as SQL text, or null. The order
 * of refusal is: any yes allows; otherwise a gap is NOT_SPECIFIED; otherwise FORBIDDEN.
 */
export function gapClause(context: SqlContext, authority: Authority, action: Action, record: RecordVariable): string {
  const entity = context.index.entity(record.entity);
  const permissions = context.index.permissions(record.entity);
  if (permissions === null) return context.parameters.bind(`6.${record.entity}`, 'text');
  if (permissions.actions === null) {
    if (entity.owner === null) return context.parameters.bind(`6.${record.entity}`, 'text');
    const owner: RecordVariable = { kind: 'id', entity: entity.owner.entity, sql: parentOf(context, record) };
    return gapClause(context, authority, VERBS[action].ofOwner[0], owner);
  }
  return firstGap(context, authority, permissions.actions[action], record);
}

/**
 * Whether one role held on the record allows both the entity's and the field's cell (6). A field's own row narrows
 * `read`, and replaces the entity's `update`.
 */
export function fieldPredicate(
  context: SqlContext,
  authority: Authority,
  name: string,
  action: 'read' | 'update',
  record: RecordVariable,
): string {
  const { index } = context;
  const permissions = index.permissions(record.entity);
  const field = index.findField(record.entity, name);
  if (field?.type.kind === 'secret' && action === 'read') return FALSE;
  const grants = permissions?.fields[name]?.[action];
  const known = record.kind === 'row' && record.readable === true;
  if (action === 'update') {
    if (grants === undefined) return field?.closed ? FALSE : recordPredicate(context, authority, 'update', record);
    return grantsPredicate(context, authority, record, (role) => cellsOf(grants, role));
  }
  if (grants === undefined) {
    const readable = known ? TRUE : recordPredicate(context, authority, 'read', record);
    const computed = field?.computed ?? null;
    if (computed === null || readable === FALSE) return readable;
    return and(readable, computedReadable(context, authority, computed, record));
  }
  const entityGrants = permissions?.actions?.read;
  if (entityGrants === undefined) {
    // An owned child whose table names fields only: its owner decides about the record.
    const own = grantsPredicate(context, authority, record, (role) => cellsOf(grants, role));
    return known ? own : and(recordPredicate(context, authority, 'read', record), own);
  }
  return grantsPredicate(context, authority, record, (role) => {
    const narrowed = cellsOf(grants, role);
    return narrowed.length === 0
      ? []
      : cellsOf(entityGrants, role).flatMap((outer) => narrowed.map((inner) => [...outer, ...inner]));
  });
}

/** The gap of a field's own row, like `gapClause`. */
export function fieldGapClause(
  context: SqlContext,
  authority: Authority,
  name: string,
  action: 'read' | 'update',
  record: RecordVariable,
): string {
  const grants = context.index.permissions(record.entity)?.fields[name]?.[action];
  return grants === undefined
    ? gapClause(context, authority, action, record)
    : firstGap(context, authority, grants, record);
}

/** Whether one of these grants fits this actor and the record's state; its cell is not evaluated. */
export function mightAllow(
  context: SqlContext,
  authority: Authority,
  grants: readonly Grant[],
  record: RecordVariable,
): string {
  return or(
    ...grants.map((grant) =>
      and(roleHeld(context, authority, context.index.role(grant.role), record), stateCondition(context, grant, record)),
    ),
  );
}

/** Whether this actor may ever do it to any record: `false` in the predicate means that none of their roles can. */
export function couldEver(predicate: string): boolean {
  return predicate !== FALSE;
}

function mightReadAll(
  context: SqlContext,
  authority: Authority,
  entity: string,
  fields: readonly FieldRead[],
): readonly string[] {
  const own = fields.filter((read) => context.index.permissions(read.entity)?.fields[read.field]?.read !== undefined);
  return [
    mightReadSome(context, authority, entity, null),
    ...own.map((read) => mightReadSome(context, authority, read.entity, read.field)),
  ];
}

/** Whether a role that the actor might hold on some record has cells that let it be read, or a field with a row of its own. */
function mightReadSome(context: SqlContext, authority: Authority, name: string, field: string | null): string {
  const { owner } = context.index.entity(name);
  const permissions = context.index.permissions(name);
  const rows = [permissions?.actions?.read, field === null ? undefined : permissions?.fields[field]?.read].filter(
    (grants) => grants !== undefined && (grants.length > 0 || owner === null),
  );
  const ofOwner = owner === null ? TRUE : mightReadSome(context, authority, owner.entity, null);
  if (rows.length === 0) return owner === null ? FALSE : ofOwner;
  const roles = context.index.plan.roles.filter(({ name: role }) =>
    rows.every((grants) => cellsOf(grants ?? [], role).length > 0),
  );
  return and(ofOwner, or(...roles.map((role) => mightHold(context, authority, role))));
}

function mightHold(context: SqlContext, authority: Authority, role: Role): string {
  if (role.given.kind !== 'relationship') return roleHeld(context, authority, role, null);
  return authority.actor.userId === null ? FALSE : TRUE;
}

/** Whether an actor holds a role; if it is a relationship, on the record. */
export function roleHeld(context: SqlContext, authority: Authority, role: Role, record: RecordVariable | null): string {
  if (authority.asked !== undefined) {
    const everywhere = authority.asked.holds(role);
    return everywhere ?? and(authority.asked.isSignedIn, roleOfUser(context, authority.actor, role, record));
  }
  if (authority.held.has(role.name)) return TRUE;
  return roleOfUser(context, authority.actor, role, record);
}

/** Whether a user holds a role by who they are, or by what they have to do with the record. */
function roleOfUser(context: SqlContext, actor: Actor, role: Role, record: RecordVariable | null): string {
  if (actor.userId === null) return FALSE;
  const variables: [string, SqlVariable][] = [['user', userVariable(context.parameters, actor.userId)]];
  if (record !== null) variables.push(['this', record]);
  const inner: SqlContext = { ...context, authority: null, variables: new Map(variables) };
  if (role.given.kind === 'user') return compileCondition(role.given.condition, inner);
  if (role.given.kind !== 'relationship' || record === null) return FALSE;
  const condition = role.given.of[record.entity];
  if (condition !== undefined) return compileCondition(condition, inner);
  // 6: a child's relationship roles are its parent's.
  const { owner } = context.index.entity(record.entity);
  if (owner === null) return FALSE;
  return roleOfUser(context, actor, role, { kind: 'id', entity: owner.entity, sql: parentOf(context, record) });
}

/** The permissions of the record's own table; an owned child without one has its owner's alone. */
function ownRows(context: SqlContext, authority: Authority, action: Action, record: RecordVariable): string {
  const permissions = context.index.permissions(record.entity);
  const owned = context.index.entity(record.entity).owner !== null;
  if (permissions === null || permissions.actions === null) return owned ? TRUE : FALSE;
  const grants = permissions.actions[action];
  if (owned && grants.length === 0) return TRUE;
  return grantsPredicate(context, authority, record, (role) => cellsOf(grants, role));
}

/** A way in which a role's cells allow: all of its grants must. */
type Way = readonly Grant[];

function cellsOf(grants: readonly Grant[], role: string): Way[] {
  return grants
    .filter((grant) => grant.role === role && grant.cell.kind !== 'no' && grant.cell.kind !== 'gap')
    .map((grant) => [grant]);
}

function grantsPredicate(
  context: SqlContext,
  authority: Authority,
  record: RecordVariable,
  waysOf: (role: string) => readonly Way[],
): string {
  return or(
    ...context.index.plan.roles.map((role) => {
      const ways = waysOf(role.name);
      if (ways.length === 0) return FALSE;
      const held = roleHeld(context, authority, role, record);
      if (held === FALSE) return FALSE;
      return and(
        held,
        or(...ways.map((way) => and(...way.map((grant) => grantCondition(context, authority, grant, record))))),
      );
    }),
  );
}

function grantCondition(context: SqlContext, authority: Authority, grant: Grant, record: RecordVariable): string {
  const inState = stateCondition(context, grant, record);
  return inState === FALSE ? FALSE : and(inState, cellCondition(context, authority, grant.cell, record));
}

function cellCondition(
  context: SqlContext,
  authority: Authority,
  cell: PermissionCell,
  record: RecordVariable,
): string {
  switch (cell.kind) {
    case 'yes':
      return TRUE;
    case 'no':
    case 'gap':
      return FALSE;
    case 'when': {
      const variables = new Map<string, SqlVariable>([
        ['this', record],
        ['user', userVariable(context.parameters, authority.actor.userId)],
      ]);
      return compileCondition(cell.condition, { ...context, authority: null, variables });
    }
    case 'as': {
      const target = referredBy(context, record.entity, cell.field);
      const alias = context.parameters.alias();
      const may = recordPredicate(context, authority, cell.action, { kind: 'row', entity: target, alias });
      if (may === FALSE) return FALSE;
      return context.parameters.subselect(
        `exists (select from ${context.parameters.table(target)} ${alias} where ${alias}."id" = ${compileFieldValue(record, cell.field, context)} and ${may})`,
      );
    }
  }
}

/** The entity of the records to which a reference, or the name of an owner, leads. */
function referredBy({ index }: SqlContext, name: string, field: string): string {
  const entity = index.entity(name);
  if (entity.owner !== null && isParentName(entity, field)) return entity.owner.entity;
  const { type } = index.field(name, field);
  if (type.kind !== 'reference') throw new Error(`${name}.${field} is no reference.`);
  return type.entity;
}

function stateCondition(context: SqlContext, grant: Grant, record: RecordVariable): string {
  if (grant.states === null) return TRUE;
  const field = context.index.stateField(record.entity);
  if (field === null || grant.states.length === 0) return FALSE;
  const fixed = fixedValue(record, field);
  if (fixed !== undefined) return grant.states.includes(fixed) ? TRUE : FALSE;
  const states = grant.states.map((state) => context.parameters.bind(state, 'text'));
  const value = compileFieldValue(record, field, context);
  // A record without a state is in none of them.
  return `coalesce(${value} in (${states.join(', ')}), false)`;
}

/**
 * The clause that leaves a cell open: its own, or that of its role if the role's assignment is not shown, because then
 * anybody might hold it. Null if nothing is open.
 */
export function openClause(index: PlanIndex, { role: name, cell, clause }: Grant): string | null {
  const role = index.role(name);
  if (role.given.kind === 'open') return cell.kind === 'no' ? null : role.clause;
  return cell.kind === 'gap' ? clause : null;
}

function firstGap(context: SqlContext, authority: Authority, grants: readonly Grant[], record: RecordVariable): string {
  const branches = grants.flatMap((grant) => {
    const role = context.index.role(grant.role);
    const clause = openClause(context.index, grant);
    if (clause === null) return [];
    const held = role.given.kind === 'open' ? TRUE : roleHeld(context, authority, role, record);
    const holds = and(held, stateCondition(context, grant, record));
    return holds === FALSE ? [] : [`when ${holds} then ${context.parameters.bind(clause, 'text')}`];
  });
  return branches.length === 0 ? NO_GAP : `(case ${branches.join(' ')} end)`;
}

function parentOf(context: SqlContext, record: RecordVariable): string {
  if (record.kind === 'row') return column(record.alias, SYSTEM_COLUMNS.parent);
  const alias = context.parameters.alias();
  return context.parameters.subselect(
    `(select ${column(alias, SYSTEM_COLUMNS.parent)} from ${context.parameters.table(record.entity)} ${alias} where ${alias}."id" = ${record.sql})`,
  );
}

/** A computed field is readable where everything that it reads is (6). */
function computedReadable(
  context: SqlContext,
  authority: Authority,
  computed: Expression,
  record: RecordVariable,
): string {
  const inner = { ...context, authority };
  if (record.kind === 'row') return readsReadable(computed, inner, { ...record, readable: true });
  const alias = context.parameters.alias();
  const condition = readsReadable(computed, inner, { kind: 'row', entity: record.entity, alias, readable: true });
  if (condition === TRUE || condition === FALSE) return condition;
  return context.parameters.subselect(
    `exists (select from ${context.parameters.table(record.entity)} ${alias} where ${and(`${alias}."id" = ${record.sql}`, condition)})`,
  );
}
