import type { ColumnView, GroupKey } from '@nonet/client';
import { toInstant } from '../format/zone.ts';

/** Kinds by whose values a list is grouped as they are; dates by their months. */
const BY_VALUE: ReadonlySet<string> = new Set(['enum', 'state', 'boolean', 'reference', 'text']);
const BY_MONTH: ReadonlySet<string> = new Set(['date', 'datetime']);

/** The groups that a list can be divided into, by the key of the API: `status`, `month(wanted)`; or `tree(parent)`. */
export interface Grouping {
  readonly key: string;
  readonly column: ColumnView;
  readonly isMonth: boolean;
  /** The records stand below those that they refer to, and not in groups. */
  readonly isTree?: true;
}

export function groupingsOf(columns: readonly ColumnView[]): Grouping[] {
  return columns.flatMap((column): Grouping[] => {
    const path = column.path.join('.');
    // A record with several values is in no one group.
    if (column.field.several === true) return [];
    const tree: Grouping = { key: `tree(${path})`, column, isMonth: false, isTree: true };
    const isTree = column.field.tree === true && column.path.length === 1;
    if (BY_VALUE.has(column.field.kind)) return [...(isTree ? [tree] : []), { key: path, column, isMonth: false }];
    return BY_MONTH.has(column.field.kind) ? [{ key: `month(${path})`, column, isMonth: true }] : [];
  });
}

/** The filters of the API that leave the records of one group. */
export function groupFilters({ column, isMonth }: Grouping, key: GroupKey, timeZone: string): Record<string, string> {
  const path = column.path.join('.');
  if (key === null) return { [`${path}.null`]: 'true' };
  if (!isMonth) return { [path]: String(key) };
  const first = String(key).slice(0, 10);
  const next = nextMonth(first);
  const bound = column.field.kind === 'datetime' ? (date: string) => toInstant(date, timeZone) : (date: string) => date;
  return { [`${path}.gte`]: bound(first), [`${path}.lt`]: bound(next) };
}

function nextMonth(first: string): string {
  const date = new Date(`${first}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

/** Groups in the order in which people know them: choices as the document states them, nothing last. */
export function orderedGroups<Group extends { readonly key: GroupKey }>(
  groups: readonly Group[],
  { column }: Grouping,
): readonly Group[] {
  const { choices } = column.field;
  if (choices === null) return groups;
  const place = ({ key }: Group) => {
    const at = choices.findIndex(({ name }) => name === key);
    return at < 0 ? choices.length : at;
  };
  return groups.toSorted((one, other) => place(one) - place(other));
}
