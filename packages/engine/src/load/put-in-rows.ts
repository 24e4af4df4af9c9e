import { areCreatedAlone } from '../isolation/created-alone.ts';
import { findNamed, lookUpNames, namesIn } from '../run/imports/cell.ts';
import { canInsertMany } from '../run/insert-many.ts';
import { putInMany } from '../run/put-in-many.ts';
import type { Write } from '../run/write.ts';
import { insertTogether } from './insert-together.ts';
import { insertLoaded, type LoadableRow, LOADED_SEPARATOR } from './loaded-record.ts';
import type { LoadedRow } from './load-parts.ts';
import { columnsOf, type ReadRows, readRows, type RowsAhead, stillHold } from './read-rows.ts';

/** Creates a record from each row in the transaction of a write, each as if it were the only one. */
export async function putInRows(
  write: Write,
  entity: string,
  rows: readonly LoadableRow[],
  ahead: RowsAhead | null,
): Promise<LoadedRow[]> {
  const read = await readTogether(write, entity, rows, ahead);
  if (read !== null) return putInRead(write, entity, read);
  return areCreatedAlone(write.index.plan, entity) ? putInRuns(write, entity, rows) : putInEach(write, entity, rows);
}

/** Judges each row in its turn. */
export async function putInEach(write: Write, entity: string, rows: readonly LoadableRow[]): Promise<LoadedRow[]> {
  return putInMany(write, rows, { together: null, alone: (own, row) => insertLoaded(own, entity, row) });
}

/** Judges rows together, whose texts are read. */
export async function putInRead(write: Write, entity: string, read: ReadRows): Promise<LoadedRow[]> {
  const naming: Write = { ...write, named: read.named };
  const put = await putInMany(naming, read.rows, {
    together: canInsertMany(write.index, entity)
      ? (own, some, leavesOut) =>
          insertTogether(
            own,
            entity,
            some.map(({ record }) => record),
            leavesOut,
          )
      : null,
    alone: (own, { row }) => insertLoaded(own, entity, row),
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

/** So many rows are looked at for the first run, and so few at least for any other. */
const SHORTEST_RUN = 8;

/**
 * Creates records from rows that may refer to each other: in runs, each of which refers to records that are there
 * already.
 */
async function putInRuns(write: Write, entity: string, rows: readonly LoadableRow[]): Promise<LoadedRow[]> {
  const results: LoadedRow[] = [];
  let longest = rows.length;
  while (results.length < rows.length) {
    const some = rows.slice(results.length, results.length + longest);
    const run = await putInRun(write, entity, some);
    results.push(...run);
    longest = Math.max(SHORTEST_RUN, 2 * run.length);
  }
  return results;
}

/** Creates records from the first rows, up to one that names what is not there yet; answers their results. */
async function putInRun(write: Write, entity: string, rows: readonly LoadableRow[]): Promise<readonly LoadedRow[]> {
  const { index } = write;
  const ofRow = rows.map(
    (row) => namesIn(columnsOf(index, entity, [row]), LOADED_SEPARATOR).get(entity) ?? new Set<string>(),
  );
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [target, names] of namesIn(columnsOf(index, entity, rows), LOADED_SEPARATOR))
    named.set(target, await findNamed(write, target, [...names]));
  const own = named.get(entity) ?? new Map<string, readonly string[]>();
  const end = ofRow.findIndex((names) => [...names].some((name) => own.get(name)?.length === 0));
  const run = rows.slice(0, end === -1 ? rows.length : Math.max(end, 1));
  const names = [...new Set(ofRow.slice(0, run.length).flatMap((some) => [...some]))];

  const takeBack = write.numbers?.mark();
  await write.client.query('savepoint run_of_rows');
  const results = await putInRead(write, entity, await readRows(write, entity, run, named));
  const now = await findNamed(write, entity, names);
  const isSame = names.every((name) => sameRecords(now.get(name) ?? [], own.get(name) ?? []));
  if (isSame) {
    await write.client.query('release savepoint run_of_rows');
    return results;
  }
  // A row has given a name of another one a second meaning.
  await write.client.query('rollback to savepoint run_of_rows');
  takeBack?.();
  return putInEach(write, entity, run);
}

function sameRecords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
