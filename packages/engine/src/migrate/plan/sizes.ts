import { quote } from '../../sql/identifiers.ts';
import { type Queryable, run } from '../../store/pool.ts';
import { filledTables, valuesOf } from '../backfill.ts';
import type { PlannedChange } from '../planned-change.ts';
import type { StoredRows } from '../stored-rows.ts';

/** The size of a table in use. */
export interface TableSize {
  readonly records: number;
  /** The size of its rows, without its indexes. */
  readonly bytes: number;
  /** The time to read the values of new columns, for one record, in milliseconds; null if none are read. */
  readonly readMilliseconds: number | null;
}

/** The number of records from which the time of one is estimated. */
const SAMPLE = 500;

/**
 * The sizes of tables, by their names in the storage in use. Tables that are filled are sampled, unless the change is
 * refused: values that the new columns can't hold can't be read as if they were in them.
 */
export async function readSizes(
  client: Queryable,
  change: PlannedChange,
  rows: StoredRows,
  { tables, isRefused }: { readonly tables: readonly string[]; readonly isRefused: boolean },
): Promise<ReadonlyMap<string, TableSize>> {
  const filled = new Map(filledTables(change).map((each) => [each.table, each]));
  const sizes = new Map<string, TableSize>();
  for (const table of new Set(tables)) {
    const name = `product.${quote(table)}`;
    const [row] = await run<{ records: number; bytes: number }>(client, {
      text: `select count(*)::float8 as records, pg_table_size($1::regclass)::float8 as bytes from ${name}`,
      values: [name],
      prepare: false,
    });
    const { records = 0, bytes = 0 } = row ?? {};
    const columns = filled.get(table);
    let readMilliseconds: number | null = null;
    if (columns !== undefined && records > 0 && !isRefused) {
      const found = await run<{ id: string }>(client, {
        text: `select id from ${name} order by id limit ${SAMPLE}`,
        values: [],
        prepare: false,
      });
      const ids = found.map(({ id }) => id);
      const plain = columns.columns.filter(({ value }) => value.kind !== 'slug');
      const begun = performance.now();
      if (plain.length > 0) await run(client, rows.over('next', valuesOf(columns.entity, plain, ids)));
      readMilliseconds = (performance.now() - begun) / ids.length;
    }
    sizes.set(table, { records, bytes, readMilliseconds });
  }
  return sizes;
}
