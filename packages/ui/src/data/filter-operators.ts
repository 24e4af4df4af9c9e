import type { ColumnView } from '@nonet/client';
import type { FieldType } from '@nonet/language';

/** The forms of filters, each with its operators of the API: one key of the address for each. */
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

const TEXT = ['contains', 'starts', 'is', 'isNot'] as const;
const NUMBER = ['range', 'is', 'isNot'] as const;
const CHOICE = ['oneOf', 'isNot'] as const;

const BY_KIND = {
  text: TEXT,
  'long text': TEXT,
  markdown: TEXT,
  email: TEXT,
  url: TEXT,
  phone: TEXT,
  number: TEXT,
  slug: TEXT,
  integer: NUMBER,
  decimal: NUMBER,
  money: NUMBER,
  percent: NUMBER,
  date: NUMBER,
  time: ['range'],
  // Its days: no instant is ever asked for exactly.
  datetime: ['range'],
  duration: ['range'],
  // By the dates that it has.
  recurrence: ['range'],
  enum: CHOICE,
  state: CHOICE,
  reference: ['is', 'isNot'],
  boolean: ['is'],
  many: ['is'],
  roles: ['is'],
  id: ['is'],
  serial: ['is'],
  json: [],
  file: [],
  image: [],
  children: [],
  all: [],
  secret: [],
  open: [],
} satisfies Record<FieldType['kind'], readonly FilterOperator[]>;

/** A filter can't even ask whether these are there. */
const CLOSED: ReadonlySet<string> = new Set(['children', 'all', 'secret', 'open']);

/** The operators that a filter by a column has, the usual one first; none by what the document leaves open. */
export function operatorsOf({ field, path }: ColumnView): readonly FilterOperator[] {
  const own: readonly FilterOperator[] = BY_KIND[field.kind];
  // One of several values may be another one, or missing, while the others are as asked.
  if (field.several === true) return own.filter((operator) => operator !== 'isNot');
  return !CLOSED.has(field.kind) && mayBeEmpty(field.required, path) ? [...own, 'empty', 'filled'] : own;
}

function mayBeEmpty(required: boolean, path: readonly string[]): boolean {
  return !required || path.length > 1;
}

/** The operators of the API that a column's filter may have in the address (none: equality). */
export function suffixesOf(column: ColumnView): readonly string[] {
  return [...new Set(operatorsOf(column).flatMap((operator) => SUFFIXES[operator]))];
}
