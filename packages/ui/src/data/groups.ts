import type { ColumnView, GroupKey } from '@nonet/client';
import { toInstant } from '../format/zone.ts';

/** Kinds by whose values a list is grouped as they are; dates by periods. */
const BY_VALUE: ReadonlySet<string> = new Set(['enum', 'state', 'boolean', 'reference', 'text']);
const BY_PERIOD: ReadonlySet<string> = new Set(['date', 'datetime']);

/** The periods of dates; a group's key is the first day of its period. */
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The groups that a list can be divided into, by the key of the API: `status`, `month(wanted)`; or `tree(parent)`. */
export interface Grouping {
  readonly key: string;
  readonly column: ColumnView;
  readonly period: Period | null;
  /** The records stand below those that they refer to, and not in groups. */
  readonly isTree?: true;
}

/** The groupings by columns, those by dates in each of the `periods`. */
export function groupingsOf(columns: readonly ColumnView[], periods: readonly Period[] = ['month']): Grouping[] {
  return columns.flatMap((column): Grouping[] => {
    const path = column.path.join('.');
    // A record with several values is in no one group.
    if (column.field.several === true) return [];
    const tree: Grouping = { key: `tree(${path})`, column, period: null, isTree: true };
    const isTree = column.field.tree === true && column.path.length === 1;
    if (BY_VALUE.has(column.field.kind)) return [...(isTree ? [tree] : []), { key: path, column, period: null }];
    if (!BY_PERIOD.has(column.field.kind)) return [];
    return periods.map((period) => ({ key: `${period}(${path})`, column, period }));
  });
}

/** The filters of the API that leave the records of one group. */
export function groupFilters({ column, period }: Grouping, key: GroupKey, timeZone: string): Record<string, string> {
  const path = column.path.join('.');
  if (key === null) return { [`${path}.null`]: 'true' };
  if (period === null) return { [path]: String(key) };
  const first = String(key).slice(0, 10);
  const next = nextPeriod(first, period);
  const bound = column.field.kind === 'datetime' ? (date: string) => toInstant(date, timeZone) : (date: string) => date;
  return { [`${path}.gte`]: bound(first), [`${path}.lt`]: bound(next) };
}

/** The first day of the period that follows the one that begins at `first`. */
export function nextPeriod(first: string, period: Period): string {
  const date = new Date(`${first}T00:00:00Z`);
  if (period === 'day') date.setUTCDate(date.getUTCDate() + 1);
  if (period === 'week') date.setUTCDate(date.getUTCDate() + 7);
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  if (period === 'quarter') date.setUTCMonth(date.getUTCMonth() + 3);
  if (period === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}

type Filters = Readonly<Record<string, string>>;

/** Filters and those of a group together: of two bounds of one path, the one that leaves less. */
export function narrowedBy(filters: Filters, group: Filters): Record<string, string> {
  const later = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other);
  const merged: Record<string, string> = { ...filters };
  for (const [key, value] of Object.entries(group)) {
    const stated = filters[key];
    if (stated !== undefined && key.endsWith('.gte')) merged[key] = later(stated, value);
    else if (stated !== undefined && key.endsWith('.lt')) merged[key] = later(stated, value) === value ? stated : value;
    else merged[key] = value;
  }
  return merged;
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
