import { type ColumnName, quote, storedTable } from '../sql/identifiers.ts';
import { compileKept } from '../sql/kept.ts';
import { Parameters } from '../sql/parameters.ts';
import { type Queryable, run } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import type { TableDescription } from './describe.ts';
import { keepColumn } from './former/keep-former.ts';
import { withTables } from './locks.ts';
import { nextName } from './next-name.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { columnDefinition } from './schema.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * Finds the defaults of new fields, once each: a default reads no other field of its record (3), so it is the same for
 * all that are there.
 */
export async function findDefaults(client: Queryable, change: PlannedChange, rows: StoredRows): Promise<void> {
  const columns = [...change.tables.values()].map(({ next }) => next);
  for (const next of [...columns, ...[...change.made.values()].map((made) => made.columns)])
    for (const { entity, column, value } of next) {
      const field = value.kind === 'default' ? value.field : value.kind === 'kept' ? value.default : null;
      if (field === null || field.default === null) continue;
      const parameters = new Parameters();
      const variables = new Map([
        ['this', { kind: 'null' }],
        ['user', { kind: 'null' }],
      ] as const);
      const sql = compileKept(field.default, entity, field, {
        index: change.after,
        parameters,
        variables,
        authority: null,
      });
      const text = `select (${sql})::text as value`;
      const statement = { text, values: parameters.values({ now: new Date().toISOString() }), prepare: false };
      const [row] = await run<{ value: string | null }>(client, rows.over('moved', statement));
      rows.setDefault(entity, column.name, row?.value ?? null);
    }
}

/**
 * Creates the new columns of all tables. A column with the same value for all records has it immediately, in the
 * catalogue.
 */
export async function addNextColumns(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
): Promise<void> {
  const { client } = session;
  for (const changed of change.tables.values()) {
    const place = placeOf(changed);
    if (place === null || changed.next.length === 0) continue;
    const name = `product.${quote(place.table)}`;
    const { rows: there } = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [name],
    );
    const missing = changed.next.filter(({ column }) => !there.some((each) => each.name === nextName(column.name)));
    if (missing.length === 0) continue;
    const parts = missing.map((next) => `add column ${definition(next, rows.sharedValue(next), client)}`);
    await withTables(session, [place.table], 'access exclusive', () =>
      client.query(`alter table ${name} ${parts.join(', ')}`),
    );
  }
}

/**
 * A value is in the statement as text, for what changes the catalogue takes no parameters: PostgreSQL's client quotes
 * it.
 */
function definition({ column }: NextColumn, value: string | null, client: MigrationSession['client']): string {
  const shared = value === null ? column.default : `${client.escapeLiteral(value)}::${column.type}`;
  return columnDefinition({ ...column, name: nextName(column.name) as ColumnName, default: shared });
}

/**
 * Statements that put the new columns of a table in the place of their predecessors, which are kept if `keepsFormer`
 * holds. `renamed`: the former table by its new names.
 */
export function takeNextColumns(
  renamed: TableDescription,
  next: readonly NextColumn[],
  keepsFormer: boolean,
): string[] {
  const table = storedTable(renamed.entity.name);
  const former = new Set<string>(renamed.columns.map(({ name }) => name));
  return next.flatMap(({ column: { name, default: given } }) => [
    ...(keepsFormer && former.has(name)
      ? keepColumn(table, renamed, name)
      : [`alter table ${table} drop column if exists ${quote(name)}`]),
    `alter table ${table} rename column ${quote(nextName(name))} to ${quote(name)}`,
    // The product sends values for new records, so the default that filled the column is replaced.
    `alter table ${table} alter column ${quote(name)} ${given === null ? 'drop default' : `set default ${given}`}`,
  ]);
}
