import { durationMicroseconds, type Field, parseDuration, isSortable } from '@nonet/language';
import type { View } from '../../reference/evaluate.ts';
import { plain } from '../../reference/plain.ts';
import type { Answer } from '../../run/case.ts';

/**
 * The records in the order of a field's values, as the reader gets them. Records with equal values form one group, in
 * any order.
 */
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
    const key = alikeAs(value);
    const group = groups.get(key) ?? { value, ids: [] };
    group.ids.push(record.id);
    groups.set(key, group);
  }
  const page = { kind: 'page', entity, ids: readable.map(({ id }) => id) } as const;
  // Records in the order of their ids, and choices in that of the database, are not known beforehand.
  if (!hasOrder(field)) return page;
  const sorted = [...groups.values()].toSorted((a, b) => compareValues(a.value, b.value, descending));
  return { ...page, groups: sorted.map((group) => group.ids) };
}

/** One key of an order: what a record has there, as its reader gets it. */
export interface OrderKey {
  readonly descending: boolean;
  valueOf(id: string): unknown;
}

/** Records in the order of several keys. Records that are equal in all keys form one group, in any order. */
export function inOrder(ids: readonly string[], keys: readonly OrderKey[]): (readonly string[])[] {
  const [key, ...rest] = keys;
  if (key === undefined) return ids.length === 0 ? [] : [ids];
  const alike = Map.groupBy(ids, (id) => alikeAs(key.valueOf(id)));
  return [...alike.values()]
    .map((group) => ({ group, value: key.valueOf(group[0] ?? '') ?? null }))
    .toSorted((a, b) => compareValues(a.value, b.value, key.descending))
    .flatMap(({ group }) => inOrder(group, rest));
}

/**
 * Whether the tests know the order of a field's values: the database orders choices, and references are ordered by id.
 */
export function hasOrder({ type }: Pick<Field, 'type'>): boolean {
  return isSortable(type) && !['reference', 'enum', 'state'].includes(type.kind);
}

const collator = new Intl.Collator('und');

/** Nulls last in both directions; numbers by value, text in the root collation. */
function compareValues(left: unknown, right: unknown, descending: boolean): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return descending ? compareGiven(right, left) : compareGiven(left, right);
}

/** A key that is equal for values at one place of an order: a day and 24 hours have the same key. */
function alikeAs(value: unknown): string {
  return String(microsecondsOf(value) ?? value);
}

/** The length of a duration (`P14D`) in microseconds, a month counted as 30 days; null for anything else. */
function microsecondsOf(value: unknown): number | null {
  const duration = typeof value === 'string' && /^-?P[T\d-]/.test(value) ? parseDuration(value) : null;
  return duration === null ? null : durationMicroseconds(duration);
}

/** Compares two values, neither of which is null. */
export function compareGiven(left: unknown, right: unknown): number {
  if (typeof left === 'boolean') return Number(left) - Number(right);
  const [first, second] = [microsecondsOf(left), microsecondsOf(right)];
  if (first !== null && second !== null) return first - second;
  const [a, b] = [Number(left), Number(right)];
  const numeric = /^-?\d+(\.\d+)?$/;
  if (numeric.test(plain(left)) && numeric.test(plain(right)) && typeof left !== 'string') return a - b;
  if (/^-?\d+\.\d+$/.test(plain(left)) && /^-?\d+\.\d+$/.test(plain(right))) return a - b;
  return collator.compare(plain(left), plain(right));
}
