import { type Entity, type Field, ownFields, type Screen, type SortKey } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import {
  type ColumnName,
  columnType,
  isParentName,
  nextNumberId,
  quote,
  shortName,
  storedFields,
  SYSTEM_COLUMNS,
  table,
  tableName,
} from '../sql/identifiers.ts';

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
  /** `not null default …`, ours alone. */
  readonly extra: string;
  /** The field that it stores; null for the engine's own columns. */
  readonly field: Field | null;
}

export interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly target: string;
  readonly onDelete: 'no action' | 'cascade' | 'set null';
}

export interface IndexDescription {
  readonly name: string;
  /** What stands behind `on <table>`. */
  readonly definition: string;
  /** The fields that must be unique together; null for an index that only makes reading fast. */
  readonly unique: {
    readonly fields: readonly string[];
    readonly clause: string;
    /** What must differ, as a list of SQL, and among which records; null: among all. */
    readonly columns: string;
    readonly where: string | null;
  } | null;
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
  const own = (name: ColumnName, type: string, extra = ''): ColumnDescription => ({ name, type, extra, field: null });
  return [
    own(
      SYSTEM_COLUMNS.id,
      'uuid',
      `primary key default ${index.hasWholeIds(entity.name) ? nextNumberId(entity.name) : 'nonet.uuid()'}`,
    ),
    own(SYSTEM_COLUMNS.createdAt, 'timestamptz', 'not null default now()'),
    own(SYSTEM_COLUMNS.createdBy, 'uuid'),
    own(SYSTEM_COLUMNS.updatedAt, 'timestamptz', 'not null default now()'),
    own(SYSTEM_COLUMNS.updatedBy, 'uuid'),
    own(SYSTEM_COLUMNS.version, 'bigint', 'not null default 1'),
    own(SYSTEM_COLUMNS.enteredAt, 'timestamptz'),
    own(SYSTEM_COLUMNS.deletedAt, 'timestamptz'),
    ...(entity.owner === null
      ? []
      : [own(SYSTEM_COLUMNS.parent, 'uuid', 'not null'), own(SYSTEM_COLUMNS.position, 'int', 'not null default 0')]),
    ...storedFields(entity).map((field) => {
      const type = columnType(field.type, index.plan.settings);
      return {
        name: field.name,
        type: type === 'text' ? 'text collate nonet.text' : type,
        extra: field.type.kind === 'many' ? `not null default '{}'` : '',
        field,
      };
    }),
  ];
}

function describeForeignKeys(entity: Entity): ForeignKey[] {
  const name = (column: string) => shortName(`${tableName(entity.name)}_${column}_fkey`);
  const toUser = [SYSTEM_COLUMNS.createdBy, SYSTEM_COLUMNS.updatedBy].map(
    (column): ForeignKey => ({ name: name(column), column, target: table('User'), onDelete: 'set null' }),
  );
  const toOwner: ForeignKey[] =
    entity.owner === null
      ? []
      : [
          {
            name: name('parent'),
            column: SYSTEM_COLUMNS.parent,
            target: table(entity.owner.entity),
            onDelete: 'cascade',
          },
        ];
  const onDelete = { restrict: 'no action', cascade: 'cascade', clear: 'set null' } as const;
  const stated = storedFields(entity).flatMap((field): ForeignKey[] => {
    if (field.type.kind === 'reference') {
      const target = table(field.type.entity);
      return [{ name: name(field.name), column: field.name, target, onDelete: onDelete[field.onDelete] }];
    }
    if (field.type.kind === 'file' || field.type.kind === 'image') {
      return [{ name: name(field.name), column: field.name, target: 'nonet.file', onDelete: 'no action' }];
    }
    return [];
  });
  return [...toUser, ...toOwner, ...stated];
}

function describeIndexes(index: PlanIndex, entity: Entity): IndexDescription[] {
  const stored = new Map(storedFields(entity).map((field) => [field.name as string, field]));
  const name = (words: readonly string[], kind: string) =>
    shortName(`${tableName(entity.name)}_${words.join('_')}_${kind}`);
  const counted = [
    // What is softly deleted is in no `unique` (3).
    ...(index.mayBeHidden(entity.name) ? [`${quote(SYSTEM_COLUMNS.deletedAt)} is null`] : []),
    // Children that are about to be written again have no place among their siblings.
    ...(entity.owner === null ? [] : [`${quote(SYSTEM_COLUMNS.position)} >= 0`]),
  ];
  const where = counted.length === 0 ? null : counted.join(' and ');
  const unique = (fields: readonly string[], ignoringCase: boolean, clause: string): IndexDescription => {
    const columnOf = (field: string): string => {
      if (isParentName(entity, field)) return SYSTEM_COLUMNS.parent;
      if (stored.has(field) || field === SYSTEM_COLUMNS.createdAt || field === SYSTEM_COLUMNS.createdBy) return field;
      throw new Error(`${entity.name}.${field} has no column of its own, so it can't be unique.`);
    };
    const columns = fields
      .map((field) => quote(columnOf(field)))
      .map((column) => (ignoringCase ? `normalize(lower(${column}), NFC)` : column))
      .join(', ');
    return {
      name: name(fields, 'key'),
      definition: `(${columns})${where === null ? '' : ` where ${where}`}`,
      unique: { fields, clause, columns, where },
    };
  };
  const plain = (columns: readonly string[]): IndexDescription => ({
    name: name(
      columns.map((column) => column.replace(/^_/, '')),
      'idx',
    ),
    definition: `(${columns.map(quote).join(', ')})`,
    unique: null,
  });

  // A field whose type is not shown holds nothing (3), and nothing is like another there.
  const open = new Set(entity.fields.flatMap(({ name, type }) => (type.kind === 'open' ? [name] : [])));
  const uniques = entity.fields.flatMap((field) => {
    if (open.has(field.name)) return [];
    if (field.unique !== null) return [unique([field.name], field.unique === 'ignoring case', field.clause)];
    return field.type.kind === 'number' ? [unique([field.name], false, field.clause)] : [];
  });
  const together = entity.unique
    .filter((fields) => !fields.some((field) => open.has(field)))
    .map((fields) => unique(fields, false, `${entity.clause}.unique`));
  const stateField = index.stateField(entity.name);
  const isColumn = (column: string) => stored.has(column) || column === 'created_at' || column === 'updated_at';
  const orders = [{ keys: entity.order, narrowing: new Set<string>() }];
  for (const screen of index.plan.screens) {
    if (screen.entity === entity.name)
      orders.push({ keys: screen.order.length > 0 ? screen.order : entity.order, narrowing: narrowingFields(screen) });
  }
  const sorted = new Map(
    orders.flatMap(({ keys }) => {
      const columns = orderColumns(keys, isColumn);
      return columns === null ? [] : [[columns.definition, columns] as const];
    }),
  );
  const isFirst = (column: string) => [...sorted.values()].some(({ fields }) => fields[0] === column);
  /** What a screen narrows by comes before its order, so that a page is read off the index. */
  const lookup = (column: string): IndexDescription => {
    const order = orders.find(({ narrowing, keys }) => narrowing.has(column) && orderColumns(keys, isColumn) !== null);
    const columns = order === undefined ? null : orderColumns(order.keys, isColumn);
    if (columns === null || columns.fields.includes(column)) return plain([column]);
    return { ...plain([column, ...columns.names]), definition: `(${quote(column)}, ${columns.definition})` };
  };
  const plains = [
    ...(entity.owner === null ? [] : [plain([SYSTEM_COLUMNS.parent, SYSTEM_COLUMNS.position])]),
    ...[...stored.values()]
      .filter((field) => field.type.kind === 'reference' || field.indexed || field.name === stateField)
      .filter((field) => field.unique === null && !isFirst(field.name))
      .map((field) => lookup(field.name)),
    ...[...stored.values()]
      .filter((field) => field.type.kind === 'many')
      .map((field) => ({
        ...plain([field.name]),
        definition: `using gin (${quote(field.name)}) with (fastupdate = off)`,
      })),
    ...[...sorted.values()].map(({ names, definition }) => ({ ...plain(names), definition: `(${definition})` })),
  ];
  return [...uniques, ...together, ...plains];
}

/** An order as an index has it (nulls last in both directions, then the id), as far as it is made of columns. */
function orderColumns(
  keys: readonly SortKey[],
  isColumn: (column: string) => boolean,
): { readonly fields: readonly string[]; readonly names: readonly string[]; readonly definition: string } | null {
  const own = keys.map(({ path, descending }) => ({ name: path.length === 1 ? (path[0] ?? '') : '', descending }));
  const end = own.findIndex(({ name }) => !isColumn(name));
  const columns = end < 0 ? own : own.slice(0, end);
  if (columns.length === 0) return null;
  const parts = columns.map(({ name, descending }) => `${quote(name)}${descending ? ' desc nulls last' : ''}`);
  const names = columns.map(({ name, descending }) => (descending ? `${name}_desc` : name));
  const fields = columns.map(({ name }) => name);
  return end < 0
    ? { fields, names: [...names, SYSTEM_COLUMNS.id], definition: [...parts, quote(SYSTEM_COLUMNS.id)].join(', ') }
    : { fields, names, definition: parts.join(', ') };
}

/** The fields that a screen filters by, or compares in its `where`. */
function narrowingFields(screen: Screen): Set<string> {
  const filters = screen.filters.flatMap(({ path }) => (path.length === 1 ? path : []));
  const compared = screen.where === null ? [] : ownFields(screen.where);
  return new Set([...filters, ...compared]);
}
