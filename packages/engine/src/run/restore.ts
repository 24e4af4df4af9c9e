import { column, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { grantsOf, lockFor, ownEntityFor, refuseUnauthenticated } from './permit.ts';
import { refuse } from './refuse.ts';
import { stamp } from './save.ts';
import { note } from './touch.ts';
import { perform, THIS, type Write } from './write.ts';

/** Brings back what was softly deleted; the rules of a save are checked again (3). */
export async function restoreRecord(write: Write, name: string, id: string): Promise<void> {
  const entity = ownEntityFor(write, name);
  if (entity.delete !== 'soft') throw refuse(write.index, 'NOT_FOUND');
  refuseUnauthenticated(write, grantsOf(write, name, 'restore'));
  const locked = await lockFor(write, name, id, 'restore', true);
  const clause = `6.${name}.restore` in write.index.plan.clauses ? `6.${name}.restore` : entity.clause;
  const touched = note(write, name, id, locked.before, { cause: 'update', action: 'restore', clause, path: '' });
  touched.causes.add('create');
  await perform(
    write,
    `restore ${name}`,
    (parameters) =>
      `update ${table(name)} ${THIS} set ${quote(SYSTEM_COLUMNS.deletedAt)} = null, ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  );
}
