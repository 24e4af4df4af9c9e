import type { Field } from '@nonet/language';
import type { View } from '../reference/evaluate.ts';
import { plain } from '../reference/plain.ts';
import type { Answer } from '../run/case.ts';

const UNSORTABLE = new Set(['children', 'many', 'all', 'json', 'file', 'image', 'roles', 'secret', 'open']);

export function isSortable({ type }: Field): boolean {
  return !UNSORTABLE.has(type.kind);
}

/** The records in the order of a field's values, as their reader gets them; those of one value stand together in any order. */
export function sortedPage(
  entity: string,
  readable: readonly View[],
  field: Field,
  valueOf: (record: View) => unknown,
  descending = false,
): Extract<Answer, { kind: 'page' }> {
  const groups = new Map<string, { value: unknown; ids: string[] }>();
  for (const record of readable) {
    const value = valueOf(record);
    const key = String(value);
    const group = groups.get(key) ?? { value, ids: [] };
    group.ids.push(record.id);
    groups.set(key, group);
  }
  const page = { kind: 'page', entity, ids: readable.map(({ id }) => id) } as const;
  // Records in the order of their ids, and choices in that of the database, are not told beforehand.
  if (field.type.kind === 'reference' || field.type.kind === 'enum' || field.type.kind === 'state') return page;
  const sorted = [...groups.values()].toSorted((a, b) => compareValues(a.value, b.value, descending));
  return { ...page, groups: sorted.map((group) => group.ids) };
}

const collator = new Intl.Collator('und');

/** Nulls last in both directions; numbers by value, text in the root collation. */
function compareValues(left: unknown, right: unknown, descending: boolean): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return descending ? compareGiven(right, left) : compareGiven(left, right);
}

/** Of two values that are there. */
export function compareGiven(left: unknown, right: unknown): number {
  if (typeof left === 'boolean') return Number(left) - Number(right);
  const [a, b] = [Number(left), Number(right)];
  const numeric = /^-?\d+(\.\d+)?$/;
  if (numeric.test(plain(left)) && numeric.test(plain(right)) && typeof left !== 'string') return a - b;
  if (/^-?\d+\.\d+$/.test(plain(left)) && /^-?\d+\.\d+$/.test(plain(right))) return a - b;
  return collator.compare(plain(left), plain(right));
}
