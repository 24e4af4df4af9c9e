import { quote, table as tableOfEntity } from '../sql/identifiers.ts';
import type { Statement } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import { fillNextSlugs } from './fill-slugs.ts';
import { type BatchSize, nextSize } from './batch-size.ts';
import { nextName } from './next-name.ts';
import { isFilledByRecord, placeOf, type ChangedTable, type PlannedChange } from './planned-change.ts';
import { inTransaction, type MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';
import { TOUCHED_AT_ONCE, type TouchedRecords } from './touched.ts';

/** A table with new columns whose values are read and written record by record. */
interface Filled {
  /** The table's name in the storage in use. */
  readonly table: string;
  readonly entity: string;
  readonly columns: readonly NextColumn[];
}

export function filledTables(change: PlannedChange): Filled[] {
  return [...change.tables.values()].flatMap((changed) => {
    const place = placeOf(changed);
    const columns = filledColumns(changed);
    return place === null || columns.length === 0
      ? []
      : [{ table: place.table, entity: changed.renamed.entity.name, columns }];
  });
}

function filledColumns({ next }: ChangedTable): NextColumn[] {
  return next.filter(isFilledByRecord);
}

/**
 * Fills the new columns by id, one batch per transaction. After an interruption it continues with the rows that are
 * not filled. It leaves records that are being written to `fillTouched`, so that no writer waits longer than one batch
 * takes.
 */
export async function fillNextColumns(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
): Promise<void> {
  for (const filled of filledTables(change)) {
    let size: BatchSize = nextSize(null, 0);
    for (let isFilled = false; !isFilled; ) {
      const begun = performance.now();
      isFilled = await inTransaction(session, () => fillBatch(session, rows, filled, size));
      size = nextSize(size, performance.now() - begun);
    }
  }
}

/** Fills the next records by id; answers whether there were none. */
async function fillBatch(
  { client }: MigrationSession,
  rows: StoredRows,
  filled: Filled,
  size: number,
): Promise<boolean> {
  const name = `product.${quote(filled.table)}`;
  await client.query('insert into nonet.backfill (table_name) values ($1) on conflict do nothing', [filled.table]);
  const { rows: found } = await client.query<{
    last: string | null;
    filled: boolean;
  }>('select last, filled from nonet.backfill where table_name = $1', [filled.table]);
  const { last = null, filled: isFilled = false } = found[0] ?? {};
  if (isFilled) return true;
  const { rows: batch } = await client.query<{ id: string }>(
    `select id from ${name} where $1::uuid is null or id > $1::uuid order by id limit $2`,
    [last, size],
  );
  const ids = batch.map(({ id }) => id);
  if (ids.length > 0) await fillRecords(client, rows, filled, ids);
  // Later writes are recorded, so the last batch is the last one however many of them there are.
  const isLast = ids.length < size;
  await client.query('update nonet.backfill set last = coalesce($2, last), filled = $3 where table_name = $1', [
    filled.table,
    ids.at(-1) ?? null,
    isLast,
  ]);
  return isLast;
}

/** Fills some records. It skips records that others are writing, and notes them. In a transaction. */
async function fillRecords(
  client: MigrationSession['client'],
  rows: StoredRows,
  { table, entity, columns }: Filled,
  ids: readonly string[],
): Promise<void> {
  const name = `product.${quote(table)}`;
  const { rows: held } = await client.query<{ id: string }>(
    `select id from ${name} where id = any($1::uuid[]) order by id for no key update skip locked`,
    [ids],
  );
  const free = held.map(({ id }) => id);
  if (free.length < ids.length)
    await client.query(
      'insert into nonet.touched (table_name, record) select $1, id from unnest($2::uuid[]) id where id <> all($3::uuid[])',
      [table, ids, free],
    );
  await client.query("set local nonet.filling = 'on'");
  const plain = columns.filter(({ value }) => value.kind !== 'slug');
  if (plain.length > 0) {
    const { text, values } = rows.over('next', valuesOf(entity, plain, free));
    const sets = plain.map(({ column }) => `${quote(nextName(column.name))} = v.${quote(column.name)}`);
    await client.query(`update ${name} t set ${sets.join(', ')} from (${text}) v where t."id" = v."id"`, [...values]);
  }
  for (const { column, value } of columns)
    if (value.kind === 'slug')
      await fillNextSlugs(client, rows, { table, entity, column: column.name, of: value.of }, free);
  await client.query("set local nonet.filling = 'off'");
}

/** Reads the values that some records will have in new columns. */
export function valuesOf(entity: string, columns: readonly NextColumn[], ids: readonly string[]): Statement {
  const names = columns.map(({ column }) => `n.${quote(column.name)}`);
  const text = `select n."id", ${names.join(', ')} from ${tableOfEntity(entity)} n where n."id" = any($1::uuid[])`;
  return { text, values: [ids] };
}

/** Fills records that were written meanwhile. In a transaction. */
export async function fillTouched(
  { client }: Pick<MigrationSession, 'client'>,
  change: PlannedChange,
  rows: StoredRows,
  touched: TouchedRecords,
): Promise<void> {
  for (const filled of filledTables(change)) {
    const ids = touched.get(filled.table) ?? [];
    for (let from = 0; from < ids.length; from += TOUCHED_AT_ONCE)
      await fillRecords(client, rows, filled, ids.slice(from, from + TOUCHED_AT_ONCE));
  }
}
