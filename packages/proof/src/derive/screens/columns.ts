import { isView, type View } from '../../reference/evaluate.ts';
import type { Column, Screen } from '@nonet/language';

export function columnsOf({ groups }: Screen): Column[] {
  return groups.flatMap(({ columns }) => columns);
}

export function valueAt(record: View | null, path: readonly string[]): unknown {
  return valueFrom(record, path);
}

function valueFrom(at: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return at ?? null;
  if (!Array.isArray(at)) return isView(at) ? valueFrom(at[name], rest) : null;
  const values = at.flatMap((each: unknown) => valueFrom(each, [name, ...rest]) ?? []);
  return values.length === 0 ? null : values;
}

/** Whether a list of related records (2: `related`) has a row for a reader who sees the record like this. */
export function hasRows(seen: View | null, { field }: Screen['related'][number]): boolean {
  const rows = seen?.[field];
  return Array.isArray(rows) && rows.length > 0;
}
