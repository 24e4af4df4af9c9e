import { message } from '@nonet/language';
import { column, quote, type StoredField, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { grantsOf, type Locked, lockFor, ownEntityFor, refuseUnauthenticated } from './authorize.ts';
import { errorOfDelete } from './database-refusal.ts';
import { refuse } from './refuse.ts';
import { stamp } from './save.ts';
import { type Change, changeBy, note, touch } from './touch.ts';
import { noteHidden } from './hidden-with.ts';
import { fromThis, perform, snapshot, THIS, type Touched, touchedKey, type Write } from './write.ts';
import { type BeforeChange, NOTHING, performSteps } from './write-steps/operation.ts';

/** Deletes a record as its entity's `delete` says (3): for good, softly, or never. */
export async function deleteRecord(write: Write, name: string, id: string, beforeChange: BeforeChange): Promise<void> {
  let locked: Locked;
  await performSteps({
    admission: async () => {
      ownEntityFor(write, name);
      refuseUnauthenticated(write, grantsOf(write, name, 'delete'));
    },
    lock: async () => {
      locked = await lockFor(write, name, id, 'delete');
      const entity = write.index.entity(name);
      if (entity.delete === 'never')
        throw refuse(write.index, 'FORBIDDEN', {
          clause: entity.clause,
          words: message('neverDeleted', { plural: entity.plural }),
        });
    },
    body: NOTHING,
    references: NOTHING,
    version: () => beforeChange(id),
    guard: NOTHING,
    save: async () => {
      const change = changeBy(write.index, name, 'delete');
      note(write, name, id, locked.before, { ...change, path: '' });
      await remove(write, name, id, change.clause);
    },
    permission: NOTHING,
  });
}

/** A delete as an effect of an event or a call (4): with the product's authority, and refused where something restricts. */
export async function removeNested(write: Write, entity: string, id: string, clause: string): Promise<void> {
  if ((await touch(write, entity, id, { cause: 'delete', action: 'delete', clause })) === null)
    throw refuse(write.index, 'NOT_FOUND', { clause });
  await remove(write, entity, id, clause);
}

/** Deletes a record and what goes with it for good, whatever `delete` says, also where it was softly deleted before. */
export async function removeForGood(write: Write, entity: string, id: string, change: Change): Promise<void> {
  if ((await touchAny(write, entity, id, change)) !== null)
    await remove(write, entity, id, change.clause, null, change);
}

/** Notes a change of a record, which may be softly deleted. */
async function touchAny(write: Write, entity: string, id: string, change: Change): Promise<Touched | null> {
  const touched = await touch(write, entity, id, change);
  if (touched !== null || write.touched.has(touchedKey(entity, id))) return touched;
  const [row] = await perform<{ before: string }>(
    write,
    `touch hidden ${entity}`,
    (parameters) =>
      `select ${snapshot(write.index, entity, THIS)}::text as before ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} for update of ${THIS}`,
    { id },
  );
  return row === undefined ? null : note(write, entity, id, row.before, change);
}

/**
 * Deletes a record with everything that it cascades to; refuses with IN_USE if something restricts it. Records that a
 * soft delete cascades to (`hiddenWith`) are hidden as well, regardless of their own `delete`, so that restoring loses
 * nothing. `forGood`: nothing is hidden, and what was hidden before goes as well.
 */
async function remove(
  write: Write,
  name: string,
  id: string,
  clause: string,
  hiddenWith: string | null = null,
  forGood: Change | null = null,
): Promise<void> {
  const touched = write.touched.get(touchedKey(name, id));
  if (touched === undefined || touched.deleted) return;
  touched.deleted = true;
  const isHidden = forGood === null && write.index.entity(name).delete === 'soft';
  const root = hiddenWith ?? (isHidden ? id : null);
  const removeOther = async (entity: string, other: string): Promise<void> => {
    const change = forGood ?? { cause: 'delete', action: 'delete', clause };
    const found = await (forGood === null ? touch : touchAny)(write, entity, other, change);
    if (found !== null) await remove(write, entity, other, clause, root, forGood);
  };
  // Owned children of what is hidden stay with it, hidden by their owner.
  for (const { entity: child } of root === null ? write.index.children(name) : [])
    for (const childId of await childrenOf(write, child.name, id, forGood !== null))
      await removeOther(child.name, childId);
  for (const { entity, field } of references(write, name)) {
    for (const other of await referring(write, entity, field, id, forGood !== null)) {
      if (write.touched.get(touchedKey(entity, other))?.deleted) continue;
      if (field.onDelete === 'cascade') await removeOther(entity, other);
      else if (field.onDelete === 'clear') {
        await clear(write, entity, field, other, id, clause);
        if (root !== null) await noteHidden(write, root, { entity, record: other, field: field.name, target: id });
      } else throw refuse(write.index, 'IN_USE', { clause: field.clause });
    }
  }
  if (root !== null) {
    if (root !== id) await noteHidden(write, root, { entity: name, record: id, field: null, target: null });
    await perform(
      write,
      `bury ${name}`,
      (parameters) =>
        `update ${table(name)} ${THIS} set ${quote(SYSTEM_COLUMNS.deletedAt)} = ${parameters.slot('now', 'timestamptz')}, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
      { id },
    );
    return;
  }
  await forget(write, name, id);
  await perform(
    write,
    `remove ${name}`,
    (parameters) => `delete ${fromThis(name)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  ).catch((error: unknown) => {
    throw errorOfDelete(error);
  });
}

/** Takes a reference to `target` out of a record. */
async function clear(
  write: Write,
  entity: string,
  field: StoredField,
  id: string,
  target: string,
  clause: string,
): Promise<void> {
  await touch(write, entity, id, { cause: 'update', action: 'update', clause });
  await perform(
    write,
    `clear ${entity} ${field.name}`,
    (parameters) =>
      `update ${table(entity)} ${THIS} set ${quote(field.name)} = ${without(field, parameters)}, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id, target },
  );
}

function without(field: StoredField, parameters: Parameters): string {
  if (field.type.kind !== 'many') return 'null';
  return `array_remove(${column(THIS, field.name)}, ${parameters.slot('target', 'uuid')})`;
}

/**
 * Removes references to a permanently deleted record from softly deleted ones (a foreign key does the same for single
 * references).
 */
async function forget(write: Write, name: string, id: string): Promise<void> {
  for (const { entity, field } of references(write, name)) {
    if (field.type.kind !== 'many' || !write.index.mayBeHidden(entity)) continue;
    await perform(
      write,
      `forget ${entity} ${field.name}`,
      (parameters) =>
        `update ${table(entity)} ${THIS} set ${quote(field.name)} = ${without(field, parameters)} where ${refersTo(field, parameters)} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is not null`,
      { target: id },
    );
  }
}

function references(write: Write, target: string): { entity: string; field: StoredField }[] {
  return write.index.plan.entities.flatMap((entity) =>
    storedFields(entity)
      .filter(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === target)
      .map((field) => ({ entity: entity.name, field })),
  );
}

function refersTo(field: StoredField, parameters: Parameters): string {
  const target = parameters.slot('target', 'uuid');
  return field.type.kind === 'many'
    ? `${column(THIS, field.name)} @> array[${target}]`
    : `${column(THIS, field.name)} = ${target}`;
}

async function referring(
  write: Write,
  entity: string,
  field: StoredField,
  id: string,
  withHidden: boolean,
): Promise<string[]> {
  const key = `referring ${entity} ${field.name}`;
  return found(write, entity, key, (parameters) => refersTo(field, parameters), id, withHidden);
}

async function childrenOf(write: Write, entity: string, id: string, withHidden: boolean): Promise<string[]> {
  const ofParent = (parameters: Parameters) =>
    `${column(THIS, SYSTEM_COLUMNS.parent)} = ${parameters.slot('target', 'uuid')}`;
  return found(write, entity, `children of ${entity}`, ofParent, id, withHidden);
}

/** The records for which a condition holds, without those that are softly deleted or with them. */
async function found(
  write: Write,
  entity: string,
  key: string,
  condition: (parameters: Parameters) => string,
  target: string,
  withHidden: boolean,
): Promise<string[]> {
  const rows = await perform<{ id: string }>(
    write,
    `${key} ${withHidden}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${condition(parameters)}${withHidden ? '' : ` and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`} order by 1`,
    { target },
  );
  return rows.map((row) => row.id);
}
