import { tableName } from '../sql/identifiers.ts';
import { filledTables } from './backfill.ts';
import { tableOf } from './foreign-keys.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { renameTables } from './rename.ts';

/** The tables of which is noted what is written meanwhile: they are judged or filled. */
export function notedTables(change: PlannedChange): string[] {
  const judged = change.steps.flat().flatMap(({ obstacle }) => {
    const changed = change.tables.get(obstacle?.entity ?? '');
    const place = changed === undefined ? null : placeOf(changed);
    return place === null ? [] : [place.table];
  });
  return [...new Set([...judged, ...filledTables(change).map(({ table: name }) => name)])];
}

/** Whether a slug of an entity is new: what makes one looks for it in its index. */
export function isOfSlug(change: PlannedChange, entity: string): boolean {
  return change.tables.get(entity)?.next.some(({ value }) => value.kind === 'slug') === true;
}

/** Whether the change makes the table of an entity. */
export function isMade(change: PlannedChange, entity: string): boolean {
  const changed = change.tables.get(entity);
  return changed === undefined || changed.isRemade;
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
  for (const statement of change.steps.flat().flatMap(({ statements }) => statements))
    for (const [, name = ''] of statement.matchAll(/product\."([^"]+)"/g)) lock(name);
  for (const changed of change.tables.values()) {
    const { renamed, now, next, isRemade } = changed;
    const name = tableName(renamed.entity.name);
    if (next.length > 0 || isRemade || now === null || (renames.get(changed)?.length ?? 0) > 0) lock(name);
    const goes = new Set(next.map(({ column }) => column.name as string));
    // A foreign key that goes is a matter of both its tables.
    for (const key of renamed.foreignKeys)
      if (
        isRemade ||
        now === null ||
        goes.has(key.column) ||
        !now.foreignKeys.some(({ name: kept }) => kept === key.name)
      )
        lock(tableOf(key.target));
  }
  return [...locked];
}
