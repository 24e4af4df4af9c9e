import type { PlanIndex } from '../plan-index.ts';
import { idSequence, quote, storedTable } from '../sql/identifiers.ts';
import {
  definedType,
  describeTables,
  targetName,
  type ColumnDescription,
  type ForeignKey,
  type TableDescription,
} from './describe.ts';
import type { IndexDescription } from './describe-indexes.ts';
import type { MigrationSession } from './session.ts';
import { buildable } from './trigrams.ts';

/** The statements that make the tables of a plan, in order, with the indexes that the session can build. */
export function planSchema(index: PlanIndex, session: Pick<MigrationSession, 'hasTrigrams'>): string[] {
  const tables = describeTables(index);
  return [
    ...tables.flatMap(createTable),
    ...tables.flatMap((description) =>
      description.foreignKeys.map((key) => addForeignKey(storedTable(description.entity.name), key)),
    ),
    ...tables.flatMap((description) =>
      buildable(session, description.indexes).map((item) => createIndex(description.entity.name, item)),
    ),
  ];
}

/** The fields (with their clause) of each unique index, by the index's name. */
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

/** The reference of each foreign key, by the key's name. */
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
  return [...sequence, `create table ${storedTable(name)} (\n  ${columns}\n)`];
}

export function columnDefinition(description: ColumnDescription): string {
  const { name, isKey, isNotNull } = description;
  const rules = [
    ...(isKey === true ? ['primary key'] : []),
    ...(isNotNull ? ['not null'] : []),
    ...(description.default === null ? [] : [`default ${description.default}`]),
  ];
  return [quote(name), definedType(description), ...rules].join(' ');
}

/** Deferrable, so that records that refer to each other can be put in together. `table`: as it is in statements. */
export function addForeignKey(table: string, key: ForeignKey): string {
  return `alter table ${table} add constraint ${quote(key.name)} foreign key (${quote(key.column)}) references ${targetName(key.target)} on delete ${key.onDelete} deferrable initially immediate`;
}

export function createIndex(entity: string, description: IndexDescription): string {
  return indexStatement('index', storedTable(entity), description);
}

/** Creates an index while others write, for a table by its name in the schema; outside of a transaction. */
export function createIndexConcurrently(table: string, description: IndexDescription): string {
  return indexStatement('index concurrently', `product.${quote(table)}`, description);
}

function indexStatement(what: string, table: string, { name, unique, definition }: IndexDescription): string {
  return `create ${unique === null ? '' : 'unique '}${what} ${quote(name)} on ${table} ${definition}`;
}
