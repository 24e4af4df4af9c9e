import type { PlanIndex } from '../../plan-index.ts';
import { THIS } from '../../run/write.ts';
import { quote, sequenceName, storedFields, table, tableName } from '../../sql/identifiers.ts';
import { type Change, has, plain, records, where } from '../change.ts';
import { describeTables, type TableDescription } from '../describe.ts';
import type { ConversionBasis } from '../planned-conversions.ts';
import type { KeptTable } from './finish-former.ts';

// An entity that is gone keeps its table for processes of the former version. Where that version is put to use again,
// its records are there again.

/** The entities that come again, as far as the storage has kept their tables as they know them. */
export function restoredTables(
  after: PlanIndex,
  renamed: PlanIndex,
  { keptTables }: ConversionBasis,
): ReadonlyMap<string, KeptTable> {
  return new Map(
    describeTables(after).flatMap(({ entity: { name }, columns }) => {
      const kept = keptTables?.get(tableName(name));
      if (kept === undefined || renamed.findEntity(name) !== null) return [];
      return columns.every((each) => kept.columns.includes(each.name)) ? [[name, kept] as const] : [];
    }),
  );
}

/** A kept table in statements. */
export function placeOfKept({ schema, table: name }: KeptTable): string {
  return `${quote(schema)}.${quote(name)}`;
}

/** The entity comes again, unless a record can't do without what was deleted meanwhile. */
export function restoreTable(
  { entity, foreignKeys }: TableDescription,
  restored: ReadonlyMap<string, KeptTable>,
  kept: KeptTable,
): Change {
  const change: Change = {
    ...plain(entity, `${entity.name} is there again, with the records that were kept`, []),
    restores: [
      `alter table ${placeOfKept(kept)} set schema product`,
      `alter sequence if exists ${quote(kept.schema)}.${quote(sequenceName(entity.name))} set schema product`,
    ],
  };
  const needed = storedFields(entity).filter(
    ({ name, required, type }) =>
      required &&
      'entity' in type &&
      !restored.has(type.entity) &&
      foreignKeys.some((key) => key.column === name && key.onDelete !== 'cascade'),
  );
  if (needed.length === 0) return change;
  const isDeleted = needed.flatMap(({ name, type }) =>
    'entity' in type
      ? [`not exists (select from ${table(type.entity)} k_ where k_."id" = ${THIS}.${quote(name)})`]
      : [],
  );
  const fields = needed.map(({ name }) => `\`${entity.name}.${name}\``).join(', ');
  return {
    ...change,
    obstacle: where(
      entity,
      (n) => `${fields} ${needed.length === 1 ? 'is' : 'are'} required: what ${records(n)} ${has(n)} there was deleted`,
      null,
      () => isDeleted.join(' or '),
    ),
  };
}
