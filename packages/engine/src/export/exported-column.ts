import type { Entity, FieldType } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { column, columnType, storedFields, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { instantText } from '../sql/wire.ts';
import { NUMBER_PREFIX } from '../run/values/number-id.ts';
import { USER } from '../session/user.ts';

/** The form of a column's values in the files of an export. */
export type ExportedType =
  | 'id'
  | 'whole number'
  /** An id of either form. */
  | 'record'
  | 'number'
  | 'text'
  | 'boolean'
  | 'date'
  | 'time'
  | 'instant'
  | 'duration'
  | 'json'
  | 'list of ids'
  | 'list of whole numbers'
  | 'list of texts'
  | 'hash';

/** A column of an exported table: its name, and how its values become text and are read back, both as SQL. */
export interface ExportedColumn {
  readonly name: string;
  readonly type: ExportedType;
  /** The clause of the field; null for a column that the product keeps by itself. */
  readonly clause: string | null;
  /** The name of the column in the database. */
  readonly stored: string;
  /** The text of the value in the row `alias`; null where there is none. */
  readonly text: (alias: string) => string;
  /** The stored value of such a text. */
  readonly value: (text: string) => string;
}

/** How the values of a type become text, and the type of PostgreSQL that they are read back as. */
export function exportedAs(type: ExportedType, stored: string): Pick<ExportedColumn, 'text' | 'value'> {
  const own = (alias: string) => `${alias}."${stored}"`;
  const cast = (sqlType: string): Pick<ExportedColumn, 'text' | 'value'> => ({
    text: (alias) => `${own(alias)}::text`,
    value: (text) => `(${text})::${sqlType}`,
  });
  switch (type) {
    case 'id':
      return cast('uuid');
    case 'whole number':
      return {
        text: (alias) => `nonet.id_number(${own(alias)})::text`,
        value: (text) => `nonet.number_id((${text})::bigint)`,
      };
    case 'record':
      return {
        text: (alias) =>
          `(case when ${own(alias)}::text like '${NUMBER_PREFIX}%' then nonet.id_number(${own(alias)})::text else ${own(alias)}::text end)`,
        value: (text) =>
          `(case when ${text} ~ '^[0-9]+$' then nonet.number_id((${text})::bigint) else (${text})::uuid end)`,
      };
    case 'number':
      return cast('numeric');
    case 'text':
      return cast('text');
    case 'boolean':
    case 'date':
    case 'time':
      return cast(type);
    case 'instant':
      return { text: (alias) => instantText(own(alias)), value: (text) => `(${text})::timestamptz` };
    case 'duration':
      return cast('interval');
    case 'json':
      return cast('jsonb');
    case 'list of ids':
      return {
        text: (alias) => `array_to_string(${own(alias)}, ',')`,
        value: (text) => `string_to_array(${text}, ',')::uuid[]`,
      };
    case 'list of whole numbers':
      return {
        text: (alias) =>
          `array_to_string(array(select nonet.id_number(u.id) from unnest(${own(alias)}) with ordinality u(id, n) order by u.n), ',')`,
        value: (text) =>
          `array(select nonet.number_id(u.n::bigint) from unnest(string_to_array(${text}, ',')) with ordinality u(n, place) order by u.place)`,
      };
    case 'list of texts':
      return {
        text: (alias) => `array_to_string(${own(alias)}, ',')`,
        value: (text) => `string_to_array(${text}, ',')`,
      };
    case 'hash':
      return { text: (alias) => `encode(${own(alias)}, 'hex')`, value: (text) => `decode(${text}, 'hex')` };
  }
}

/** A column that the product keeps by itself, under the name that the database has for it. */
export function ownColumn(stored: string, type: ExportedType): ExportedColumn {
  return { name: stored, type, clause: null, stored, ...exportedAs(type, stored) };
}

/** The columns of an entity's records: the fields that are stored, and what the product keeps beside them. No secret is among them. */
export function recordColumns(index: PlanIndex, entity: Entity): ExportedColumn[] {
  const idOf = (name: string): ExportedType => (index.hasWholeIds(name) ? 'whole number' : 'id');
  const user = index.findEntity(USER) === null ? 'id' : idOf(USER);
  const { id, createdAt, createdBy, updatedAt, updatedBy, version, enteredAt, deletedAt, parent, position } =
    SYSTEM_COLUMNS;
  const owned =
    entity.owner === null ? [] : [ownColumn(parent, idOf(entity.owner.entity)), ownColumn(position, 'number')];
  const fields = storedFields(entity).flatMap((field): ExportedColumn[] => {
    if (field.type.kind === 'secret') return [];
    const type = typeOf(index, field.type);
    const { text, value } = exportedAs(type, field.name);
    // A number is read back with the digits of its column.
    const asStored =
      type === 'number' ? (of: string) => `(${of})::${columnType(field.type, index.plan.settings)}` : value;
    return [{ name: field.name, type, clause: field.clause, stored: field.name, text, value: asStored }];
  });
  return [
    ownColumn(id, idOf(entity.name)),
    ...owned,
    ...fields,
    ownColumn(createdAt, 'instant'),
    ownColumn(createdBy, user),
    ownColumn(updatedAt, 'instant'),
    ownColumn(updatedBy, user),
    ownColumn(version, 'number'),
    ownColumn(enteredAt, 'instant'),
    ownColumn(deletedAt, 'instant'),
  ];
}

/** The order in which the records of an entity are exported. */
export function recordOrder(entity: Entity, alias: string): string {
  const owned =
    entity.owner === null ? [] : [column(alias, SYSTEM_COLUMNS.parent), column(alias, SYSTEM_COLUMNS.position)];
  return [...owned, column(alias, SYSTEM_COLUMNS.id)].join(', ');
}

function typeOf(index: PlanIndex, type: FieldType): ExportedType {
  switch (type.kind) {
    case 'integer':
    case 'percent':
    case 'decimal':
    case 'money':
      return 'number';
    case 'boolean':
    case 'date':
    case 'time':
    case 'duration':
    case 'json':
      return type.kind;
    case 'datetime':
      return 'instant';
    case 'roles':
      return 'list of texts';
    case 'reference':
      return index.hasWholeIds(type.entity) ? 'whole number' : 'id';
    case 'many':
      return index.hasWholeIds(type.entity) ? 'list of whole numbers' : 'list of ids';
    case 'id':
    case 'file':
    case 'image':
      return 'id';
    case 'serial':
      return 'whole number';
    case 'email':
    case 'enum':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'phone':
    case 'recurrence':
    case 'slug':
    case 'state':
    case 'text':
    case 'url':
      return 'text';
    case 'secret':
    case 'children':
    case 'all':
    case 'open':
      throw new Error(`A field of the type ${type.kind} is not exported.`);
  }
}
