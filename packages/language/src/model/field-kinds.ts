import type { FieldType } from './entities.ts';

export type FieldKind = FieldType['kind'];

/** What the value of a field is. */
export type FieldValue =
  | 'text'
  /** A text that the product makes: a number's, a slug. */
  | 'made text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'duration'
  | 'choice'
  | 'json'
  | 'secret'
  | 'file'
  | 'roles'
  | 'id'
  | 'reference'
  /** Several records. */
  | 'records'
  | 'nothing';

interface FieldKindRow {
  /** How the `type` column says it (3); null where only the product, or another entity's name, does. */
  readonly word: string | null;
  readonly value: FieldValue;
  /** Who gives it its value: people, the product as it saves a record, events (4), the records that refer to it, or nobody. */
  readonly from: 'people' | 'product' | 'events' | 'records' | 'nobody';
}

/**
 * Every kind of field, and what all stages ask of it. A new kind has a row here; where its value is one that other kinds
 * have, the stages need no more, unless the type checker or the linter names a place where each kind stands by itself.
 */
export const FIELD_KINDS = {
  text: { word: 'text', value: 'text', from: 'people' },
  'long text': { word: 'long text', value: 'text', from: 'people' },
  markdown: { word: 'markdown', value: 'text', from: 'people' },
  integer: { word: 'integer', value: 'number', from: 'people' },
  percent: { word: 'percent', value: 'number', from: 'people' },
  boolean: { word: 'boolean', value: 'boolean', from: 'people' },
  date: { word: 'date', value: 'date', from: 'people' },
  time: { word: 'time', value: 'time', from: 'people' },
  datetime: { word: 'datetime', value: 'datetime', from: 'people' },
  email: { word: 'email', value: 'text', from: 'people' },
  url: { word: 'url', value: 'text', from: 'people' },
  phone: { word: 'phone', value: 'text', from: 'people' },
  json: { word: 'json', value: 'json', from: 'people' },
  secret: { word: 'secret', value: 'secret', from: 'people' },
  duration: { word: 'duration', value: 'duration', from: 'people' },
  image: { word: 'image', value: 'file', from: 'people' },
  money: { word: 'money', value: 'number', from: 'people' },
  decimal: { word: 'decimal(p, s)', value: 'number', from: 'people' },
  enum: { word: 'enum(…)', value: 'choice', from: 'people' },
  state: { word: 'state', value: 'choice', from: 'events' },
  file: { word: 'file(…)', value: 'file', from: 'people' },
  number: { word: 'number …', value: 'made text', from: 'product' },
  slug: { word: 'slug of …', value: 'made text', from: 'product' },
  reference: { word: null, value: 'reference', from: 'people' },
  children: { word: 'list of …', value: 'records', from: 'people' },
  many: { word: 'many …', value: 'records', from: 'people' },
  all: { word: 'all … by …', value: 'records', from: 'records' },
  roles: { word: null, value: 'roles', from: 'people' },
  id: { word: null, value: 'id', from: 'product' },
  serial: { word: null, value: 'id', from: 'product' },
  open: { word: null, value: 'nothing', from: 'nobody' },
} as const satisfies Readonly<Record<FieldKind, FieldKindRow>>;

export const ALL_KINDS = Object.keys(FIELD_KINDS) as readonly FieldKind[];

type Rows = typeof FIELD_KINDS;

/** The kinds whose value is one of these. */
export type KindOfValue<Value extends FieldValue> = {
  [Kind in FieldKind]: Rows[Kind]['value'] extends Value ? Kind : never;
}[FieldKind];

/** Whether a field's value is one of these; its type is known to be of such a kind then. */
export function hasValue<Type extends { readonly kind: FieldKind }, Value extends FieldValue>(
  type: Type,
  ...values: readonly Value[]
): type is Type & { readonly kind: KindOfValue<Value> } {
  const all: readonly FieldValue[] = values;
  return all.includes(FIELD_KINDS[type.kind].value);
}

/** Whether people give the field its value: through forms, the API, effects and records of the document. */
export function isFromPeople({ kind }: { readonly kind: FieldKind }): boolean {
  return FIELD_KINDS[kind].from === 'people';
}

/** Whether a value stands in the record's own row: nothing that is left open, and no records that hold it in theirs. */
export function hasColumn(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'nothing') && type.kind !== 'children' && type.kind !== 'all';
}

/** Whether records can be put in order by the field. */
export function isSortable(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'json', 'secret', 'file', 'roles', 'records', 'nothing');
}

/** Whether a cell of a file can hold the field: nothing that is uploaded, and no records of its own. */
export function fitsInCell(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'file') && type.kind !== 'children';
}

/** The kinds whose value is one of these, as a list. */
export function kindsOf<Value extends FieldValue>(...values: readonly Value[]): readonly KindOfValue<Value>[] {
  return ALL_KINDS.filter((kind): kind is KindOfValue<Value> => hasValue({ kind }, ...values));
}
