import { isView, type View } from '../../reference/evaluate.ts';
import type { Column, Screen } from '@nonet/language';

export function columnsOf({ groups }: Screen): Column[] {
  return groups.flatMap(({ columns }) => columns);
}

export function valueAt(record: View | null, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isView(at) ? at[name] : null), record) ?? null;
}

/** Whether a list of related records (2: `related`) has a row for a reader who sees the record like this. */
export function hasRows(seen: View | null, { field }: Screen['related'][number]): boolean {
  const rows = seen?.[field];
  return Array.isArray(rows) && rows.length > 0;
}
