import { currencyDigits } from '../run/values/number.ts';
import { type Entity, type Field, type FieldType, type Settings, type Type, hasColumn } from '@nonet/language';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A quoted identifier. Anything but a checked name of the document (or of ours) is a fault, never text of a statement. */
export function quote(name: string): string {
  if (!NAME.test(name)) throw new Error(`Not a name that can stand in a statement: ${JSON.stringify(name)}`);
  return `"${name}"`;
}

/** `TeamMember` → `team_member`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** The name of an entity's table in the schema `product`, unquoted. */
export function tableName(entity: string): string {
  return snakeCase(entity);
}

/** `product."claim"`. */
export function table(entity: string): string {
  return `product.${quote(tableName(entity))}`;
}

/** The sequence of an entity's whole numbers (3, `id`). */
export function idSequence(entity: string): string {
  return `product.${quote(shortName(`${tableName(entity)}_id_seq`))}`;
}

/** The next id of an entity whose records are known by whole numbers. */
export function nextNumberId(entity: string): string {
  return `nonet.number_id(nextval('${idSequence(entity)}'))`;
}

declare const isColumn: unique symbol;

/**
 * The name of a column that a table has. A field that is computed, a list, or of an open type has none, so that its name
 * alone is no `ColumnName`: its value is read by `compileField`, which knows all kinds.
 */
export type ColumnName = SystemColumn | (string & { readonly [isColumn]: true });

/** `alias."field"`. */
export function column(alias: string, name: ColumnName): string {
  return `${alias}.${quote(name)}`;
}

/** The column of a field that is stored. @throws where it has none: whoever asks has to have made sure. */
export function columnOf(field: Field): ColumnName {
  if (!isStored(field)) throw new Error(`${field.clause} has no column of its own.`);
  return field.name as ColumnName;
}

/** Names in PostgreSQL have at most 63 bytes: longer ones are cut and distinguished by a hash of the whole. */
export function shortName(name: string): string {
  if (name.length <= 63) return name;
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193) >>> 0;
  return `${name.slice(0, 54)}_${hash.toString(16).padStart(8, '0')}`;
}

/** The columns that every table has besides those of its fields. */
export const SYSTEM_COLUMNS = {
  id: 'id',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
  version: 'version',
  /** Since when the record is in its state. */
  enteredAt: '_entered_at',
  /** Set on what is softly deleted. */
  deletedAt: '_deleted_at',
  /** The owner of an owned child, and the place among its siblings, from 0. */
  parent: '_parent',
  position: '_position',
} as const;

type SystemColumn = (typeof SYSTEM_COLUMNS)[keyof typeof SYSTEM_COLUMNS];

/** A field whose name is that of its column. */
export type StoredField = Field & { readonly name: ColumnName };

/** Whether a field has a column of its own (a computed field, a list and an open type have none). */
export function isStored(field: Field): boolean {
  return field.computed === null && hasColumn(field.type);
}

type ListType = Extract<FieldType, { kind: 'children' | 'many' | 'all' }>;

/** Whether a field lists records: owned ones, references, or whatever refers to the record. */
export function isListOfRecords(type: FieldType): type is ListType {
  return type.kind === 'children' || type.kind === 'many' || type.kind === 'all';
}

/**
 * The fields with a column of their own, the derived ones apart. A user's password is kept apart from the product's
 * records, as a hash.
 */
export function storedFields(entity: Entity): readonly StoredField[] {
  let fields = stored.get(entity);
  if (fields === undefined) {
    fields = entity.fields.filter(
      (field): field is StoredField =>
        !field.derived &&
        isStored(field) &&
        !isSystemColumn(field.name) &&
        !(entity.name === 'User' && field.name === 'password') &&
        !isParentName(entity, field.name),
    );
    stored.set(entity, fields);
  }
  return fields;
}

/** Every write asks for them. */
const stored = new WeakMap<Entity, readonly StoredField[]>();

function isSystemColumn(name: string): boolean {
  return (Object.values(SYSTEM_COLUMNS) as readonly string[]).includes(name);
}

/** Whether a name means the owner of an owned child: `parent`, or the owner's own name where that is free (3). */
export function isParentName(entity: Entity, name: string): boolean {
  if (entity.owner === null) return false;
  if (name !== 'parent' && name !== snakeCase(entity.owner.entity)) return false;
  const stated = entity.fields.find((field) => field.name === name);
  return stated === undefined || stated.derived;
}

/** The minor digits of a money type's currency: what is assigned is rounded to them. */
export function moneyScale(
  type: { readonly currency: string | null },
  settings: Pick<Settings, 'currencyDigits'>,
): number {
  return Math.trunc(type.currency === null ? settings.currencyDigits : currencyDigits(type.currency));
}

/** The SQL type of a column. Money and decimals have their scale, so that what is assigned is rounded to it. */
export function columnType(type: FieldType, settings: Pick<Settings, 'currencyDigits'>): string {
  switch (type.kind) {
    case 'integer':
      return 'bigint';
    case 'percent':
      return 'numeric';
    case 'decimal':
      return `numeric(${Math.trunc(type.precision)}, ${Math.trunc(type.scale)})`;
    case 'money':
      return `numeric(30, ${moneyScale(type, settings)})`;
    case 'boolean':
    case 'date':
    case 'time':
      return type.kind;
    case 'datetime':
      return 'timestamptz';
    case 'duration':
      return 'interval';
    case 'json':
      return 'jsonb';
    case 'roles':
      return 'text[]';
    case 'id':
    case 'serial':
    case 'file':
    case 'image':
    case 'reference':
      return 'uuid';
    case 'many':
      return 'uuid[]';
    case 'children':
    case 'all':
    case 'open':
      throw new Error(`A field of the type ${type.kind} has no column.`);
    case 'email':
    case 'enum':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'phone':
    case 'secret':
    case 'slug':
    case 'state':
    case 'text':
    case 'url':
      return 'text';
  }
}

/** The SQL type of an expression's value that may be a whole number of any size, as numbers are while they are calculated. */
export function exactType(type: Type): string {
  return type.kind === 'integer' || type.kind === 'working days' ? 'numeric' : sqlType(type);
}

/** The SQL type of an expression's value. */
export function sqlType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
    case 'date':
    case 'time':
      return type.kind;
    case 'integer':
    case 'size':
    case 'working days':
      return 'bigint';
    case 'decimal':
    case 'money':
      return 'numeric';
    case 'datetime':
      return 'timestamptz';
    case 'duration':
      return 'interval';
    case 'file':
    case 'record':
      return 'uuid';
    case 'json':
      return 'jsonb';
    case 'list':
      return `${sqlType(type.of)}[]`;
    case 'text':
    case 'enum':
    case 'given':
    case 'null':
      return 'text';
    case 'rate':
    case 'object':
    case 'unknown':
      throw new Error(`A value of the type ${type.kind} has no SQL type.`);
  }
}
