import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import {
  type Cause,
  fromThis,
  keepRowBefore,
  perform,
  snapshot,
  THIS,
  type Touched,
  touchedKey,
  type Write,
} from './write.ts';

export interface Change {
  readonly cause: Cause;
  /** The action of its history entry, and the clause that brought it about. */
  readonly action: string;
  readonly clause: string;
  readonly path?: string | null;
}

/**
 * Notes a change of a record that is there, locks it (new references to it may come meanwhile: they change nothing of it), and keeps how it stood. Null
 * where it is gone.
 */
export async function touch(write: Write, entity: string, id: string, change: Change): Promise<Touched | null> {
  const known = write.touched.get(touchedKey(entity, id));
  if (known !== undefined) {
    known.causes.add(change.cause);
    return known.deleted ? null : known;
  }
  const [row] = await perform<{ before: string }>(
    write,
    `touch ${entity}`,
    (parameters) =>
      `select ${snapshot(write.index, entity, THIS)}::text as before ${fromThis(entity)}
       where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null for no key update of ${THIS}`,
    { id },
  );
  return row === undefined ? null : note(write, entity, id, row.before, change);
}

/** Notes a record that this transaction has just created. */
export function touchNew(write: Write, entity: string, id: string, change: Change): Touched {
  return note(write, entity, id, null, change);
}

/** Notes a change of a record whose former state is at hand. */
export function note(write: Write, entity: string, id: string, before: string | null, change: Change): Touched {
  const touched: Touched = {
    entity,
    id,
    before,
    causes: new Set([change.cause]),
    action: change.action,
    clause: change.clause,
    by: write.actor.userId,
    path: change.path ?? null,
    deleted: false,
  };
  write.touched.set(touchedKey(entity, id), touched);
  keepRowBefore(write, entity, id, before);
  return touched;
}
