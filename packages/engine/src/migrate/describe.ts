import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import {
  type ColumnName,
  columnType,
  defaultNumberId,
  quote,
  shortName,
  storedFields,
  SYSTEM_COLUMNS,
  tableName,
} from '../sql/identifiers.ts';
import { COLLATED } from '../sql/text.ts';
import { describeIndexes, type IndexDescription } from './describe-indexes.ts';

/** The storage of a plan as data, so that two plans can be compared. */
export interface TableDescription {
  readonly entity: Entity;
  readonly columns: readonly ColumnDescription[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly IndexDescription[];
}

export interface ColumnDescription {
  readonly name: ColumnName;
  readonly type: string;
  readonly isNotNull: boolean;
  /** SQL, ours alone. */
  readonly default: string | null;
  /** Whether it is the table's primary key. */
  readonly isKey?: true;
  /** The field that it stores; null for the engine's own columns. */
  readonly field: Field | null;
}

/** The column of a field. */
export type FieldColumn = ColumnDescription & { readonly field: Field };

/** Whether a column stores a field, and is none of the engine's own. */
export function isFieldColumn(column: ColumnDescription): column is FieldColumn {
  return column.field !== null;
}

/** The target of a foreign key: a table of the product, or one of the engine's own. */
export interface KeyTarget {
  readonly schema: 'product' | 'nonet';
  readonly table: string;
}

export interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly target: KeyTarget;
  readonly onDelete: 'no action' | 'cascade' | 'set null';
}

export function describeTables(index: PlanIndex): TableDescription[] {
  // Tables and indexes share their names: `Order.item_number` and `OrderItem.number` would have the same one.
  const taken = new Set(index.plan.entities.map((entity) => tableName(entity.name)));
  const free = (name: string): string => {
    let found = name;
    for (let place = 2; taken.has(found); place++) found = shortName(`${name}_${place}`);
    taken.add(found);
    return found;
  };
  return index.plan.entities.map((entity) => ({
    entity,
    columns: describeColumns(index, entity),
    foreignKeys: describeForeignKeys(entity),
    indexes: describeIndexes(index, entity).map((item) => ({ ...item, name: free(item.name) })),
  }));
}

function describeColumns(index: PlanIndex, entity: Entity): ColumnDescription[] {
  const own = (
    name: ColumnName,
    type: string,
    rules: Partial<Pick<ColumnDescription, 'isNotNull' | 'default' | 'isKey'>> = {},
  ): ColumnDescription => ({ name, type, isNotNull: false, default: null, ...rules, field: null });
  const nextId = index.hasWholeIds(entity.name) ? defaultNumberId(entity.name) : 'nonet.uuid()';
  return [
    own(SYSTEM_COLUMNS.id, 'uuid', { isKey: true, default: nextId }),
    own(SYSTEM_COLUMNS.createdAt, 'timestamptz', { isNotNull: true, default: 'now()' }),
    own(SYSTEM_COLUMNS.createdBy, 'uuid'),
    own(SYSTEM_COLUMNS.updatedAt, 'timestamptz', { isNotNull: true, default: 'now()' }),
    own(SYSTEM_COLUMNS.updatedBy, 'uuid'),
    own(SYSTEM_COLUMNS.version, 'bigint', { isNotNull: true, default: '1' }),
    own(SYSTEM_COLUMNS.enteredAt, 'timestamptz'),
    own(SYSTEM_COLUMNS.deletedAt, 'timestamptz'),
    ...(entity.owner === null
      ? []
      : [
          own(SYSTEM_COLUMNS.parent, 'uuid', { isNotNull: true }),
          own(SYSTEM_COLUMNS.position, 'int', { isNotNull: true, default: '0' }),
        ]),
    ...storedFields(entity).map((field) => ({
      name: field.name,
      type: columnType(field.type, index.plan.settings),
      isNotNull: field.type.kind === 'many',
      default: field.type.kind === 'many' ? `'{}'` : null,
      field,
    })),
  ];
}

/** The type with its collation: all text of the product has the same order. */
export function definedType({ type }: Pick<ColumnDescription, 'type'>): string {
  return type === 'text' ? `text${COLLATED}` : type;
}

function inProduct(entity: string): KeyTarget {
  return { schema: 'product', table: tableName(entity) };
}

/** `product."claim"`, `nonet.file`. */
export function targetName({ schema, table }: KeyTarget): string {
  return schema === 'product' ? `${schema}.${quote(table)}` : `${schema}.${table}`;
}

function describeForeignKeys(entity: Entity): ForeignKey[] {
  const name = (column: string) => shortName(`${tableName(entity.name)}_${column}_fkey`);
  const toUser = [SYSTEM_COLUMNS.createdBy, SYSTEM_COLUMNS.updatedBy].map(
    (column): ForeignKey => ({ name: name(column), column, target: inProduct('User'), onDelete: 'set null' }),
  );
  const toOwner: ForeignKey[] =
    entity.owner === null
      ? []
      : [
          {
            name: name('parent'),
            column: SYSTEM_COLUMNS.parent,
            target: inProduct(entity.owner.entity),
            onDelete: 'cascade',
          },
        ];
  const onDelete = { restrict: 'no action', cascade: 'cascade', clear: 'set null' } as const;
  const stated = storedFields(entity).flatMap((field): ForeignKey[] => {
    if (field.type.kind === 'reference') {
      const target = inProduct(field.type.entity);
      return [{ name: name(field.name), column: field.name, target, onDelete: onDelete[field.onDelete] }];
    }
    if (field.type.kind === 'file' || field.type.kind === 'image') {
      return [
        {
          name: name(field.name),
          column: field.name,
          target: { schema: 'nonet', table: 'file' },
          onDelete: 'no action',
        },
      ];
    }
    return [];
  });
  return [...toUser, ...toOwner, ...stated];
}
