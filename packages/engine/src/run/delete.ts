import type { Field } from '@nonet/language';
import { column, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { BeforeChange } from './fire.ts';
import { grantsOf, lockFor, ownEntityFor, refuseUnauthenticated } from './permit.ts';
import { refuse } from './refuse.ts';
import { stamp } from './save.ts';
import { note, touch } from './touch.ts';
import { fromThis, perform, THIS, touchedKey, type Write } from './write.ts';

/** Deletes a record as its entity's `delete` says (3): for good, softly, or never. */
export async function deleteRecord(write: Write, name: string, id: string, beforeChange: BeforeChange): Promise<void> {
  const entity = ownEntityFor(write, name);
  refuseUnauthenticated(write, grantsOf(write, name, 'delete'));
  const locked = await lockFor(write, name, id, 'delete');
  if (entity.delete === 'never')
    throw refuse(write.index, 'FORBIDDEN', { clause: entity.clause, message: `${entity.plural} are never deleted.` });
  await beforeChange(id);
  const clause = `6.${name}.delete` in write.index.plan.clauses ? `6.${name}.delete` : entity.clause;
  note(write, name, id, locked.before, { cause: 'delete', action: 'delete', clause, path: '' });
  await remove(write, name, id, clause);
}

/** Takes a record away, with what goes with it; refuses IN_USE where something restricts. */
async function remove(write: Write, name: string, id: string, clause: string): Promise<void> {
  const touched = write.touched.get(touchedKey(name, id));
  if (touched === undefined || touched.deleted) return;
  touched.deleted = true;
  for (const { entity: child } of write.index.children(name)) {
    for (const childId of await referring(write, child.name, SYSTEM_COLUMNS.parent, id))
      await removeOther(write, child.name, childId, clause);
  }
  for (const { entity, field } of references(write, name)) {
    for (const other of await referring(write, entity, field.name, id)) {
      if (write.touched.get(touchedKey(entity, other))?.deleted) continue;
      if (field.onDelete === 'cascade') await removeOther(write, entity, other, clause);
      else if (field.onDelete === 'clear') await clear(write, entity, field, other, clause);
      else throw refuse(write.index, 'IN_USE', { clause: field.clause });
    }
  }
  if (write.index.entity(name).delete === 'soft') {
    await perform(
      write,
      `bury ${name}`,
      (parameters) =>
        `update ${table(name)} ${THIS} set ${quote(SYSTEM_COLUMNS.deletedAt)} = ${parameters.slot('now', 'timestamptz')}, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
      { id },
    );
    return;
  }
  await perform(
    write,
    `remove ${name}`,
    (parameters) => `delete ${fromThis(name)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  );
}

async function removeOther(write: Write, entity: string, id: string, clause: string): Promise<void> {
  // An owned child of what is softly deleted stays with it, hidden by its owner.
  if (isHiddenWithOwner(write, entity)) return;
  if ((await touch(write, entity, id, { cause: 'delete', action: 'delete', clause })) === null) return;
  await remove(write, entity, id, clause);
}

function isHiddenWithOwner(write: Write, entity: string): boolean {
  const { owner } = write.index.entity(entity);
  return owner !== null && write.index.entity(owner.entity).delete === 'soft';
}

async function clear(write: Write, entity: string, field: Field, id: string, clause: string): Promise<void> {
  await touch(write, entity, id, { cause: 'update', action: 'update', clause });
  await perform(
    write,
    `clear ${entity} ${field.name}`,
    (parameters) =>
      `update ${table(entity)} ${THIS} set ${quote(field.name)} = null, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  );
}

function references(write: Write, target: string): { entity: string; field: Field }[] {
  return write.index.plan.entities.flatMap((entity) =>
    storedFields(entity)
      .filter((field) => field.type.kind === 'reference' && field.type.entity === target)
      .map((field) => ({ entity: entity.name, field })),
  );
}

async function referring(write: Write, entity: string, name: string, id: string): Promise<string[]> {
  const rows = await perform<{ id: string }>(
    write,
    `referring ${entity} ${name}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${column(THIS, name)} = ${parameters.slot('target', 'uuid')} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null order by 1`,
    { target: id },
  );
  return rows.map((row) => row.id);
}
