import type { ColumnView } from '@nonet/client';

/** How a filter narrows a list, and with which operators of the API: one key of the address for each. */
export const SUFFIXES = {
  /** From, to, or both. */
  range: ['gte', 'lte'],
  contains: ['contains'],
  starts: ['starts'],
  oneOf: ['', 'in'],
  is: [''],
  isNot: ['ne'],
  empty: ['null'],
  filled: ['null'],
} as const;

export type FilterOperator = keyof typeof SUFFIXES;

const BY_KIND: Readonly<Record<string, readonly FilterOperator[]>> = {
  integer: ['range', 'is', 'isNot'],
  decimal: ['range', 'is', 'isNot'],
  money: ['range', 'is', 'isNot'],
  percent: ['range', 'is', 'isNot'],
  date: ['range', 'is', 'isNot'],
  time: ['range'],
  // Its days: no instant is ever asked for exactly.
  datetime: ['range'],
  duration: ['range'],
  enum: ['oneOf', 'isNot'],
  state: ['oneOf', 'isNot'],
  reference: ['is', 'isNot'],
  boolean: ['is'],
  many: ['is'],
  roles: ['is'],
  id: ['is'],
  serial: ['is'],
};
const TEXT: readonly FilterOperator[] = ['contains', 'starts', 'is', 'isNot'];
/** Of these it can be asked only whether they are there. */
const OPAQUE: ReadonlySet<string> = new Set(['json', 'secret']);

/** The operators that a filter by a column has, the usual one first; none by what the document leaves open. */
export function operatorsOf({ field, path }: ColumnView): readonly FilterOperator[] {
  if (field.kind === 'open') return [];
  const own = OPAQUE.has(field.kind) ? [] : (BY_KIND[field.kind] ?? TEXT);
  return mayBeEmpty(field.required, path) ? [...own, 'empty', 'filled'] : own;
}

function mayBeEmpty(required: boolean, path: readonly string[]): boolean {
  return !required || path.length > 1;
}

/** The operators of the API that a column's filter may have in the address (none: equality). */
export function suffixesOf(column: ColumnView): readonly string[] {
  return [...new Set(operatorsOf(column).flatMap((operator) => SUFFIXES[operator]))];
}
