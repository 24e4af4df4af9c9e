import type { PlanIndex } from '../plan-index.ts';
import { idSequence, storedTable } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import type { ExportedColumn } from './exported-column.ts';
import { type ExportedTable, exportedTables, FILES } from './exported-table.ts';
import type { ExportedRow } from './read-product.ts';

/** An exported product, as `readProduct` has handed it out. */
export interface ExportSource {
  /** The rows of a table, some at a time; their texts are in the order of `columns`. */
  rows(table: ExportedTable): AsyncIterable<readonly ExportedRow[]>;
  /** The content of a file; null if it was not set, or not exported. */
  content(id: string): Promise<Buffer | null>;
}

/** The product in use has records, or people who work with it. */
export class ProductInUse extends Error {
  constructor(what: string) {
    super(`An export goes into an empty product only, and this one has ${what}.`);
    this.name = 'ProductInUse';
  }
}

/**
 * Puts an export into an empty product, all or nothing: records with their ids, states, stamps and places, files, the history, users,
 * and where numbers and timers stand. Nothing is judged again, and no event, call, mail or timer follows: all of that was when the
 * records came to be. The records that the document itself states make place for those of the export. Secrets and passwords are not in it.
 * @returns The number of rows of each table.
 * @throws {ProductInUse}
 */
export async function restoreProduct(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Pool },
  source: ExportSource,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await transaction(
    pool,
    async (client) => {
      await client.query('set local statement_timeout = 0');
      await client.query('set constraints all deferred');
      await client.query('select from nonet.product for update');
      await makePlace(index, client);
      for (const table of exportedTables(index)) {
        if (table.into === null) continue;
        let count = 0;
        for await (const rows of source.rows(table)) {
          if (table.name === FILES) await putFiles(client, table, rows, source);
          else await putRows(client, table, rows);
          count += rows.length;
        }
        counts.set(table.name, count);
      }
      await countOn(index, client);
    },
    { attempts: 1 },
  );
  return counts;
}

/** Takes away what the document states, where nothing else is there. */
async function makePlace(index: PlanIndex, client: PoolClient): Promise<void> {
  const [people] = await run<{ used: boolean }>(client, {
    text: 'select exists (select from nonet.credential) or exists (select from nonet.identity) as used',
    values: [],
    prepare: false,
  });
  if (people?.used === true) throw new ProductInUse('people who can sign in');
  for (const { name, label, records } of index.plan.entities) {
    const [found] = await run<{ count: number; own: number }>(client, {
      text: `select count(*)::int as count, (count(*) filter (where created_by is null and version = 1))::int as own from ${storedTable(name)}`,
      values: [],
      prepare: false,
    });
    if (found !== undefined && (found.count > records.length || found.own < found.count))
      throw new ProductInUse(`${found.count} × ${label}`);
  }
  for (const { name } of index.plan.entities) await client.query(`delete from ${storedTable(name)}`);
  await client.query('delete from nonet.file');
  await client.query('delete from nonet.history; delete from nonet.number_counter; delete from nonet.scheduled_call');
  await client.query(
    'delete from nonet.repeated_timer; delete from nonet.notice; delete from nonet.hidden_with; delete from nonet.received_mail; delete from nonet.feed_run; delete from nonet.feed_record',
  );
}

async function putRows(client: PoolClient, table: ExportedTable, rows: readonly ExportedRow[]): Promise<void> {
  const { columns, into } = table;
  if (into === null || rows.length === 0) return;
  const texts = columns.map((_column, place) => rows.map((row) => row[place] ?? null));
  await run(client, {
    text: insertion(table, into, []),
    values: texts,
  });
}

/** `more`: further columns, each with its value. */
function insertion(
  { name, columns }: ExportedTable,
  into: string,
  more: readonly (readonly [column: string, value: string])[],
): string {
  const given = columns.map((_column, place) => `c${place}`);
  const values = columns.map(({ value }, place) => value(`g.c${place}`));
  const [schema = '', relation = ''] = into.split('.');
  const names = [...columns.map(({ stored }) => stored), ...more.map(([column]) => column)];
  if (name === 'history') {
    // Whoever writes the next entry of a record compares the record with this one.
    names.push('after_hash');
    values.push(`jsonb_hash(${valueOf(columns, 'after')})`);
  }
  return `insert into ${schema}."${relation}" (${names.map((column) => `"${column}"`).join(', ')})${name === 'hidden' ? ' overriding system value' : ''}
    select ${[...values, ...more.map(([, value]) => value)].join(', ')}
    from unnest(${given.map((_, place) => `$${place + 1}::text[]`).join(', ')}) with ordinality g(${given.join(', ')}, place) order by g.place`;
}

function valueOf(columns: readonly ExportedColumn[], name: string): string {
  const place = columns.findIndex((column) => column.name === name);
  const found = columns[place];
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found.value(`g.c${place}`);
}

async function putFiles(
  client: PoolClient,
  table: ExportedTable,
  rows: readonly ExportedRow[],
  source: ExportSource,
): Promise<void> {
  const id = table.columns.findIndex(({ name }) => name === 'id');
  for (const row of rows) {
    const content = await source.content(row[id] ?? '');
    await run(client, {
      text: insertion(table, table.into ?? '', [['content', `$${table.columns.length + 1}::bytea`]]),
      values: [...row.map((cell) => [cell]), content],
    });
  }
}

/** The next whole number, and the next place among what is hidden, are behind those that are there. */
async function countOn(index: PlanIndex, client: PoolClient): Promise<void> {
  for (const { name } of index.plan.entities.filter((entity) => index.hasWholeIds(entity.name)))
    await client.query(
      `select setval('${idSequence(name)}', max(nonet.id_number(id))) from ${storedTable(name)} having max(nonet.id_number(id)) is not null`,
    );
  await client.query(
    `select setval(pg_get_serial_sequence('nonet.hidden_with', 'sequence'), max("sequence")) from nonet.hidden_with having max("sequence") is not null`,
  );
}
