import { type Action, type Entity, type Field, type Grant, message, neededByCell } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import {
  fieldGapClause,
  fieldPredicate,
  gapClause,
  mightAllow,
  NO_GAP,
  openClause,
  type RecordVariable,
  recordPredicate,
} from '../sql/authority.ts';
import { column, columnOf, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { and, FALSE } from '../sql/logic.ts';
import { Parameters, type Slots } from '../sql/parameters.ts';
import { isWritable, type Settable } from './body.ts';
import { required } from './limits.ts';
import { mayBeAnyones, mayBeGivenToAnyone } from './read-scope.ts';
import { fieldError, refuse, refuseFields } from './refuse.ts';
import { type Acting, authorityKey, clauseContext, fromThis, perform, snapshot, THIS, type Write } from './write.ts';

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

/** An entity whose records stand on their own: owned children are written with their parent (6). */
export function ownEntityFor(write: Write, name: string): Entity {
  const entity = entityFor(write, name);
  if (entity.owner !== null) throw refuse(write.index, 'NOT_FOUND');
  return entity;
}

/** The cells of an action; none for what the document doesn't let anybody reach. */
export function grantsOf(write: Write, entity: string, action: Action): readonly Grant[] {
  const permissions = write.index.permissions(entity);
  const fields =
    action === 'update' ? Object.values(permissions?.fields ?? {}).flatMap((rows) => rows.update ?? []) : [];
  return [...(permissions?.actions?.[action] ?? []), ...fields].map((grant) => followed(write.index, entity, grant));
}

/** An actor who is not signed in may do what another record (`as`) lets them. A cell that leads to no such record is a no. */
function followed(index: PlanIndex, entity: string, grant: Grant): Grant {
  const { cell, role } = grant;
  if (cell.kind !== 'as' || !mayBeGivenToAnyone(index, role)) return grant;
  const { type } = index.field(entity, cell.field);
  const leads = type.kind === 'reference' && mayBeAnyones(index, index.entity(type.entity), cell.action);
  return leads ? grant : { ...grant, cell: { kind: 'no' } };
}

function thisRecord(entity: string): RecordVariable {
  return { kind: 'row', entity, alias: THIS };
}

/** Refuses to create or import before the body is read, where no cell of this actor could ever allow it. */
export function refuseNeverAllowed(write: Write, entity: string, action: 'create' | 'import'): void {
  if (write.system) return;
  const context = clauseContext(write, new Parameters(), entity);
  if (recordPredicate(context, write.authority, action, thisRecord(entity)) !== FALSE) return;
  const gaps = grantsOf(write, entity, action).filter((grant) => openClause(write.index, grant) !== null);
  const gap = gaps.find(({ role }) => write.authority.held.has(role) || write.index.role(role).given.kind === 'open');
  // Only the database knows who holds a role about the user alone: then the result is judged.
  const mayBeHeld = gaps.some((grant) => write.index.findRole(grant.role)?.given.kind === 'user');
  if (gap === undefined && mayBeHeld && write.actor.userId !== null) return;
  throw gap === undefined
    ? refuse(write.index, 'FORBIDDEN', { clause: `6.${entity}.${action}` })
    : refuse(write.index, 'NOT_SPECIFIED', { clause: openClause(write.index, gap) });
}

export interface Locked {
  readonly before: string;
  readonly entityAllowed: boolean;
  /** Where the entity's cells don't allow it: the gap that would decide, if any. */
  readonly entityGap: string | null;
  /** Fields with an `update` row of their own that this actor may set on this record. */
  readonly fieldsAllowed: ReadonlySet<string>;
  /** For the other fields: the gap that would decide, if any. */
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

/** A record as it would be saved, instead of the one in its table. */
export interface Draft {
  /** What its text depends on, besides the entity. */
  readonly key: string;
  readonly slots: Slots;
  /** What stands behind `select`: one row under the alias of the record, with all columns of its table. */
  from(parameters: Parameters): string;
}

/** Judges the record as it stands now: the result of a create, the state after an update. */
export async function judgeResult(
  write: Write,
  entity: string,
  id: string,
  action: 'create' | 'update' | 'import',
  fields: readonly string[],
  entityCell: boolean,
  draft: Draft | null = null,
): Promise<void> {
  if (write.system) return;
  const own = ownUpdateRows(write, entity).filter((field) => fields.includes(field.name));
  if (!entityCell && own.length === 0) return;
  const needed = neededFields(write, entity, action, entityCell ? action : null, own);
  const [row] = await perform(
    write,
    `judge ${entity} ${action} ${entityCell} ${own.map((field) => field.name).join(',')} ${authorityKey(write)} ${draft?.key ?? ''}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const record = thisRecord(entity);
      const selected = own.flatMap((field, place) => [
        `${fieldPredicate(context, write.authority, field.name, 'update', record)} as allowed_${place}`,
        `(${fieldGapClause(context, write.authority, field.name, 'update', record)})::text as gap_${place}`,
      ]);
      if (entityCell)
        selected.push(
          `${recordPredicate(context, write.authority, action, record)} as allowed`,
          `(${gapClause(context, write.authority, action, record)})::text as gap`,
        );
      selected.push(
        ...needed.map(
          ({ field, grants }, place) =>
            `(${and(`${column(THIS, columnOf(field))} is null`, mightAllow(context, write.authority, grants, record))}) as missing_${place}`,
        ),
      );
      const from =
        draft?.from(parameters) ?? `${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
      return `select ${selected.join(', ')} ${from}`;
    },
    { ...draft?.slots, id: id === '' ? null : id },
  );
  if (row === undefined) throw new Error(`${entity} ${id} is gone.`);
  const isRefused =
    (entityCell && row.allowed !== true) || own.some((_field, place) => row[`allowed_${place}`] !== true);
  const missing = isRefused ? needed.filter((_needed, place) => row[`missing_${place}`] === true) : [];
  if (missing.length > 0)
    throw refuseFields(
      write.index,
      missing.map(({ field }) => fieldError(write.index, 'REQUIRED', field, field.name, required(field).message)),
    );
  if (entityCell && row.allowed !== true) throw refuseCell(write, entity, action, row.gap);
  own.forEach((field, place) => {
    if (row[`allowed_${place}`] !== true) throw refuseField(write, entity, field, row[`gap_${place}`]);
  });
}

/** A field without which cells can't be judged, and the grants whose cells those are. */
interface Needed {
  readonly field: Field;
  readonly grants: readonly Grant[];
}

/** The fields that the writer may enter and that decide about cells: of the entity's own, and of rows of fields. */
function neededFields(
  write: Write,
  entity: string,
  action: 'create' | 'update' | 'import',
  cell: Action | null,
  own: readonly Field[],
): Needed[] {
  const found = write.index.entity(entity);
  // An owned child is named by its place, which is not known here.
  if (found.owner !== null) return [];
  const permissions = write.index.permissions(entity);
  const grants = [
    ...(cell === null ? [] : (permissions?.actions?.[cell] ?? [])),
    ...own.flatMap(({ name }) => permissions?.fields[name]?.update ?? []),
  ];
  const settable = settableFor(write);
  return found.fields.flatMap((field) => {
    const reading = grants.filter((grant) => neededByCell(found, grant.cell).has(field.name));
    return reading.length > 0 && settable(entity, field, action !== 'update') === 'yes'
      ? [{ field, grants: reading }]
      : [];
  });
}

function refuseCell(write: Write, entity: string, action: Action, gap: unknown) {
  return typeof gap === 'string'
    ? refuse(write.index, 'NOT_SPECIFIED', { clause: gap })
    : refuse(write.index, 'FORBIDDEN', { clause: `6.${entity}.${action}` });
}

export function refuseField(write: Write, entity: string, field: Field, gap: unknown) {
  if (typeof gap === 'string') return refuse(write.index, 'NOT_SPECIFIED', { clause: gap });
  const clause = write.index.permissions(entity)?.fields[field.name]?.update?.[0]?.clause ?? field.clause;
  const words = message('mayNotSet', { label: field.label });
  return refuse(write.index, 'FORBIDDEN', {
    clause,
    words,
    errors: [{ ...fieldError(write.index, 'FORBIDDEN', field, field.name, words), clause }],
  });
}

export function ownUpdateRows(write: Pick<Write, 'index'>, entity: string): readonly Field[] {
  const rows = write.index.permissions(entity)?.fields ?? {};
  return write.index.entity(entity).fields.filter((field) => rows[field.name]?.update !== undefined);
}

/** What the caller may ever set, without a look at a record; an unreadable field answers as an unknown one (6). */
export function settableFor(write: Acting): (entity: string, field: Field, creates: boolean) => Settable {
  let byRights = settables.get(write.index);
  if (byRights === undefined) settables.set(write.index, (byRights = new Map()));
  const rights = write.system ? 'system' : authorityKey(write);
  let known = byRights.get(rights);
  if (known === undefined) {
    if (byRights.size >= MOST_KEPT) byRights.clear();
    byRights.set(rights, (known = new Map()));
  }
  const answers = known;
  return (entity, field, creates) => {
    const key = `${entity} ${field.name} ${creates}`;
    let settable = answers.get(key);
    if (settable === undefined) answers.set(key, (settable = judgeSettable(write, entity, field, creates)));
    return settable;
  };
}

/** By plan and by roles held: it depends on nothing else. */
const settables = new WeakMap<PlanIndex, Map<string, Map<string, Settable>>>();
const MOST_KEPT = 1_000;

/** Whether any role of the caller could let them read the field of some record. */
export function mayEverRead(write: Acting, entity: string, field: Field): boolean {
  const context = clauseContext(write, new Parameters(), entity);
  return fieldPredicate(context, write.authority, field.name, 'read', thisRecord(entity)) !== FALSE;
}

function judgeSettable(write: Acting, entity: string, field: Field, creates: boolean): Settable {
  const writable = isWritable(write.index, entity, field, creates);
  if (write.system) return writable ? 'yes' : 'no';
  const context = clauseContext(write, new Parameters(), entity);
  const record = thisRecord(entity);
  const hasRow = write.index.permissions(entity)?.fields[field.name]?.update !== undefined;
  const mayUpdate = () => fieldPredicate(context, write.authority, field.name, 'update', record) !== FALSE;
  if (writable && (!hasRow || mayUpdate())) return 'yes';
  if (!mayEverRead(write, entity, field)) return 'unknown';
  if (!writable || fieldGapClause(context, write.authority, field.name, 'update', record) === NO_GAP) return 'no';
  const grants = write.index.permissions(entity)?.fields[field.name]?.update ?? [];
  const sure = grants.find(
    ({ cell, role, states }) => cell.kind === 'gap' && states === null && write.authority.held.has(role),
  );
  // Where a gap may decide, the record decides: its own judgement answers NOT_SPECIFIED.
  return sure === undefined ? 'yes' : { gap: sure.clause };
}
