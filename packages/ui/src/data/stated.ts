import { isFromPeople } from '@nonet/language';
import type { DocumentView, ScreenView } from '@nonet/client';

type Stated = Pick<DocumentView, 'entities' | 'permissions' | 'screens'>;
type StatedScreen = DocumentView['screens'][number];
type StatedTile = StatedScreen['tiles'][number];
type StatedColumn = StatedScreen['columns'][number];

/** A row of point 6: what somebody may do with the records of an entity. */
export interface PermissionRow {
  readonly entity: string;
  readonly may: string;
}

/** The rows of point 6 that decide, in addition to those of the record itself, who sees the end of a path. */
export function readRowsOf(document: Stated, entity: string, path: readonly string[]): PermissionRow[] {
  const rows: PermissionRow[] = [];
  let at: string | null = entity;
  for (const [place, name] of path.entries()) {
    if (at === null) break;
    const may = `read ${name}`;
    if (hasRow(document, at, may)) rows.push({ entity: at, may });
    else if (place > 0) rows.push({ entity: at, may: 'read' });
    at = fieldOf(document, at, name)?.target ?? null;
  }
  return rows;
}

/** The rows of point 6 that decide who sees a number that is counted from these records and fields. */
export function rowsBehind(document: Stated, reads: StatedTile['reads']): PermissionRow[] {
  const rows = reads.flatMap(({ entity, field }) => [
    { entity, may: 'read' },
    ...(field !== null && hasRow(document, entity, `read ${field}`) ? [{ entity, may: `read ${field}` }] : []),
  ]);
  return [...new Map(rows.map((row) => [`${row.entity} ${row.may}`, row])).values()];
}

/** The row of point 6 that decides whether somebody enters a field; null if only the field itself says so. */
export function entryRowOf(
  document: Stated,
  entity: string,
  field: string,
  cause: 'create' | 'update',
): PermissionRow | null {
  const own = `update ${field}`;
  if (hasRow(document, entity, own)) return { entity, may: own };
  return cause === 'update' ? { entity, may: 'update' } : null;
}

/**
 * The fields that a form may ask for: those that it states, or else all that are neither computed nor set by events.
 */
export function askable(document: Stated, stated: StatedScreen): { name: string; label: string; clause: string }[] {
  const entity = document.entities.find(({ name }) => name === stated.entity);
  const own = stated.columns.filter(({ path }) => path.length === 1);
  if (own.length > 0) {
    return own.flatMap(({ label, path: [name = ''] }) => {
      const field = entity?.fields.find((each) => each.name === name);
      return field ? [{ name, label, clause: field.clause }] : [];
    });
  }
  const asked = entity?.fields.filter(({ computed, kind }) => !computed && isFromPeople({ kind })) ?? [];
  return asked.map(({ name, label, clause }) => ({ name, label, clause }));
}

/** The clause of the field that a path leads to; null if the entity has no such field. */
export function fieldClause(document: Stated, entity: string, path: readonly string[]): string | null {
  let at: string | null = entity;
  for (const name of path.slice(0, -1)) at = at === null ? null : (fieldOf(document, at, name)?.target ?? null);
  return at === null ? null : (fieldOf(document, at, path.at(-1) ?? '')?.clause ?? null);
}

/** The columns of a screen that its reader does not see, and those that they see and not everybody does. */
export function columnsOf(
  document: Stated,
  stated: StatedScreen,
  shown: ScreenView,
): { hidden: StatedColumn[]; guarded: StatedColumn[] } {
  const seen = new Set(shown.groups.flatMap(({ columns }) => columns.map(({ clause }) => clause)));
  const own = (column: StatedColumn) => readRowsOf(document, stated.entity ?? '', column.path).length > 0;
  return {
    hidden: stated.columns.filter(({ clause }) => !seen.has(clause)),
    guarded: stated.columns.filter((column) => seen.has(column.clause) && own(column)),
  };
}

function hasRow({ permissions }: Stated, entity: string, may: string): boolean {
  return permissions.some((table) => table.entity === entity && table.rows.some((row) => row.may === may));
}

function fieldOf({ entities }: Stated, entity: string, name: string) {
  return entities.find((each) => each.name === entity)?.fields.find((field) => field.name === name);
}
