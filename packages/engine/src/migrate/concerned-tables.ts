import { tableName } from '../sql/identifiers.ts';
import { filledTables } from './backfill.ts';
import { tableOf } from './foreign-keys.ts';
import { restoredKeys } from './former/restored-keys.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { renameTables } from './rename.ts';

/** The tables whose writes are noted during the change, because they are judged or filled. */
export function notedTables(change: PlannedChange): string[] {
  const judged = change.steps.flat().flatMap(({ obstacle }) => {
    const changed = change.tables.get(obstacle?.records?.entity ?? '');
    const place = changed === undefined ? null : placeOf(changed);
    return place === null ? [] : [place.table];
  });
  const sources = [...change.made.values()].flatMap(({ origins }) => origins.map(({ table: name }) => name));
  return [...new Set([...judged, ...sources, ...filledTables(change).map(({ table: name }) => name)])];
}

/** Whether deletions during the change are noted: records that were made from a deleted one are deleted, too. */
export function notesDeletes({ made }: PlannedChange, name: string): boolean {
  return [...made.values()].some(({ isKeyed, origins }) => !isKeyed && origins.some(({ table }) => table === name));
}

/** Whether a slug of an entity is new: new slugs are made with the help of their index. */
export function isOfSlug(change: PlannedChange, entity: string): boolean {
  return change.tables.get(entity)?.next.some(({ value }) => value.kind === 'slug') === true;
}

/** Whether the change makes the table of an entity. */
export function isMade(change: PlannedChange, entity: string): boolean {
  const changed = change.tables.get(entity);
  return changed === undefined ? !change.restored.has(entity) : changed.isRebuilt;
}

/** The tables that the change of the catalogue touches, by their names in the storage in use. */
export function lockedTables(change: PlannedChange, noted: readonly string[]): string[] {
  const locked = new Set(noted);
  const renames = renameTables(change);
  const inUse = new Map([...change.tables].map(([entity, { old }]) => [tableName(entity), tableName(old.entity.name)]));
  const lock = (name: string | null) => {
    const found = name === null ? undefined : inUse.get(name);
    if (found !== undefined) locked.add(found);
  };
  for (const { alters } of change.steps.flat()) if (alters !== null) lock(tableName(alters));
  for (const { key } of restoredKeys(change)) lock(tableOf(key.target));
  for (const changed of change.tables.values()) {
    const { renamed, now, next, isRebuilt } = changed;
    const name = tableName(renamed.entity.name);
    if (next.length > 0 || isRebuilt || now === null || (renames.get(changed)?.then.length ?? 0) > 0) lock(name);
    const goes = new Set<string>(next.map(({ column }) => column.name));
    // A foreign key that goes is a matter of both its tables.
    for (const key of renamed.foreignKeys)
      if (
        isRebuilt ||
        now === null ||
        goes.has(key.column) ||
        !now.foreignKeys.some(({ name: kept }) => kept === key.name)
      )
        lock(tableOf(key.target));
  }
  return [...locked];
}
