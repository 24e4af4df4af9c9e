import { isDeepStrictEqual } from 'node:util';
import { quote, tableName } from '../sql/identifiers.ts';
import { type ForeignKey, type KeyTarget, targetName } from './describe.ts';
import { withTables } from './locks.ts';
import { nextName } from './next-name.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { addForeignKey } from './schema.ts';
import type { MigrationSession } from './session.ts';

/** A foreign key of the new document as the storage in use has its table, column and target. */
interface ChangedKey {
  /** The entity's new name. */
  readonly entity: string;
  readonly table: string;
  /** Its name in the new document. */
  readonly name: string;
  readonly key: ForeignKey;
  readonly words: string;
}

/** The foreign keys that are new for tables that stay, as far as both ends are there before the change is done. */
export function changedKeys(change: PlannedChange): ChangedKey[] {
  return [...change.tables.values()].flatMap((changed) => {
    const place = placeOf(changed);
    if (place === null || changed.now === null) return [];
    const { name: entity } = changed.now.entity;
    return changed.now.foreignKeys.flatMap((key): ChangedKey[] => {
      const isReplaced = changed.next.some(({ column }) => column.name === key.column);
      if (!isReplaced && changed.renamed.foreignKeys.some((other) => isDeepStrictEqual(other, key))) return [];
      const column = place.column(key.column);
      const target = targetInUse(change, key.target);
      if (column === null || target === null) return [];
      const words = `${entity}.${key.column} refers to ${targetName(key.target)}`;
      return [
        {
          entity,
          table: place.table,
          name: key.name,
          key: { ...key, name: nextName(key.name), column, target },
          words,
        },
      ];
    });
  });
}

/**
 * The target's present name: `product."expense"` while it is still `product."claim"`; null if the change creates it.
 */
function targetInUse(change: PlannedChange, target: KeyTarget): KeyTarget | null {
  if (target.schema !== 'product') return target;
  for (const changed of change.tables.values()) {
    const place = placeOf(changed);
    if (place !== null && changed.now !== null && target.table === tableName(changed.now.entity.name))
      return { ...target, table: place.table };
  }
  return null;
}

/** The product's table that is referred to; null if it is one of the engine's own. */
export function tableOf({ schema, table }: KeyTarget): string | null {
  return schema === 'product' ? table : null;
}

/** The foreign keys of the product, by table and name, and which of them are valid for all records. */
export async function presentKeys({ client }: MigrationSession): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ place: string; valid: boolean }>(
    `select c.relname || ' ' || k.conname as place, k.convalidated as valid from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'product'::regnamespace and k.contype = 'f'`,
  );
  return new Map(rows.map(({ place, valid }) => [place, valid]));
}

/**
 * Creates a foreign key: it applies to new writes immediately, and then existing rows are validated while others
 * write.
 */
export async function buildKey(
  session: MigrationSession,
  present: ReadonlyMap<string, boolean>,
  table: string,
  key: ForeignKey,
): Promise<void> {
  const { client } = session;
  const isValid = present.get(`${table} ${key.name}`);
  const target = tableOf(key.target);
  if (isValid === undefined)
    await withTables(session, [table, ...(target === null ? [] : [target])], 'share row exclusive', () =>
      client.query(`${addForeignKey(`product.${quote(table)}`, key)} not valid`),
    );
  if (isValid !== true)
    await withTables(session, [], 'share row exclusive', () =>
      client.query(`alter table product.${quote(table)} validate constraint ${quote(key.name)}`),
    );
}

export async function buildKeys(session: MigrationSession, change: PlannedChange): Promise<void> {
  const present = await presentKeys(session);
  for (const { table, key } of changedKeys(change)) await buildKey(session, present, table, key);
}
