import type { Action, Entity, Grant } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { FALSE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { fieldGapClause, fieldPredicate, gapClause, openClause, recordPredicate } from '../sql/permissions.ts';
import { ownUpdateRows, refuseCell, thisRecord } from './cells.ts';
import { mayBeAnyones, mayBeGivenToAnyone } from './read-scope.ts';
import { refuse } from './refuse.ts';
import { authorityKey, clauseContext, fromThis, perform, snapshot, THIS, type Write } from './write.ts';

/** Answers 401 before everything else, where only people who are signed in could ever do it (6). */
export function refuseUnauthenticated(write: Write, grants: readonly Grant[]): void {
  if (write.system || write.actor.userId !== null) return;
  const could = grants.some((grant) => mayBeGivenToAnyone(write.index, grant.role) && grant.cell.kind !== 'no');
  if (!could) throw refuse(write.index, 'UNAUTHENTICATED');
}

/** The entity that an operation is about; what the document leaves open as a whole is NOT_SPECIFIED. */
export function entityFor(write: Write, name: string): Entity {
  const { index } = write;
  const entity = index.findEntity(name);
  if (entity === null)
    throw index.plan.openPoints.includes('entities')
      ? refuse(index, 'NOT_SPECIFIED', { clause: '3' })
      : refuse(index, 'NOT_FOUND');
  if (!write.system && index.plan.openPoints.includes('roles')) throw refuse(index, 'NOT_SPECIFIED', { clause: '6' });
  return entity;
}

/** An entity whose records are on their own: owned children are written with their parent (6). */
export function ownEntityFor(write: Write, name: string): Entity {
  const entity = entityFor(write, name);
  if (entity.owner !== null) throw refuse(write.index, 'NOT_FOUND');
  return entity;
}

/** The cells of an action; none if the document lets nobody do it. */
export function grantsOf(write: Write, entity: string, action: Action): readonly Grant[] {
  const permissions = write.index.permissions(entity);
  const fields =
    action === 'update' ? Object.values(permissions?.fields ?? {}).flatMap((rows) => rows.update ?? []) : [];
  return [...(permissions?.actions?.[action] ?? []), ...fields].map((grant) => followed(write.index, entity, grant));
}

/**
 * The cell for an actor who is not signed in: a cell that refers to another record (`as`) counts as "no" if it leads
 * to none.
 */
function followed(index: PlanIndex, entity: string, grant: Grant): Grant {
  const { cell, role } = grant;
  if (cell.kind !== 'as' || !mayBeGivenToAnyone(index, role)) return grant;
  const { type } = index.field(entity, cell.field);
  const leads = type.kind === 'reference' && mayBeAnyones(index, type.entity, cell.action);
  return leads ? grant : { ...grant, cell: { kind: 'no' } };
}

/** Refuses to create or import before the body is read, where no cell of this actor could ever allow it. */
export function refuseNeverAllowed(write: Write, entity: string, action: 'create' | 'import'): void {
  if (write.system) return;
  const context = clauseContext(write, new Parameters(), entity);
  if (recordPredicate(context, write.authority, action, thisRecord(entity)) !== FALSE) return;
  const gaps = grantsOf(write, entity, action).filter((grant) => openClause(write.index, grant) !== null);
  const gap = gaps.find(({ role }) => write.authority.held.has(role) || write.index.role(role).given.kind === 'open');
  // Only the database knows who holds a role about the user alone, so the result is judged instead.
  const mayBeHeld = gaps.some((grant) => write.index.findRole(grant.role)?.given.kind === 'user');
  if (gap === undefined && mayBeHeld && write.actor.userId !== null) return;
  throw gap === undefined
    ? refuse(write.index, 'FORBIDDEN', { clause: `6.${entity}.${action}` })
    : refuse(write.index, 'NOT_SPECIFIED', { clause: openClause(write.index, gap) });
}

export interface Locked {
  readonly before: string;
  readonly entityAllowed: boolean;
  /** The gap that would decide if the entity's cells don't allow it; null if there is none. */
  readonly entityGap: string | null;
  /** Fields with an `update` row of their own that this actor may set on this record. */
  readonly fieldsAllowed: ReadonlySet<string>;
  /** The deciding gap of each other field, if there is one. */
  readonly fieldGaps: ReadonlyMap<string, string>;
}

/** Locks a record that the actor may read and change in this way; refuses NOT_FOUND, NOT_SPECIFIED or FORBIDDEN. */
export async function lockFor(
  write: Write,
  entity: string,
  id: string,
  action: Action,
  deleted = false,
): Promise<Locked> {
  const own = action === 'update' ? ownUpdateRows(write, entity) : [];
  const [row] = await perform(
    write,
    `lock ${entity} ${action} ${deleted} ${write.system ? 'system' : authorityKey(write)}`,
    (parameters) => {
      parameters.carryOut(`6.${entity}.${action}`);
      const context = clauseContext(write, parameters, entity);
      const record = thisRecord(entity);
      const { authority } = write;
      const selected = [`${snapshot(write.index, entity, THIS)}::text as before`];
      if (write.system) {
        selected.push(
          'true as readable',
          'true as allowed',
          'null::text as gap',
          ...own.flatMap((_field, place) => [`true as allowed_${place}`, `null::text as gap_${place}`]),
        );
      } else {
        selected.push(
          `${recordPredicate(context, authority, 'read', record)} as readable`,
          `${recordPredicate(context, authority, action, record)} as allowed`,
          `(${gapClause(context, authority, action, record)})::text as gap`,
          ...own.flatMap((field, place) => [
            `${fieldPredicate(context, authority, field.name, 'update', record)} as allowed_${place}`,
            `(${fieldGapClause(context, authority, field.name, 'update', record)})::text as gap_${place}`,
          ]),
        );
      }
      const gone = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is ${deleted ? 'not null' : 'null'}`;
      return `select ${selected.join(', ')} ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${gone} for update of ${THIS}`;
    },
    { id },
  );
  if (row === undefined || row.readable !== true) throw refuse(write.index, 'NOT_FOUND');
  const fieldsAllowed = new Set(
    own.filter((_field, place) => row[`allowed_${place}`] === true).map((field) => field.name),
  );
  const fieldGaps = new Map(
    own.flatMap((field, place) =>
      fieldsAllowed.has(field.name) || typeof row[`gap_${place}`] !== 'string'
        ? []
        : [[field.name, row[`gap_${place}`] as string] as const],
    ),
  );
  // An actor who may write nothing here is refused before the body is read. Any gap decides then, a field's own too.
  if (row.allowed !== true && fieldsAllowed.size === 0)
    throw refuseCell(write, entity, action, row.gap ?? fieldGaps.values().next().value);
  return {
    before: row.before as string,
    entityAllowed: row.allowed === true,
    entityGap: typeof row.gap === 'string' ? row.gap : null,
    fieldsAllowed,
    fieldGaps,
  };
}
