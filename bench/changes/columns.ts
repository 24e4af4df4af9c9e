import type { Rename } from '@nonet/language';
import type { Pool } from '@nonet/engine';

/** The hash of each column of the records that were there before, but those that people have written since. */
export type ColumnHashes = ReadonlyMap<string, string>;

/** The product's own columns. */
const OWN = new Set(['updated_at', 'updated_by', 'version']);

interface Column {
  readonly table: string;
  readonly column: string;
}

async function columnsOf(pool: Pool, schema: string): Promise<readonly Column[]> {
  const { rows } = await pool.query<Column>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = $1 and table_name <> 'kept_history' order by 1, 2`,
    [schema],
  );
  return rows.filter(({ column }) => !OWN.has(column));
}

/** `written`: the ids of records that people have written since; another comparison covers them. */
export async function hashColumns(
  pool: Pool,
  schema: 'former' | 'product',
  written: readonly string[],
): Promise<ColumnHashes> {
  const columns = await columnsOf(pool, schema);
  const hashes = new Map<string, string>();
  for (const [table, own] of Map.groupBy(columns, (each) => each.table)) {
    const former = await pool.query<{ is_there: boolean }>(`select to_regclass($1) is not null as is_there`, [
      `former."${table}"`,
    ]);
    const among = former.rows[0]?.is_there === true ? `id in (select id from former."${table}") and` : '';
    const parts = own.map(
      ({ column }, at) =>
        `md5(string_agg(md5(id::text || coalesce(to_jsonb("${column}")::text, '-')), '' order by id)) as h${at}`,
    );
    const { rows } = await pool.query<Record<string, string | null>>(
      `select ${parts.join(', ')} from ${schema}."${table}" where ${among} id <> all($1::uuid[])`,
      [written],
    );
    for (const [at, { column }] of own.entries()) hashes.set(`${table}.${column}`, rows[0]?.[`h${at}`] ?? 'none');
  }
  return hashes;
}

/**
 * The columns whose values have changed (or that are gone) and were expected to stay.
 * @param changes `claim.purpose`, or `note.*`: by their former names.
 */
export function otherColumns(
  before: ColumnHashes,
  after: ColumnHashes,
  renames: readonly Rename[],
  changes: readonly string[],
): readonly string[] {
  return [...before].flatMap(([name, hash]) => {
    const [table = '', column = ''] = name.split('.');
    if (changes.includes(name) || changes.includes(`${table}.*`)) return [];
    return after.get(newName(renames, table, column)) === hash ? [] : [name];
  });
}

/** The table of an entity: `OrderLine`, `order_line`. */
export function tableOf(entity: string): string {
  return entity.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();
}

function newName(renames: readonly Rename[], table: string, column: string): string {
  const entity = renames.find(({ kind, was }) => kind === 'entity' && tableOf(was) === table);
  const now = entity === undefined ? table : tableOf(entity.name);
  const renamed = renames.find(
    (rename) => rename.kind === 'field' && tableOf(rename.entity) === now && rename.was === column,
  );
  return `${now}.${renamed?.name ?? column}`;
}
