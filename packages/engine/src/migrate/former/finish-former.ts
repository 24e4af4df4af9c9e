import { quote } from '../../sql/identifiers.ts';
import type { Queryable } from '../../store/pool.ts';
import { isSinceName } from './kept-column.ts';

/** The parts of the storage that are kept for processes of a former version. */
export interface KeptParts {
  /** The schemas with what they know. */
  readonly schemas: readonly string[];
  /** The product's tables that have former columns, or triggers that keep both versions' columns equal. */
  readonly tables: readonly string[];
  readonly columns: readonly { readonly table: string; readonly column: string }[];
  /** The columns that tell which values the version in use has given since (`sinceName`). */
  readonly since: readonly { readonly table: string; readonly column: string }[];
  /** The tables of entities that only they know, with their columns. */
  readonly gone: readonly KeptTable[];
  /** Indexes that only they need. */
  readonly indexes: readonly string[];
}

/** The table of an entity that is gone, as the former version left it. */
export interface KeptTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

export const NOTHING_KEPT: KeptParts = { schemas: [], tables: [], columns: [], since: [], gone: [], indexes: [] };

/** Reads what the storage keeps for processes of former versions, without locks. */
export async function readKeptParts(client: Queryable): Promise<KeptParts> {
  const read = async <Row>(text: string) =>
    (await (client as { query(text: string): Promise<{ rows: Row[] }> }).query(text)).rows;
  const schemas = await read<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^former_[0-9a-f]{12}$' order by 1`,
  );
  const columns = await read<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'product'::regnamespace and c.relkind = 'r' and a.attname like '\\_former\\_%' and not a.attisdropped order by 1, 2`,
  );
  const triggers = await read<{ table: string }>(
    `select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'product'::regnamespace and t.tgname like '\\_former\\_%'`,
  );
  const gone = await read<KeptTable>(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname ~ '^former_[0-9a-f]{12}$' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped group by 1, 2 order by 1, 2`,
  );
  const indexes = await read<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'product' and indexname like '\\_former\\_%'`,
  );
  return {
    schemas: schemas.map(({ name }) => name),
    tables: [...new Set([...columns, ...triggers].map(({ table }) => table))],
    columns: columns.filter(({ column }) => !isSinceName(column)),
    since: columns.filter(({ column }) => isSinceName(column)),
    gone,
    indexes: indexes.map(({ name }) => name),
  };
}

/** The statements that remove what is kept for processes of former versions. They touch hardly more than the catalogue. */
export function dropKeptParts({ schemas, tables, columns, since, indexes }: KeptParts): string[] {
  if (schemas.length === 0) return [];
  return [
    ...tables.flatMap((table) =>
      ['insert', 'update', 'delete'].map(
        (done) => `drop trigger if exists _former_tells_${done} on product.${quote(table)}`,
      ),
    ),
    ...schemas.map((schema) => `drop schema ${quote(schema)} cascade`),
    ...indexes.map((name) => `drop index if exists product.${quote(name)}`),
    ...[...columns, ...since].map(
      ({ table, column }) => `alter table product.${quote(table)} drop column ${quote(column)}`,
    ),
    'delete from nonet.kept_name',
    'update nonet.version set former_behaviour = null where former_behaviour is not null',
  ];
}
