import { DatabaseError } from 'pg';
import { quote, table, tableName } from '../../sql/identifiers.ts';
import type { Statement } from '../../store/pool.ts';
import { type BatchSize, nextSize } from '../batch-size.ts';
import { nextName } from '../next-name.ts';
import { placeOf, type PlannedChange } from '../planned-change.ts';
import { MigrationRefusal } from '../refusals.ts';
import { columnDefinition } from '../schema.ts';
import { inTransaction, type MigrationSession } from '../session.ts';
import type { StoredRows } from '../stored-rows.ts';
import { bothTouched, type TouchedRecords } from '../touched.ts';
import { primaryKey } from './made-changes.ts';
import type { MadeEntity, MadeOrigin } from './made-entities.ts';
import { MADE_FROM } from './made-rows.ts';

/** Creates the empty tables of entities that are made from other entities' records, beside those in use. */
export async function addMadeTables({ client }: MigrationSession, { made }: PlannedChange): Promise<void> {
  for (const { entity, description } of made.values()) {
    const name = nextName(tableName(entity.name));
    const columns = description.columns.map(({ type, isNotNull, default: given, field, ...column }) =>
      columnDefinition({
        name: column.name,
        type,
        isNotNull,
        default: given,
        field,
      }),
    );
    const key = `constraint ${quote(primaryKey(name))} primary key ("id")`;
    await client.query(`create table if not exists product.${quote(name)} (${[...columns, key].join(', ')})`);
  }
}

/** Makes the records in batches, by the ids of those that they are made from. After an interruption it continues. */
export async function fillMadeTables(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
): Promise<void> {
  for (const made of change.made.values())
    for (const origin of made.origins) {
      let size: BatchSize = nextSize(null, 0);
      for (let isFilled = false; !isFilled; ) {
        const begun = performance.now();
        isFilled = await inTransaction(session, () => fillBatch(session, rows, made, origin, size));
        size = nextSize(size, performance.now() - begun);
      }
    }
}

async function fillBatch(
  { client }: MigrationSession,
  rows: StoredRows,
  made: MadeEntity,
  origin: MadeOrigin,
  size: BatchSize,
): Promise<boolean> {
  const place = `${tableName(made.entity.name)} from ${origin.table}`;
  await client.query('insert into nonet.backfill (table_name) values ($1) on conflict do nothing', [place]);
  const { rows: found } = await client.query<{
    last: string | null;
    filled: boolean;
  }>('select last, filled from nonet.backfill where table_name = $1', [place]);
  const { last = null, filled: isFilled = false } = found[0] ?? {};
  if (isFilled) return true;
  const { rows: batch } = await client.query<{ id: string }>(
    `select id from product.${quote(origin.table)} where $1::uuid is null or id > $1::uuid order by id limit $2`,
    [last, size],
  );
  const ids = batch.map(({ id }) => id);
  if (ids.length > 0) await makeRecords(client, rows, made, origin, ids);
  // Later writes are recorded, so the last batch is the last one however many of them there are.
  const isLast = ids.length < size;
  await client.query('update nonet.backfill set last = coalesce($2, last), filled = $3 where table_name = $1', [
    place,
    ids.at(-1) ?? null,
    isLast,
  ]);
  return isLast;
}

/** Makes the records of some former ones, and leaves the records that exist already unchanged. In a transaction. */
async function makeRecords(
  client: MigrationSession['client'],
  rows: StoredRows,
  made: MadeEntity,
  origin: MadeOrigin,
  ids: readonly string[],
): Promise<void> {
  const name = quote(nextName(tableName(made.entity.name)));
  const columns = made.description.columns.map((column) => quote(column.name)).join(', ');
  const { text, values } = rows.eachSource().over('next', readMade(made, origin, ids));
  try {
    await client.query(`insert into product.${name} (${columns}) ${text} on conflict ("id") do nothing`, [...values]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error;
    const { constraint = '' } = error;
    const index = made.description.indexes.find((each) => nextName(each.name) === constraint);
    const fields = index?.unique?.fields.map((field) => `${made.entity.name}.${field}`).join(', ') ?? constraint;
    throw new MigrationRefusal([
      {
        clause: index?.unique?.clause ?? made.entity.clause,
        words: `\`${fields}\` is unique, and records that are made share a value`,
        count: 0,
        ids: [],
        remedy: 'change all but one of those that are alike first, or make one record for each value: `key …`',
      },
    ]);
  }
}

/** The records that are made of some former ones, one for each id. */
function readMade({ entity, description }: MadeEntity, origin: MadeOrigin, ids: readonly string[]): Statement {
  const columns = description.columns.map((column) => `m.${quote(column.name)}`).join(', ');
  const source = `m.${quote(MADE_FROM.record)}`;
  return {
    text: `select distinct on (m."id") ${columns} from ${table(entity.name)} m where ${source} = any($1::uuid[]) and m.${quote(MADE_FROM.table)} = $2::text order by m."id", ${source}`,
    values: [ids, origin.table],
  };
}

/**
 * Makes the records again whose former ones were written or deleted since they were made, and answers those that refer
 * to what is not made any more. In a transaction.
 */
export async function makeTouched(
  { client }: Pick<MigrationSession, 'client'>,
  change: PlannedChange,
  rows: StoredRows,
  touched: TouchedRecords,
): Promise<TouchedRecords> {
  let referring: TouchedRecords = new Map();
  for (const made of change.made.values())
    for (const origin of made.origins) {
      const ids = touched.get(origin.table) ?? [];
      if (ids.length === 0) continue;
      if (!made.isKeyed)
        await client.query(
          `delete from product.${quote(nextName(tableName(made.entity.name)))} where "id" = any($1::uuid[])`,
          [ids],
        );
      await makeRecords(client, rows, made, origin, ids);
      if (!made.isKeyed) referring = bothTouched(referring, await readReferring(client, change, made, ids));
    }
  return referring;
}

/** The records that refer to what is not made of these former records any more: they have to be filled again. */
async function readReferring(
  client: MigrationSession['client'],
  change: PlannedChange,
  { entity }: MadeEntity,
  ids: readonly string[],
): Promise<TouchedRecords> {
  const { rows: gone } = await client.query<{ id: string }>(
    `select u.id from unnest($1::uuid[]) u(id) where not exists (select from product.${quote(nextName(tableName(entity.name)))} m where m."id" = u.id)`,
    [ids],
  );
  let referring: TouchedRecords = new Map();
  if (gone.length === 0) return referring;
  for (const changed of change.tables.values())
    for (const { column, value } of changed.next) {
      const type = column.field?.type;
      const place = placeOf(changed);
      if (value.kind !== 'conversion' || type === undefined || place === null) continue;
      if (!('entity' in type) || type.entity !== entity.name) continue;
      const refers = `${quote(nextName(column.name))} ${type.kind === 'many' ? '&& $1::uuid[]' : '= any($1::uuid[])'}`;
      const { rows: found } = await client.query<{ id: string }>(
        `select "id" from product.${quote(place.table)} where ${refers}`,
        [gone.map(({ id }) => id)],
      );
      if (found.length > 0) referring = bothTouched(referring, new Map([[place.table, found.map(({ id }) => id)]]));
    }
  return referring;
}
