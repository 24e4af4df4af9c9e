import type { Plan } from '@nonet/language';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import { migrate } from '../migrate/migrate.ts';
import { requireOwnTables } from '../migrate/own.ts';
import { NotPutToUse } from '../migrate/refusals.ts';
import { storedDocument } from '../migrate/stored-document.ts';
import { quote } from '../sql/identifiers.ts';
import { openPool, type Pool, type PoolClient, transaction } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';

export interface CopiedProduct {
  /** The document in use, and its version. */
  readonly plan: Plan;
  readonly number: number;
  readonly tables: number;
  readonly records: number;
}

/** Credentials and work in progress are not copied; files are copied without their content. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'api_token',
  'backfill',
  'change',
  'credential',
  'idempotency',
  'identity',
  'known_browser',
  'load_refusal',
  'login_attempt',
  'migration',
  'open_id_attempt',
  'password_link',
  'session',
  'touched',
]);
const ROWS_AT_ONCE = 1000;

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly schema: 'product' | 'nonet';
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * Copies a product at one moment into an empty database. It only reads, so nobody waits for it. The storage is created
 * there from the document in use, without the parts that are kept for a former version.
 * @throws {NotPutToUse} If the database holds no product.
 */
export async function copyProduct(
  from: Pool,
  to: Pool,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CopiedProduct> {
  return transaction(
    from,
    async (client) => {
      await client.query('set local statement_timeout = 0');
      await requireOwnTables(client);
      const stored = await storedDocument(client);
      if (stored === null) throw new NotPutToUse(false);
      const index = indexPlan(stored.plan, environment);
      await makeStorage(to, index);
      const target = await to.connect();
      try {
        const tables = await copyAll(client, target);
        const { rows } = await client.query<{ number: number }>('select max(number) as number from nonet.version');
        return { plan: stored.plan, number: rows[0]?.number ?? 0, ...tables };
      } finally {
        target.release();
      }
    },
    { isolation: 'repeatable read', readOnly: true, attempts: 1 },
  );
}

async function makeStorage(to: Pool, index: PlanIndex): Promise<void> {
  await migrate(to, index, { change: 'newer', onWait: () => undefined });
  await to.query('truncate nonet.product, nonet.version');
}

async function copyAll(source: PoolClient, target: PoolClient): Promise<{ tables: number; records: number }> {
  const there = await readTables(source);
  const tables = (await readTables(target)).flatMap((table): Table[] => {
    const same = there.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (same === undefined || (table.schema === 'nonet' && LEFT_OUT.has(table.name))) return [];
    const columns = table.columns.filter(({ name }) => same.columns.some((own) => own.name === name));
    return [{ ...table, columns }];
  });
  await copyFunctions(source, target);
  const keys = await takeKeys(target);
  const names = tables.map(({ schema, name }) => `${schema}.${quote(name)}`);
  for (const name of names) await target.query(`alter table ${name} disable trigger user`);
  let records = 0;
  for (const table of tables) {
    const copied = await copyTable(source, target, table);
    if (table.schema === 'product') records += copied;
  }
  for (const name of names) await target.query(`alter table ${name} enable trigger user`);
  for (const key of keys) await target.query(key);
  await copySequences(source, target);
  // The copy lacks the parts that processes of the former version need.
  await target.query('update nonet.version set former_behaviour = null');
  await target.query('analyze');
  return { tables: tables.filter(({ schema }) => schema === 'product').length, records };
}

async function readTables(client: PoolClient): Promise<readonly Table[]> {
  const { rows } = await client.query<{ schema: 'product' | 'nonet'; name: string; column: string; type: string }>(
    `select ${LOGICAL_SCHEMA} as schema, ${LOGICAL_NAME} as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.oid in ('product'::regnamespace, 'nonet'::regnamespace) and c.relkind = 'r' and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_inherits i where i.inhrelid = c.oid)
     order by 1, 2, a.attnum`,
  );
  const tables = Map.groupBy(rows, ({ schema, name }) => `${schema}.${name}`);
  return [...tables.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            schema: first.schema,
            name: first.name,
            columns: [first, ...others].map(({ column, type }) => ({ name: column, type })),
          },
        ],
  );
}

/** Takes the foreign keys away, until all records are there; answers the statements that make them again. */
async function takeKeys(target: PoolClient): Promise<readonly string[]> {
  const { rows } = await target.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in ('product'::regnamespace, 'nonet'::regnamespace)`,
  );
  for (const { of, name } of rows) await target.query(`alter table ${of} drop constraint ${quote(name)}`);
  return rows.map(({ of, name, definition }) => `alter table ${of} add constraint ${quote(name)} ${definition}`);
}

/** A table of the catalogue (`c`, in the schema `n`) by the names of statements, wherever the product is. */
const LOGICAL_SCHEMA = `case when n.oid = 'product'::regnamespace and not starts_with(c.relname, '${OWN_PREFIX}') then 'product' else 'nonet' end`;
const LOGICAL_NAME = `regexp_replace(c.relname, '^${OWN_PREFIX}', '')`;

/** History is read by the functions that earlier renames have left. */
async function copyFunctions(source: PoolClient, target: PoolClient): Promise<void> {
  const { rows } = await source.query<{ text: string }>(
    `select regexp_replace(pg_get_functiondef(oid), '"?\\w+"?\\.${OWN_PREFIX}', 'nonet.', 'g') as text from pg_proc
     where pronamespace = 'nonet'::regnamespace and proname ~ '^(${OWN_PREFIX})?history_(former_)?names_\\d+$'`,
  );
  for (const { text } of rows) await target.query(text);
}

/** Values go as their texts, which every type reads back as the same. Answers how many rows there were. */
async function copyTable(source: PoolClient, target: PoolClient, table: Table): Promise<number> {
  const name = `${table.schema}.${quote(table.name)}`;
  const isFile = table.schema === 'nonet' && table.name === 'file';
  const read = table.columns.map((column, place) =>
    isFile && column.name === 'content' ? `'' as c${place}` : `${quote(column.name)}::text as c${place}`,
  );
  await source.query(`declare rows_ no scroll cursor for select ${read.join(', ')} from ${name}`);
  const into = table.columns.map((column) => quote(column.name)).join(', ');
  const values = table.columns.map(({ type }, place) => `c${place}::${type}`).join(', ');
  const arrays = table.columns.map((_column, place) => `$${place + 1}::text[]`).join(', ');
  const called = table.columns.map((_column, place) => `c${place}`).join(', ');
  const insert = `insert into ${name} (${into}) overriding system value select ${values} from unnest(${arrays}) as row_(${called})`;
  let count = 0;
  for (;;) {
    const { rows } = await source.query<Record<string, string | null>>(`fetch ${ROWS_AT_ONCE} from rows_`);
    if (rows.length === 0) break;
    count += rows.length;
    await target.query(
      insert,
      table.columns.map((_column, place) => rows.map((row) => row[`c${place}`] ?? null)),
    );
  }
  await source.query('close rows_');
  return count;
}

async function copySequences(source: PoolClient, target: PoolClient): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `select format('%I.%I', ${LOGICAL_SCHEMA}, ${LOGICAL_NAME}) as name, s.last_value::text as last
     from pg_sequences s join pg_namespace n on n.nspname = s.schemaname join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
     where n.oid in ('product'::regnamespace, 'nonet'::regnamespace)`,
  );
  for (const { name, last } of rows)
    if (last !== null)
      await target.query('select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null', [name, last]);
}

/** Opens a pool without a limit on the time of a statement. */
export function openPoolWithoutTimeout(url: string, connections: number): Pool {
  return openPool(url, { connections, answerMilliseconds: 0 });
}
