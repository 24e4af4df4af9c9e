import { itemAt } from '@nonet/language';
import { areCreatedAlone } from '../isolation/created-alone.ts';
import { lookUpNames } from '../run/imports/cell.ts';
import { canInsertMany, insertMany } from '../run/insert-many.ts';
import { putInMany, type PutInTogether } from '../run/put-in-many.ts';
import { touchNew } from '../run/touch.ts';
import type { Write } from '../run/write.ts';
import { insertLoaded, type LoadableRow, LOADED_SEPARATOR, type ReadRecord } from './loaded-record.ts';
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
): Promise<PutInTogether> {
  const { clause } = write.index.entity(entity);
  const own = { leftOut: new Set<string>(), owners: new Map<string, string>() };
  const records = rows.map(({ record }) => ({ ...record, parent: null, path: '', root: null }));
  const ids = await insertLevel(write, entity, records, { ...own, clause, leavesOut });
  return { ids, ...own };
}

/** A record of a level: the rows' own, or owned children of one entity. */
interface OfLevel extends ReadRecord {
  readonly parent: { readonly id: string; readonly position: number } | null;
  readonly path: string;
  /** The record of the row that a child is in. */
  readonly root: string | null;
}

interface Level {
  readonly clause: string;
  readonly leavesOut: boolean;
  readonly leftOut: Set<string>;
  readonly owners: Map<string, string>;
}

/** Puts in the records of one level, and then the owned children of those that are in. Answers their ids in order. */
async function insertLevel(
  write: Write,
  entity: string,
  records: readonly OfLevel[],
  level: Level,
): Promise<readonly string[]> {
  const { clause, leavesOut } = level;
  const inserted = await insertMany(write, entity, records, leavesOut);
  const leftOut = new Set(inserted.leftOut);
  const below = new Map<string, OfLevel[]>();
  for (const [place, record] of records.entries()) {
    const id = itemAt(inserted.ids, place);
    const root = record.root ?? id;
    if (record.root !== null) level.owners.set(id, root);
    if (leftOut.has(id)) {
      level.leftOut.add(root);
      continue;
    }
    touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path: record.path });
    for (const child of record.children) {
      const { entity: of, position, path, values, children } = child;
      const siblings = below.get(of) ?? [];
      below.set(of, siblings);
      siblings.push({ values, children, path, root, parent: { id, position } });
    }
  }
  for (const [of, children] of below) await insertLevel(write, of, children, level);
  return inserted.ids;
}
