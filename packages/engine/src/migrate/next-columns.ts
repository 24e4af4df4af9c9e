import { quote } from '../sql/identifiers.ts';
import { compileKept } from '../sql/kept.ts';
import { Parameters } from '../sql/parameters.ts';
import { type Queryable, run } from '../store/pool.ts';
import type { NextColumn } from './change.ts';
import { withTables } from './locks.ts';
import { nextName, placeOf, type PlannedChange } from './planned-change.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * Finds the defaults of new fields, once each: a default reads no other field of its record (3), so it is the same for all
 * that are there.
 */
export async function findDefaults(client: Queryable, change: PlannedChange, rows: StoredRows): Promise<void> {
  for (const { next } of change.tables.values())
    for (const { entity, column, value } of next) {
      if (value.kind !== 'default' || value.field.default === null) continue;
      const parameters = new Parameters();
      const variables = new Map([
        ['this', { kind: 'null' }],
        ['user', { kind: 'null' }],
      ] as const);
      const sql = compileKept(value.field.default, entity, value.field, {
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

/** Makes the new columns of all tables; those whose value is the same for all records have it at once, in the catalogue. */
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

/** A value stands in the statement as text, for what changes the catalogue takes no parameters: PostgreSQL's client quotes it. */
function definition(
  { column: { name, type, extra } }: NextColumn,
  value: string | null,
  client: MigrationSession['client'],
): string {
  const own =
    value === null
      ? extra
      : `${extra.startsWith('not null') ? 'not null ' : ''}default ${client.escapeLiteral(value)}::${plainType(type)}`;
  return `${quote(nextName(name))} ${type} ${own}`.trimEnd();
}

function plainType(type: string): string {
  return type.replace(/ collate .*$/, '');
}

/** What puts the new columns of a table in the place of those that they follow, by its new name. */
export function takeNextColumns(table: string, next: readonly NextColumn[]): string[] {
  return next.flatMap(({ column: { name, extra } }) => [
    `alter table ${table} drop column if exists ${quote(name)}`,
    `alter table ${table} rename column ${quote(nextName(name))} to ${quote(name)}`,
    // What is made from now on has what the product sends.
    `alter table ${table} alter column ${quote(name)} ${extra === '' ? 'drop default' : `set ${extra.replace('not null ', '')}`}`,
  ]);
}
