import { column, columnOf, quote, storedFields, table, tableName } from '../../sql/identifiers.ts';
import { describeTables, type ForeignKey } from '../describe.ts';
import type { PlannedChange } from '../planned-change.ts';
import { inTransaction, type MigrationSession } from '../session.ts';
import { placeOfKept } from './restored-tables.ts';

/** The keys that kept tables have lost: their own, and those of others that refer to them. */
export function restoredKeys({
  restored,
  after,
}: PlannedChange): { readonly table: string; readonly key: ForeignKey }[] {
  if (restored.size === 0) return [];
  const again = new Set([...restored.keys()].map(tableName));
  return describeTables(after).flatMap(({ entity, foreignKeys }) => {
    const own = tableName(entity.name);
    return foreignKeys
      .filter(({ target }) => {
        const isAgain = target.schema === 'product' && again.has(target.table);
        return again.has(own) !== isAgain;
      })
      .map((key) => ({ table: own, key }));
  });
}

/** Several references in one field have no key: those to records that were deleted meanwhile go. */
export async function fixKeptLists(
  session: MigrationSession,
  { restored, after, tables }: PlannedChange,
): Promise<void> {
  for (const [entity, kept] of restored)
    for (const field of storedFields(after.entity(entity))) {
      const { type, name } = field;
      if (type.kind !== 'many' || restored.has(type.entity)) continue;
      const target = tables.get(type.entity)?.old.entity.name;
      if (target === undefined) continue;
      const there = `select from ${table(target)} k_ where k_."id" =`;
      const value = column('t', columnOf(field));
      await inTransaction(session, () =>
        session.client.query(
          `update ${placeOfKept(kept)} t set ${quote(name)} = array(select e_.id from unnest(${value}) with ordinality e_(id, place) where exists (${there} e_.id) order by e_.place)
           where exists (select from unnest(${value}) e_(id) where not exists (${there} e_.id))`,
        ),
      );
    }
}
