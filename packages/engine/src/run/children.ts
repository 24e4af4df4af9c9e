import { message } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import { column, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { type ChildValues, namedIn, type RecordValues } from './body.ts';
import { lockFor } from './authorize.ts';
import { cellsFor } from './cells.ts';
import { judgeResult } from './judge-result.ts';
import { keepUnseen } from './references.ts';
import { refuseInvalid } from './refuse.ts';
import { insertRecord, isOneStatement, updateRecord } from './save.ts';
import { note, touchNew } from './touch.ts';
import { newId } from './values/identifier.ts';
import { fromThis, keepRowBefore, perform, sendAhead, snapshot, THIS, touchedKey, type Write } from './write.ts';

/** Takes the check of point 6 on a child, which may have to wait until its owner is in its first state. */
export type Judging = (judge: () => Promise<void>) => Promise<void>;

const AT_ONCE: Judging = (judge) => judge();

/**
 * Writes the owned children of a record: a known id updates, none creates, an absent one deletes (the derived API).
 * Answers whether anything changed.
 */
export async function saveChildren(
  write: Write,
  owner: string,
  ownerId: string,
  body: RecordValues,
  clause: string,
  judging: Judging = AT_ONCE,
): Promise<boolean> {
  let changed = false;
  for (const [entity, children] of listsOf(write.index, owner, body))
    changed = (await saveList(write, entity, ownerId, children, clause, judging)) || changed;
  return changed;
}

/** Whether one statement inserts each of the owned children in a new record's body, without a query before it. */
export function canBeSent(index: PlanIndex, owner: string, body: RecordValues): boolean {
  return listsOf(index, owner, body).every(
    ([entity, children]) =>
      !index.hasWholeIds(entity) &&
      isOneStatement(index, entity) &&
      children.every((child) => child.id === null && canBeSent(index, entity, child.body)),
  );
}

/** Puts in the owned children of a record that is new itself, without waiting for any of them. */
export function sendChildren(write: Write, owner: string, ownerId: string, body: RecordValues, clause: string): void {
  for (const [entity, children] of listsOf(write.index, owner, body)) {
    for (const [position, { path, body: child }] of children.entries()) {
      const id = newId();
      sendAhead(write, insertRecord(write, entity, { values: child.values, parent: { id: ownerId, position }, id }));
      touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path });
      sendChildren(write, entity, id, child, clause);
      if (judged(write, entity))
        sendAhead(write, judgeResult(write, entity, id, cellsFor(write, entity, 'create', namedIn(child))));
    }
  }
}

/** The owned children in a body, list by list, with their entity. */
function listsOf(index: PlanIndex, owner: string, { children }: RecordValues): [string, readonly ChildValues[]][] {
  return [...children].flatMap(([name, list]): [string, readonly ChildValues[]][] => {
    const { type } = index.field(owner, name);
    return type.kind === 'children' ? [[type.entity, list]] : [];
  });
}

async function saveList(
  write: Write,
  entity: string,
  ownerId: string,
  children: readonly ChildValues[],
  clause: string,
  judging: Judging,
): Promise<boolean> {
  const present = await presentChildren(write, entity, ownerId);
  const unknown = children.filter((child) => child.id !== null && !present.has(child.id));
  if (unknown.length > 0) {
    throw refuseInvalid(
      write.index,
      unknown.map(
        (child): FieldError => ({
          field: `${child.path}id`,
          code: 'INVALID',
          message: message('noEntry'),
          clause: write.index.entity(entity).clause,
        }),
      ),
    );
  }
  const kept = new Set(children.map((child) => child.id));
  let changed = false;
  for (const [id, before] of present) {
    if (kept.has(id)) continue;
    if (judged(write, entity)) await lockFor(write, entity, id, 'delete');
    note(write, entity, id, before, { cause: 'delete', action: 'delete', clause }).deleted = true;
    await perform(
      write,
      `remove ${entity}`,
      (parameters) => `delete ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
      { id },
    );
    changed = true;
  }
  await makeRoom(write, entity, children);
  for (const [position, child] of children.entries()) {
    changed =
      (await (child.id === null ? createChild : updateChild)(
        write,
        entity,
        ownerId,
        child,
        position,
        present,
        clause,
        judging,
      )) || changed;
  }
  return changed;
}

/**
 * Removes the children that are about to be written again from every `unique` (3), because one may get a value that
 * another of them still has. Writing them restores their values. No other transaction sees it.
 */
async function makeRoom(write: Write, entity: string, children: readonly ChildValues[]): Promise<void> {
  const { fields, unique } = write.index.entity(entity);
  const names = new Set([...fields.flatMap((field) => (field.unique === null ? [] : [field.name])), ...unique.flat()]);
  const again = children.filter(
    ({ id, body }) => id !== null && [...body.values.keys()].some((name) => names.has(name)),
  );
  if (again.length === 0 || children.length === 1) return;
  const position = quote(SYSTEM_COLUMNS.position);
  await perform(
    write,
    `make room ${entity}`,
    (parameters) =>
      `update ${table(entity)} ${THIS} set ${position} = -1 - ${THIS}.${position} where ${column(THIS, 'id')} = any(${parameters.listSlot('ids', 'uuid')})`,
    { ids: again.map(({ id }) => id) },
  );
}

async function createChild(
  write: Write,
  entity: string,
  ownerId: string,
  child: ChildValues,
  position: number,
  _present: ReadonlyMap<string, string>,
  clause: string,
  judging: Judging,
): Promise<boolean> {
  const id = await insertRecord(write, entity, { values: child.body.values, parent: { id: ownerId, position } });
  touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path: child.path });
  await saveChildren(write, entity, id, child.body, clause, judging);
  if (judged(write, entity))
    await judging(() => judgeResult(write, entity, id, cellsFor(write, entity, 'create', namedIn(child.body))));
  return true;
}

async function updateChild(
  write: Write,
  entity: string,
  _ownerId: string,
  child: ChildValues,
  position: number,
  present: ReadonlyMap<string, string>,
  clause: string,
  judging: Judging,
): Promise<boolean> {
  const id = child.id as string;
  const values = await keepUnseen(write, entity, present.get(id) ?? null, child.body.values);
  const changed = await updateRecord(write, entity, id, values);
  const moved = await movePosition(write, entity, id, position);
  const below = await saveChildren(write, entity, id, child.body, clause, judging);
  if (moved) keepRowBefore(write, entity, id, present.get(id) ?? null);
  if (!changed && !below) return moved;
  if (judged(write, entity)) {
    const cells = { ...cellsFor(write, entity, 'update', namedIn(child.body)), entityCell: true };
    await judging(() => judgeResult(write, entity, id, cells));
  }
  if (!write.touched.has(touchedKey(entity, id)))
    note(write, entity, id, present.get(id) ?? null, { cause: 'update', action: 'update', clause, path: child.path });
  return true;
}

/** The rows of an owned child's own in point 6 narrow what its owner's allow (6). */
function judged(write: Write, entity: string): boolean {
  return !write.system && (write.index.permissions(entity)?.actions ?? null) !== null;
}

async function movePosition(write: Write, entity: string, id: string, position: number): Promise<boolean> {
  const rows = await perform<{ before: number }>(
    write,
    `position ${entity}`,
    (
      parameters,
    ) => `update ${table(entity)} ${THIS} set ${quote(SYSTEM_COLUMNS.position)} = ${parameters.slot('position', 'int')}
      from ${table(entity)} former
      where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and former.id = ${column(THIS, 'id')}
        and ${column(THIS, SYSTEM_COLUMNS.position)} <> ${parameters.slot('position', 'int')}
      returning former.${quote(SYSTEM_COLUMNS.position)} as before`,
    { id, position },
  );
  // A position that was only changed to make room does not count as a move.
  return rows.some(({ before }) => before !== -1 - position);
}

async function presentChildren(write: Write, entity: string, ownerId: string): Promise<Map<string, string>> {
  const rows = await perform<{ id: string; before: string }>(
    write,
    `children ${entity}`,
    (
      parameters,
    ) => `select ${column(THIS, 'id')} as id, ${snapshot(write.index, entity, THIS)}::text as before ${fromThis(entity)}
      where ${column(THIS, SYSTEM_COLUMNS.parent)} = ${parameters.slot('owner', 'uuid')} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null order by ${column(THIS, SYSTEM_COLUMNS.position)}`,
    { owner: ownerId },
  );
  return new Map(rows.map((row) => [row.id, row.before]));
}

/** The place behind the last child of a record. */
export async function nextPosition(write: Write, entity: string, ownerId: string): Promise<number> {
  const [row] = await perform<{ place: number }>(
    write,
    `next ${entity}`,
    (parameters) =>
      `select coalesce(max(${column(THIS, SYSTEM_COLUMNS.position)}) + 1, 0) as place ${fromThis(entity)} where ${column(THIS, SYSTEM_COLUMNS.parent)} = ${parameters.slot('owner', 'uuid')}`,
    { owner: ownerId },
  );
  return row?.place ?? 0;
}
