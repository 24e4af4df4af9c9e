import { isSelfContained } from '../isolation/self-contained.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { GivenNumbers } from '../run/given-numbers.ts';
import { lockNumbers } from '../run/number.ts';
import { type PoolClient, transaction } from '../store/pool.ts';
import type { LoadedRow, LoadParts } from './load-parts.ts';
import type { LoadableRow } from './loaded-record.ts';
import { putInRows } from './put-in-rows.ts';
import type { RowsAhead } from './read-rows.ts';

export interface LoadOptions {
  /** The warnings that are confirmed (5). */
  readonly confirmed?: ReadonlySet<string>;
  /** Judges the rows, and leaves nothing behind. */
  readonly dryRun?: boolean;
  /** Whether the rows that are refused are left out; else none is created if one is refused. */
  readonly skipsRefused?: boolean;
  /** Done in the transaction of the rows, once they are in. */
  readonly note?: (client: PoolClient, rows: readonly LoadedRow[]) => Promise<void>;
  /** The rows as `readRowsAhead` has read them. */
  readonly ahead?: RowsAhead | null;
}

export interface LoadResult {
  /** Whether the rows were created: all of them, those that are not refused, or none. */
  readonly loaded: boolean;
  readonly rows: readonly LoadedRow[];
}

/**
 * Creates a record from each row, in the name of the product itself: point 6 does not restrict its operator, but
 * limits and rules do, and an unconfirmed warning stops a row. Values are text by field name; references are named by
 * a unique field or the title. All rows are created or none, unless those that are refused are left out.
 */
export async function loadRows(
  parts: LoadParts,
  entity: string,
  rows: readonly LoadableRow[],
  { dryRun = false, skipsRefused = false, note, ahead = null, ...options }: LoadOptions = {},
): Promise<LoadResult> {
  let results: readonly LoadedRow[] = [];
  const loaded = await inOneTransaction(parts, entity, options, async (client, putIn) => {
    results = await putIn(rows, ahead);
    if (dryRun || (!skipsRefused && !results.every(({ ok }) => ok))) return false;
    await note?.(client, results);
    return true;
  });
  return { loaded, rows: results };
}

/** Rows of a file that are put in together. */
interface Batch {
  readonly records: readonly LoadableRow[];
  readonly ahead: RowsAhead | null;
}

/** One reading of a file. */
export interface WholeFile<Of extends Batch> {
  readonly batches: AsyncIterable<Of>;
  /** Is given one batch after the other with its rows as they were judged. */
  readonly judged: (batch: Of, rows: readonly LoadedRow[]) => void;
}

/**
 * Creates a record from each row of a file in one transaction: all or none, and all are judged. `open` begins to read
 * the file, again where the transaction has lost to another one. Answers whether the rows were created.
 */
export async function loadWhole<Of extends Batch>(
  parts: LoadParts,
  entity: string,
  open: () => WholeFile<Of>,
  { dryRun = false, note, ...options }: WholeOptions = {},
): Promise<boolean> {
  return inOneTransaction(parts, entity, options, async (client, putIn) => {
    const { batches, judged } = open();
    let isRefused = false;
    for await (const batch of batches) {
      const results = await putIn(batch.records, batch.ahead);
      isRefused ||= results.some(({ ok }) => !ok);
      judged(batch, results);
    }
    if (dryRun || isRefused) return false;
    await note?.(client);
    return true;
  });
}

export interface WholeOptions extends Pick<LoadOptions, 'confirmed' | 'dryRun'> {
  /** Done in the transaction of the rows, once all of them are in. */
  readonly note?: (client: PoolClient) => Promise<void>;
}

type PutIn = (rows: readonly LoadableRow[], ahead: RowsAhead | null) => Promise<readonly LoadedRow[]>;

/** Puts rows in within one transaction, which is undone where `work` answers false. */
async function inOneTransaction(
  parts: LoadParts,
  entity: string,
  { confirmed = new Set() }: Pick<LoadOptions, 'confirmed'>,
  work: (client: PoolClient, putIn: PutIn) => Promise<boolean>,
): Promise<boolean> {
  class Undone extends Error {}
  try {
    await transaction(
      parts.pool,
      async (client) => {
        await lockNumbers(parts.index, client, entity);
        const numbers = new GivenNumbers();
        const isKept = await work(client, async (rows, ahead) => {
          const write = { ...beginSystemWrite(parts.index, client, parts.clock), confirmed, numbers };
          return putInRows(write, entity, rows, ahead);
        });
        if (!isKept) throw new Undone();
        await numbers.write(client);
      },
      { isolation: isSelfContained(parts.index.plan, entity) ? 'read committed' : 'serializable' },
    );
    return true;
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return false;
  }
}
