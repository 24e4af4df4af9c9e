import { areCreatedAlone } from '../isolation/created-alone.ts';
import { lookUpNames } from '../run/imports/cell.ts';
import { canInsertMany, insertMany, type ManyInserted } from '../run/insert-many.ts';
import { putInMany } from '../run/put-in-many.ts';
import { touchNew } from '../run/touch.ts';
import type { Write } from '../run/write.ts';
import { insertLoaded, type LoadableRow, LOADED_SEPARATOR } from './loaded-record.ts';
import type { LoadedRow } from './load-rows.ts';
import { columnsOf, type ReadRow, type ReadRows, readRows, type RowsAhead, stillHold } from './read-rows.ts';

/** Creates a record from each row in the transaction of a write, each as if it were the only one. */
export async function putInRows(
  write: Write,
  entity: string,
  rows: readonly LoadableRow[],
  ahead: RowsAhead | null,
): Promise<LoadedRow[]> {
  const alone = (own: Write, row: LoadableRow) => insertLoaded(own, entity, row);
  const read = await readTogether(write, entity, rows, ahead);
  if (read === null) return putInMany(write, rows, { together: null, alone });
  const naming: Write = { ...write, named: read.named };
  const put = await putInMany(naming, read.rows, {
    together: canInsertMany(write.index, entity)
      ? (own, some, leavesOut) => insertTogether(own, entity, some, leavesOut)
      : null,
    alone: (own, { row }) => alone(own, row),
  });
  const results: LoadedRow[] = [];
  for (const [place, errors] of read.wrong) results[place] = { ok: false, errors };
  for (const [at, { place }] of read.rows.entries()) {
    const result = put[at];
    if (result !== undefined) results[place] = result;
  }
  return results;
}

/** The rows as they were read ahead, if that still holds, or read now; null if each is read when its turn comes. */
async function readTogether(
  write: Write,
  entity: string,
  rows: readonly LoadableRow[],
  ahead: RowsAhead | null,
): Promise<ReadRows | null> {
  if (ahead !== null && (await stillHold(write, ahead))) return ahead.read;
  if (!areCreatedAlone(write.index.plan, entity)) return null;
  const named = await lookUpNames(write, entity, columnsOf(write.index, entity, rows), LOADED_SEPARATOR);
  return named === null ? null : readRows(write, entity, rows, named);
}

async function insertTogether(
  write: Write,
  entity: string,
  rows: readonly ReadRow[],
  leavesOut: boolean,
): Promise<ManyInserted> {
  const { clause } = write.index.entity(entity);
  const values = rows.map((row) => row.values);
  const inserted = await insertMany(write, entity, values, leavesOut);
  const leftOut = new Set(inserted.leftOut);
  for (const id of inserted.ids)
    if (!leftOut.has(id)) touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path: '' });
  return inserted;
}
