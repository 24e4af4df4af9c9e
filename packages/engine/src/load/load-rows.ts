import type { Clock } from '../clock.ts';
import { areCreatedAlone } from '../isolation/created-alone.ts';
import { isSelfContained } from '../isolation/self-contained.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { GivenNumbers } from '../run/given-numbers.ts';
import { lookUpNames } from '../run/imports/cell.ts';
import { canInsertMany, insertMany } from '../run/insert-many.ts';
import { lockNumbers } from '../run/number.ts';
import { putInMany } from '../run/put-in-many.ts';
import { touchNew } from '../run/touch.ts';
import type { StoredValue } from '../run/values/reading.ts';
import type { Write } from '../run/write.ts';
import { storedFields } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, transaction } from '../store/pool.ts';
import { insertLoaded, type LoadableRow, LOADED_SEPARATOR, readLoaded } from './loaded-record.ts';

export interface LoadParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

export interface LoadOptions {
  /** The warnings that are confirmed (5). */
  readonly confirmed?: ReadonlySet<string>;
  /** Judges the rows, and leaves nothing behind. */
  readonly dryRun?: boolean;
  /** Done in the transaction of the rows, once all of them are in. */
  readonly note?: (client: PoolClient) => Promise<void>;
}

/** By row, from 0: the id of the new record, or the errors. */
export type LoadedRow =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export interface LoadResult {
  /** Whether the rows were created: all of them, or none. */
  readonly loaded: boolean;
  readonly rows: readonly LoadedRow[];
}

/**
 * Creates a record from each row, in the name of the product itself: point 6 does not restrict its operator, but
 * limits and rules do, and an unconfirmed warning stops a row. Values are text by field name; references are named by
 * a unique field or the title. All rows are created or none.
 */
export async function loadRows(
  parts: LoadParts,
  entity: string,
  rows: readonly LoadableRow[],
  { confirmed = new Set(), dryRun = false, note }: LoadOptions = {},
): Promise<LoadResult> {
  class Undone extends Error {}
  let results: LoadedRow[] = [];
  try {
    await transaction(
      parts.pool,
      async (client) => {
        await lockNumbers(parts.index, client, entity);
        const numbers = new GivenNumbers();
        const write = { ...beginSystemWrite(parts.index, client, parts.clock), confirmed, numbers };
        results = await putInRows(write, entity, rows);
        await numbers.write(client);
        if (dryRun || results.some((result) => !result.ok)) throw new Undone();
        await note?.(client);
      },
      { isolation: isSelfContained(parts.index.plan, entity) ? 'read committed' : 'serializable' },
    );
    return { loaded: true, rows: results };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return { loaded: false, rows: results };
  }
}

/** A row whose texts are read, and its place among all rows. */
interface ReadRow {
  readonly place: number;
  readonly row: LoadableRow;
  readonly values: ReadonlyMap<string, StoredValue>;
}

async function putInRows(write: Write, entity: string, rows: readonly LoadableRow[]): Promise<LoadedRow[]> {
  const isAlone = areCreatedAlone(write.index.plan, entity);
  const named = isAlone ? await namesOf(write, entity, rows) : null;
  const alone = (own: Write, row: LoadableRow) => insertLoaded(own, entity, row);
  if (named === null) return putInMany(write, rows, { together: null, alone });
  const naming: Write = { ...write, named };
  const results: LoadedRow[] = [];
  const read: ReadRow[] = [];
  for (const [place, row] of rows.entries()) {
    const { values, errors } = await readLoaded(naming, entity, row);
    if (errors.length > 0) results[place] = { ok: false, errors };
    else read.push({ place, row, values });
  }
  const put = await putInMany(naming, read, {
    together: canInsertMany(write.index, entity) ? (own, some) => insertTogether(own, entity, some) : null,
    alone: (own, { row }) => alone(own, row),
  });
  for (const [at, { place }] of read.entries()) {
    const result = put[at];
    if (result !== undefined) results[place] = result;
  }
  return results;
}

async function insertTogether(write: Write, entity: string, rows: readonly ReadRow[]): Promise<readonly string[]> {
  const { clause } = write.index.entity(entity);
  const ids = await insertMany(
    write,
    entity,
    rows.map(({ values }) => values),
  );
  for (const id of ids) touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path: '' });
  return ids;
}

function namesOf(write: Write, entity: string, rows: readonly LoadableRow[]) {
  const columns = storedFields(write.index.entity(entity)).map((field) => ({
    field,
    texts: rows.flatMap((row) => row[field.name] ?? []),
  }));
  return lookUpNames(write, entity, columns, LOADED_SEPARATOR);
}
