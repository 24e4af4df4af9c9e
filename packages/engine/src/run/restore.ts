import { type Field, message } from '@nonet/language';
import { column, columnOf, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Hidden, isHiddenWithOther, takeHidden } from './hidden-with.ts';
import { grantsOf, type Locked, lockFor, ownEntityFor, refuseUnauthenticated } from './authorize.ts';
import { refuse } from './refuse.ts';
import { stamp } from './save.ts';
import { type Change, changeBy, note, touch } from './touch.ts';
import { fromThis, perform, snapshot, THIS, type Write } from './write.ts';
import { NOTHING, performSteps } from './write-steps/operation.ts';

/** Brings back what was softly deleted, with all that went with it; the rules of a save are checked again (3). */
export async function restoreRecord(write: Write, name: string, id: string): Promise<void> {
  let locked: Locked;
  let change: Change;
  await performSteps({
    admission: async () => {
      if (ownEntityFor(write, name).delete !== 'soft') throw refuse(write.index, 'NOT_FOUND');
      refuseUnauthenticated(write, grantsOf(write, name, 'restore'));
    },
    lock: async () => {
      locked = await lockFor(write, name, id, 'restore', true);
    },
    body: NOTHING,
    references: NOTHING,
    version: NOTHING,
    guard: async () => {
      change = changeBy(write.index, name, 'restore');
      if (await isHiddenWithOther(write.client, id))
        throw refuse(write.index, 'INVALID_TRANSITION', { clause: change.clause, words: message('comesBack') });
    },
    save: async () => {
      await show(write, name, id, locked.before, { ...change, path: '' });
      for (const hidden of await takeHidden(write, id)) await bringBack(write, hidden, change);
    },
    permission: NOTHING,
  });
}

/**
 * Restores a record that was hidden with the restored one, or a reference that was cleared. Records that were deleted
 * for good since stay deleted.
 */
async function bringBack(write: Write, { entity: name, record, field, target }: Hidden, change: Change): Promise<void> {
  const entity = write.index.findEntity(name);
  if (entity === null) return;
  if (field === null) {
    const [row] = await perform<{ before: string }>(
      write,
      `hidden ${name}`,
      (parameters) =>
        `select ${snapshot(write.index, name, THIS)}::text as before ${fromThis(name)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is not null for update of ${THIS}`,
      { id: record },
    );
    if (row !== undefined) await show(write, name, record, row.before, change);
    return;
  }
  const cleared = write.index.findField(name, field);
  if (cleared === null || target === null) return;
  if ((await touch(write, name, record, { ...change, action: 'update' })) === null) return;
  await perform(
    write,
    `refer ${name} ${field}`,
    (parameters) =>
      `update ${table(name)} ${THIS} set ${quote(field)} = ${again(cleared, parameters)}, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id: record, target },
  );
}

/** References that have been set to another record by now are left as they are. */
function again(field: Field, parameters: Parameters): string {
  const [value, target] = [column(THIS, columnOf(field)), parameters.slot('target', 'uuid')];
  if (field.type.kind !== 'many') return `coalesce(${value}, ${target})`;
  return `case when ${value} @> array[${target}] then ${value} else array_append(${value}, ${target}) end`;
}

async function show(write: Write, name: string, id: string, before: string, change: Change): Promise<void> {
  const touched = note(write, name, id, before, change);
  touched.causes.add('create');
  await perform(
    write,
    `restore ${name}`,
    (parameters) =>
      `update ${table(name)} ${THIS} set ${quote(SYSTEM_COLUMNS.deletedAt)} = null, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  );
}
