import { quote, table as storedTable } from '../sql/identifiers.ts';
import type { Statement } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import { fillNextSlugs } from './fill-slugs.ts';
import { isFilledByRecord, nextName, placeOf, type ChangedTable, type PlannedChange } from './planned-change.ts';
import { inTransaction, type MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/** How long one transaction may hold the records that it fills, in milliseconds; the number of records follows from it. */
export const BATCH_TIME = 50;
const FIRST_BATCH = 200;
const LARGEST_BATCH = 5000;

/** A table with new columns whose values are read and written record by record. */
interface Filled {
  /** By its name in the storage in use. */
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
 * Fills the new columns by id, a batch a transaction. Where it was broken off it goes on: what is filled is not filled again.
 * Records that somebody writes just now are left to `fillTouched`, so that nobody waits for a batch longer than it takes.
 */
export async function fillNextColumns(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
): Promise<void> {
  for (const filled of filledTables(change)) {
    let size = FIRST_BATCH;
    for (let isFilled = false; !isFilled; ) {
      const begun = performance.now();
      isFilled = await inTransaction(session, () => fillBatch(session, rows, filled, size));
      const factor = BATCH_TIME / Math.max(performance.now() - begun, 1);
      size = Math.round(Math.min(LARGEST_BATCH, Math.max(20, size * Math.min(factor, 2))));
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
  const { rows: found } = await client.query<{ last: string | null; filled: boolean }>(
    'select last, filled from nonet.backfill where table_name = $1',
    [filled.table],
  );
  const { last = null, filled: isFilled = false } = found[0] ?? {};
  if (isFilled) return true;
  const { rows: batch } = await client.query<{ id: string }>(
    `select id from ${name} where $1::uuid is null or id > $1::uuid order by id limit $2`,
    [last, size],
  );
  const ids = batch.map(({ id }) => id);
  if (ids.length > 0) await fillRecords(client, rows, filled, ids);
  await client.query('update nonet.backfill set last = coalesce($2, last), filled = $3 where table_name = $1', [
    filled.table,
    ids.at(-1) ?? null,
    ids.length === 0,
  ]);
  return ids.length === 0;
}

/** Fills some records, but those that somebody else is writing: they are noted. In a transaction. */
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
  const text = `select n."id", ${names.join(', ')} from ${storedTable(entity)} n where n."id" = any($1::uuid[])`;
  return { text, values: [ids] };
}

/** The most records that are taken from the notes at once. */
const TOUCHED_AT_ONCE = 500;

/** Fills what was written meanwhile, once, and forgets that it was. In a transaction. */
export async function fillTouched(
  { client }: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
): Promise<void> {
  const { rows: all } = await client.query<{ table_name: string; record: string }>(
    'delete from nonet.touched returning table_name, record',
  );
  for (const filled of filledTables(change)) {
    const ids = [...new Set(all.flatMap(({ table_name, record }) => (table_name === filled.table ? [record] : [])))];
    for (let from = 0; from < ids.length; from += TOUCHED_AT_ONCE)
      await fillRecords(client, rows, filled, ids.slice(from, from + TOUCHED_AT_ONCE));
  }
}
