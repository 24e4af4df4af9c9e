import { keysOf } from '../collections.ts';
import type { FieldType } from './entities.ts';

export type FieldKind = FieldType['kind'];

/** The kinds of values that fields have. */
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
  | 'recurrence'
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
  /** Its word in the `type` column (3); null if only the product, or the name of another entity, gives this type. */
  readonly word: string | null;
  readonly value: FieldValue;
  /**
   * The source of the value: people, the product as it saves a record, events (4), the records that refer to this one,
   * or nobody.
   */
  readonly from: 'people' | 'product' | 'events' | 'records' | 'nobody';
  /** Whether its values have a special form, as addresses have: not every text is one. */
  readonly hasForm: boolean;
}

const ROWS = {
  text: { word: 'text', value: 'text', from: 'people', hasForm: false },
  'long text': { word: 'long text', value: 'text', from: 'people', hasForm: false },
  markdown: { word: 'markdown', value: 'text', from: 'people', hasForm: false },
  integer: { word: 'integer', value: 'number', from: 'people', hasForm: false },
  percent: { word: 'percent', value: 'number', from: 'people', hasForm: false },
  boolean: { word: 'boolean', value: 'boolean', from: 'people', hasForm: false },
  date: { word: 'date', value: 'date', from: 'people', hasForm: false },
  time: { word: 'time', value: 'time', from: 'people', hasForm: false },
  datetime: { word: 'datetime', value: 'datetime', from: 'people', hasForm: false },
  email: { word: 'email', value: 'text', from: 'people', hasForm: true },
  url: { word: 'url', value: 'text', from: 'people', hasForm: true },
  phone: { word: 'phone', value: 'text', from: 'people', hasForm: true },
  json: { word: 'json', value: 'json', from: 'people', hasForm: false },
  secret: { word: 'secret', value: 'secret', from: 'people', hasForm: false },
  duration: { word: 'duration', value: 'duration', from: 'people', hasForm: false },
  recurrence: { word: 'recurrence', value: 'recurrence', from: 'people', hasForm: true },
  image: { word: 'image', value: 'file', from: 'people', hasForm: false },
  money: { word: 'money', value: 'number', from: 'people', hasForm: false },
  decimal: { word: 'decimal(p, s)', value: 'number', from: 'people', hasForm: false },
  enum: { word: 'enum(…)', value: 'choice', from: 'people', hasForm: false },
  state: { word: 'state', value: 'choice', from: 'events', hasForm: false },
  file: { word: 'file(…)', value: 'file', from: 'people', hasForm: false },
  number: { word: 'number …', value: 'made text', from: 'product', hasForm: true },
  slug: { word: 'slug of …', value: 'made text', from: 'product', hasForm: true },
  reference: { word: null, value: 'reference', from: 'people', hasForm: false },
  children: { word: 'list of …', value: 'records', from: 'people', hasForm: false },
  many: { word: 'many …', value: 'records', from: 'people', hasForm: false },
  all: { word: 'all … by …', value: 'records', from: 'records', hasForm: false },
  roles: { word: null, value: 'roles', from: 'people', hasForm: false },
  id: { word: null, value: 'id', from: 'product', hasForm: true },
  serial: { word: null, value: 'id', from: 'product', hasForm: true },
  open: { word: null, value: 'nothing', from: 'nobody', hasForm: false },
} as const satisfies Readonly<Record<FieldKind, FieldKindRow>>;

/**
 * Every kind of field, with all properties that stages ask about. A new kind has a row here. If its value is like that
 * of another kind, the stages need nothing else, except where the type checker or the linter names a place that treats
 * each kind separately.
 */
export const FIELD_KINDS: Readonly<Record<FieldKind, FieldKindRow>> = ROWS;

export const ALL_KINDS = keysOf(FIELD_KINDS);

type Rows = typeof ROWS;

/** The kinds whose value is one of these. */
export type KindOfValue<Value extends FieldValue> = {
  [Kind in FieldKind]: Rows[Kind]['value'] extends Value ? Kind : never;
}[FieldKind];

/** The kinds of text with a special form. */
export type FormedText = {
  [Kind in KindOfValue<'text'>]: Rows[Kind]['hasForm'] extends true ? Kind : never;
}[KindOfValue<'text'>];

/** Whether its values have a special form; a computed text is not known to have it. */
export function hasForm({ kind }: { readonly kind: FieldKind }): boolean {
  return FIELD_KINDS[kind].hasForm;
}

/** Whether a field's value is one of these; narrows its type to such a kind. */
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

/**
 * Whether records can be given a value by `from` (changes): none that the product makes, and none with a form that a
 * computed text need not have. Telephone numbers are an exception: each record's value is checked.
 */
export function takesFrom(type: { readonly kind: FieldKind }): boolean {
  const isWorkedOut = !hasForm(type) && !hasValue(type, 'roles', 'secret');
  return type.kind === 'phone' || (isWorkedOut && (!hasValue(type, 'records') || type.kind === 'many'));
}

/** Whether a limit can be asked of new values alone (`for new`, changes). */
export function takesForNew(type: { readonly kind: FieldKind }): boolean {
  return isFromPeople(type) && !hasValue(type, 'records', 'roles');
}

/** Whether a value is in the record's own row; gaps and lists of records are not. */
export function hasColumn(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'nothing') && type.kind !== 'children' && type.kind !== 'all';
}

/** Whether records can be put in order by the field. */
export function isSortable(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'json', 'recurrence', 'secret', 'file', 'roles', 'records', 'nothing');
}

/** Whether a cell of a file can hold the field; uploads and owned children can't be in one. */
export function fitsInCell(type: { readonly kind: FieldKind }): boolean {
  return !hasValue(type, 'file') && type.kind !== 'children';
}

/** The kinds whose value is one of these, as a list. */
export function kindsOf<Value extends FieldValue>(...values: readonly Value[]): readonly KindOfValue<Value>[] {
  return ALL_KINDS.filter((kind): kind is KindOfValue<Value> => hasValue({ kind }, ...values));
}
