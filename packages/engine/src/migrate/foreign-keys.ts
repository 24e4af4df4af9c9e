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

/** A foreign key of the product. */
interface PresentKey {
  /** Whether it is valid for all records. */
  readonly isValid: boolean;
  /** Whether records that were kept without it may refer to what was deleted meanwhile. */
  readonly isKept: boolean;
}

/** The foreign keys of the product, by table and name. */
export async function presentKeys({ client }: MigrationSession): Promise<Map<string, PresentKey>> {
  const { rows } = await client.query<PresentKey & { place: string }>(
    `select c.relname || ' ' || k.conname as place, k.convalidated as "isValid",
       obj_description(k.oid, 'pg_constraint') is not distinct from $1 as "isKept" from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'product'::regnamespace and k.contype = 'f'`,
    [KEPT],
  );
  return new Map(rows.map(({ place, ...key }) => [place, key]));
}

/** Marks a key in the catalogue, so that a start that is killed before it was validated goes on with that. */
const KEPT = 'records were kept without it';

/** Adds the key of records that were kept without it: it holds for new writes from then on. */
export function addKeptKey({ table, key }: { readonly table: string; readonly key: ForeignKey }): string {
  const name = `product.${quote(table)}`;
  return `${addForeignKey(name, key)} not valid; comment on constraint ${quote(key.name)} on ${name} is '${KEPT}'`;
}

/**
 * A record that was deleted while another one was kept takes the reference to it along, or the record that refers to it,
 * as it would have done then.
 */
async function fixReferences({ client }: MigrationSession, table: string, key: ForeignKey): Promise<void> {
  const column = `k."${key.column}"`;
  const dangling = `${column} is not null and not exists (select from ${targetName(key.target)} t where t."id" = ${column})`;
  await client.query(
    key.onDelete === 'cascade'
      ? `delete from product.${quote(table)} k where ${dangling}`
      : `update product.${quote(table)} k set ${quote(key.column)} = null where ${dangling}`,
  );
}

/**
 * Creates a foreign key: it applies to new writes immediately, and then existing rows are validated while others
 * write.
 */
export async function buildKey(
  session: MigrationSession,
  present: ReadonlyMap<string, PresentKey>,
  table: string,
  key: ForeignKey,
): Promise<void> {
  const { client } = session;
  const found = present.get(`${table} ${key.name}`);
  const target = tableOf(key.target);
  if (found === undefined)
    await withTables(session, [table, ...(target === null ? [] : [target])], 'share row exclusive', () =>
      client.query(`${addForeignKey(`product.${quote(table)}`, key)} not valid`),
    );
  if (found?.isValid === true) return;
  if (found?.isKept === true) await fixReferences(session, table, key);
  await withTables(session, [], 'share row exclusive', () =>
    client.query(
      `alter table product.${quote(table)} validate constraint ${quote(key.name)}; comment on constraint ${quote(key.name)} on product.${quote(table)} is null`,
    ),
  );
}

export async function buildKeys(session: MigrationSession, change: PlannedChange): Promise<void> {
  const present = await presentKeys(session);
  for (const { table, key } of changedKeys(change)) await buildKey(session, present, table, key);
}
