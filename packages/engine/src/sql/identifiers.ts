import {
  isOneOf,
  codePointOf,
  type Entity,
  type Field,
  type FieldType,
  hasColumn,
  type Settings,
  type Type,
} from '@nonet/language';
import { currencyDigits } from '../run/values/number.ts';

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

/**
 * `"claim"`: an entity's records, as the connection's search path finds them. For a process of a former version that
 * path begins with the schema of its views (`serve_version`, 0024-versions-at-once.sql), and a change that is judged
 * puts the future records in front of the table (`migrate/stored-rows.ts`).
 */
export function table(entity: string): string {
  return quote(tableName(entity));
}

/** `product."claim"`: an entity's table itself, for what changes the storage. */
export function storedTable(entity: string): string {
  return `product.${quote(tableName(entity))}`;
}

/**
 * The row type of an entity's table, as an empty value: the name of a type would be looked for among PostgreSQL's own
 * types first (`line`, `date`).
 */
export function emptyRow(table: string): string {
  return `(select r_ from ${table} r_ limit 0)`;
}

/** The name of the sequence of an entity's whole numbers (3, `id`), unquoted; it is beside the entity's table. */
export function sequenceName(entity: string): string {
  return shortName(`${tableName(entity)}_id_seq`);
}

/** `product."claim_id_seq"`: the sequence of an entity's whole numbers. */
export function idSequence(entity: string): string {
  return `product.${quote(sequenceName(entity))}`;
}

/**
 * The next id of an entity whose records are known by whole numbers, as the default of a table's column. PostgreSQL
 * keeps the sequence of a default by its identity, whatever it is called later.
 */
export function defaultNumberId(entity: string): string {
  return `nonet.number_id(nextval('${idSequence(entity)}'))`;
}

/** The next id of an entity whose records are known by whole numbers, as a running process draws it. */
export function nextNumberId(entity: string): string {
  return `nonet.number_id(nextval(${sequenceInUse(entity)}))`;
}

/**
 * The sequence of an entity's whole numbers, for a running process: the one of the table that the entity's name leads
 * to, itself or through the view of a former version. A later version may have given it another name.
 */
export function sequenceInUse(entity: string): string {
  const relation = `'${table(entity)}'::regclass`;
  return `(select s.oid::regclass from pg_depend d join pg_attrdef a on a.oid = d.objid join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
    where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass and a.adrelid in (
      select ${relation} union all select v.refobjid from pg_rewrite r join pg_depend v on v.objid = r.oid
      where r.ev_class = ${relation} and v.classid = 'pg_rewrite'::regclass and v.refclassid = 'pg_class'::regclass and v.refobjid <> r.ev_class))`;
}

declare const isColumn: unique symbol;

/**
 * The name of a table's column. A field that is computed, a list, or of an open type has no column, so its name alone
 * is no `ColumnName`: `compileField`, which knows all kinds, reads its value.
 */
export type ColumnName = SystemColumn | (string & { readonly [isColumn]: true });

/** `alias."field"`. */
export function column(alias: string, name: ColumnName): string {
  return `${alias}.${quote(name)}`;
}

/**
 * The column of a stored field.
 * @throws if it has none: the caller must make sure.
 */
export function columnOf(field: Field): ColumnName {
  if (!isStored(field)) throw new Error(`${field.clause} has no column of its own.`);
  return field.name as ColumnName;
}

/** Names in PostgreSQL have at most 63 bytes: longer ones are cut and distinguished by a hash of the whole. */
export function shortName(name: string): string {
  if (name.length <= 63) return name;
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ codePointOf(character), 0x01000193) >>> 0;
  return `${name.slice(0, 54)}_${hash.toString(16).padStart(8, '0')}`;
}

/** The columns that every table has in addition to those of its fields. */
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

/** Whether a field lists records: owned ones, references, or all records that refer to the record. */
export function isListOfRecords(type: FieldType): type is ListType {
  return type.kind === 'children' || type.kind === 'many' || type.kind === 'all';
}

/**
 * The fields with a column, without the derived ones. A user's password is stored separately from the product's
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
  return isOneOf(Object.values(SYSTEM_COLUMNS), name);
}

/** Whether a name refers to the owner of an owned child: `parent`, or the owner's own name if no field has it (3). */
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

/** The number of digits of a type's column, in all and after the point; 0 if its type states neither. */
export function digitsOf(
  type: FieldType,
  settings: Pick<Settings, 'currencyDigits'>,
): { readonly precision: number; readonly scale: number } {
  if (type.kind === 'decimal') return { precision: Math.trunc(type.precision), scale: Math.trunc(type.scale) };
  if (type.kind === 'money') return { precision: 30, scale: moneyScale(type, settings) };
  return { precision: 0, scale: 0 };
}

/** The SQL type of a column. Money and decimals have their scale, so that what is assigned is rounded to it. */
export function columnType(type: FieldType, settings: Pick<Settings, 'currencyDigits'>): string {
  switch (type.kind) {
    case 'integer':
      return 'bigint';
    case 'percent':
      return 'numeric';
    case 'decimal':
    case 'money': {
      const { precision, scale } = digitsOf(type, settings);
      return `numeric(${precision}, ${scale})`;
    }
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
    case 'recurrence':
    case 'secret':
    case 'slug':
    case 'state':
    case 'text':
    case 'url':
      return 'text';
  }
}

/** The SQL type of a value that a column is compared with: a number has all of its places. */
export function comparedType(type: FieldType, settings: Pick<Settings, 'currencyDigits'>): string {
  return type.kind === 'decimal' || type.kind === 'money' ? 'numeric' : columnType(type, settings);
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
    case 'recurrence':
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
