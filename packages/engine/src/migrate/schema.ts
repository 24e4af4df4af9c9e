import type { PlanIndex } from '../plan-index.ts';
import { idSequence, quote, table } from '../sql/identifiers.ts';
import {
  describeTables,
  type ColumnDescription,
  type ForeignKey,
  type IndexDescription,
  type TableDescription,
} from './describe.ts';

/** The statements that make the tables of a plan, in order. */
export function planSchema(index: PlanIndex): string[] {
  const tables = describeTables(index);
  return [
    ...tables.flatMap(createTable),
    ...tables.flatMap((description) =>
      description.foreignKeys.map((key) => addForeignKey(table(description.entity.name), key)),
    ),
    ...tables.flatMap((description) => description.indexes.map((item) => createIndex(description.entity.name, item))),
  ];
}

/** Which fields (and whose clause) a violated unique index stands for, by the index's name. */
export function uniqueIndexes(
  index: PlanIndex,
): ReadonlyMap<string, { entity: string; fields: readonly string[]; clause: string }> {
  const entries = describeTables(index).flatMap(({ entity, indexes }) =>
    indexes.flatMap(({ name, unique }) =>
      unique === null ? [] : [[name, { entity: entity.name, ...unique }] as const],
    ),
  );
  return new Map(entries);
}

/** Which reference a violated foreign key stands for, by the key's name. */
export function foreignKeyFields(index: PlanIndex): ReadonlyMap<string, { entity: string; field: string }> {
  return new Map(
    describeTables(index).flatMap(({ entity, foreignKeys }) =>
      foreignKeys.flatMap(({ name, column }) =>
        index.findField(entity.name, column) === null ? [] : [[name, { entity: entity.name, field: column }] as const],
      ),
    ),
  );
}

export function createTable(description: TableDescription): string[] {
  const columns = description.columns.map(columnDefinition).join(',\n  ');
  const { name, fields } = description.entity;
  const isNumbered = fields.some(({ type }) => type.kind === 'serial');
  const sequence = isNumbered ? [`create sequence ${idSequence(name)}`] : [];
  return [...sequence, `create table ${table(name)} (\n  ${columns}\n)`];
}

export function columnDefinition(description: ColumnDescription): string {
  return `${quote(description.name)} ${description.type} ${description.extra}`.trimEnd();
}

/** Deferrable, so that records that refer to each other can be put in together. `table`: as it stands in statements. */
export function addForeignKey(table: string, key: ForeignKey): string {
  return `alter table ${table} add constraint ${quote(key.name)} foreign key (${quote(key.column)}) references ${key.target} on delete ${key.onDelete} deferrable initially immediate`;
}

export function createIndex(entity: string, description: IndexDescription): string {
  return indexStatement('index', table(entity), description);
}

/** The same while others write, for a table by its name in the schema; outside of a transaction. */
export function createIndexConcurrently(table: string, description: IndexDescription): string {
  return indexStatement('index concurrently', `product.${quote(table)}`, description);
}

function indexStatement(what: string, table: string, { name, unique, definition }: IndexDescription): string {
  return `create ${unique === null ? '' : 'unique '}${what} ${quote(name)} on ${table} ${definition}`;
}
