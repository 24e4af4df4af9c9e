import type { Transition } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
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

/** The effect of a request on a record by one of point 6's verbs. */
export function changeBy(index: PlanIndex, entity: string, action: 'create' | 'update' | 'delete' | 'restore'): Change {
  const clause = `6.${entity}.${action}`;
  return {
    // Coming back changes a record that was there.
    cause: action === 'restore' ? 'update' : action,
    action,
    clause: clause in index.plan.clauses ? clause : index.entity(entity).clause,
  };
}

/** The effect of an event's row on its record (4). */
export function changeByEvent(event: string, row: Pick<Transition, 'clause'> | undefined, entity: string): Change {
  return { cause: event, action: event, clause: row?.clause ?? `4.${entity}` };
}

/**
 * Notes a change of an existing record, locks the record (new references to it remain possible, because they don't
 * change it), and keeps its state before. Null if it is deleted.
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

/** Notes a change of a record whose former state is available. */
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
