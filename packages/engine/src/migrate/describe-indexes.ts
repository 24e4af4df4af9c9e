import { type Entity, ownFields, type Screen, type SortKey } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import {
  isParentName,
  quote,
  shortName,
  storedFields,
  SYSTEM_COLUMNS,
  tableName,
  type StoredField,
} from '../sql/identifiers.ts';
import { daysOf } from '../sql/order-directions.ts';
import { foldedBeginning, foldedColumn, searchedColumns, titleColumns } from '../sql/searched-columns.ts';

/** An index of trigrams takes in writes when so much is pending; searches read the pending writes as well. */
const MOST_PENDING_KIB = 256;

/** The text of an index after `on <table>`; `written`: how a column is written in it. */
type DefineIndex = (written: (column: string) => string) => string;

export interface IndexDescription {
  readonly name: string;
  /** The columns that its definition names. */
  readonly columns: readonly string[];
  readonly define: DefineIndex;
  /** The result of `define` with the columns' names. */
  readonly definition: string;
  /** The fields that must be unique together; null for an index that only makes reading fast. */
  readonly unique: {
    readonly fields: readonly string[];
    readonly clause: string;
    /** The values that must differ, as a list of SQL, and among which records; null: among all. */
    readonly columns: string;
    readonly where: string | null;
  } | null;
  /** Whether it is an index of trigrams, which needs PostgreSQL's extension pg_trgm. */
  readonly ofTrigrams?: true;
}

/** The indexes of an entity's table. */
export function describeIndexes(index: PlanIndex, entity: Entity): IndexDescription[] {
  const stored = new Map<string, StoredField>(storedFields(entity).map((field) => [field.name, field]));
  const name = (words: readonly string[], kind: string) =>
    shortName(`${tableName(entity.name)}_${words.join('_')}_${kind}`);
  const counted = [
    // Softly deleted records don't count for `unique` (3).
    ...(index.mayBeHidden(entity.name) ? [{ column: SYSTEM_COLUMNS.deletedAt, is: 'is null' }] : []),
    // Children that are about to be written again have no place among their siblings.
    ...(entity.owner === null ? [] : [{ column: SYSTEM_COLUMNS.position, is: '>= 0' }]),
  ];
  const counting = (written: (column: string) => string): string | null =>
    counted.length === 0 ? null : counted.map(({ column, is }) => `${written(column)} ${is}`).join(' and ');
  const unique = (fields: readonly string[], ignoringCase: boolean, clause: string): IndexDescription => {
    const columnOf = (field: string): string => {
      if (isParentName(entity, field)) return SYSTEM_COLUMNS.parent;
      if (stored.has(field) || field === SYSTEM_COLUMNS.createdAt || field === SYSTEM_COLUMNS.createdBy) return field;
      throw new Error(`${entity.name}.${field} has no column of its own, so it can't be unique.`);
    };
    const columns = fields.map(columnOf);
    const differing = (written: (column: string) => string) =>
      columns
        .map((column) => (ignoringCase ? `normalize(lower(${written(column)}), NFC)` : written(column)))
        .join(', ');
    const define: DefineIndex = (written) => {
      const where = counting(written);
      return `(${differing(written)})${where === null ? '' : ` where ${where}`}`;
    };
    return {
      name: name(fields, 'key'),
      ...defined([...columns, ...counted.map(({ column }) => column)], define),
      unique: { fields, clause, columns: differing(quote), where: counting(quote) },
    };
  };
  const plain = (
    names: readonly string[],
    columns: readonly string[] = names,
    define: DefineIndex = (written) => `(${columns.map(written).join(', ')})`,
  ): IndexDescription => ({
    name: name(
      names.map((column) => column.replace(/^_/, '')),
      'idx',
    ),
    ...defined(columns, define),
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
    // A list in the order of what it refers to begins with the first ones of these.
    const [first] = screen.order;
    const [reference = '', ...path] = first?.path ?? [];
    const type = screen.entity === null ? undefined : index.findField(screen.entity, reference)?.type;
    if (first !== undefined && type?.kind === 'reference' && type.entity === entity.name)
      orders.push({ keys: [{ ...first, path }], narrowing: new Set<string>() });
  }
  for (const field of daysOf(index, entity.name))
    orders.push({ keys: [ascending(field)], narrowing: new Set<string>() });
  const sorted = new Map(
    orders.flatMap(({ keys }) => {
      const columns = orderColumns(keys, isColumn);
      // The key has an index for an order of nothing but the id.
      return columns === null || columns.fields.length === 0 ? [] : [[columns.define(quote), columns] as const];
    }),
  );
  const isFirst = (column: string) => [...sorted.values()].some(({ fields }) => fields[0] === column);
  /** The columns by which a screen narrows its list precede its order, so that the index gives a page directly. */
  const lookup = (column: string): IndexDescription => {
    const order = orders.find(({ narrowing, keys }) => narrowing.has(column) && orderColumns(keys, isColumn) !== null);
    const columns = order === undefined ? null : orderColumns(order.keys, isColumn);
    if (columns === null || columns.fields.includes(column)) return plain([column]);
    return plain(
      [column, ...columns.names],
      [column, ...columns.columns],
      (written) => `(${written(column)}, ${columns.define(written)})`,
    );
  };
  const plains = [
    ...(entity.owner === null ? [] : [plain([SYSTEM_COLUMNS.parent, SYSTEM_COLUMNS.position])]),
    ...[...stored.values()]
      .filter((field) => field.type.kind === 'reference' || field.indexed || field.name === stateField)
      .filter((field) => field.unique === null && !isFirst(field.name))
      .map((field) => lookup(field.name)),
    ...[...stored.values()]
      .filter((field) => field.type.kind === 'many')
      .map((field) =>
        plain([field.name], [field.name], (written) => `using gin (${written(field.name)}) with (fastupdate = off)`),
      ),
    ...[...sorted.values()].map(({ names, columns, define }) =>
      plain(names, columns, (written) => `(${define(written)})`),
    ),
    ...(stateField !== null && stored.has(stateField) && hasTimer(index, entity)
      ? [plain([stateField, SYSTEM_COLUMNS.enteredAt])]
      : []),
    ...[...searchedColumns(index, entity.name)].map(
      (column): IndexDescription => ({
        name: name([column], 'words'),
        ...defined(
          [column],
          (written) =>
            `using gin (${foldedColumn(written(column))} gin_trgm_ops) with (gin_pending_list_limit = ${MOST_PENDING_KIB})`,
        ),
        unique: null,
        ofTrigrams: true,
      }),
    ),
    ...[...titleColumns(index, entity.name)].map(
      (column): IndexDescription => ({
        name: name([column], 'begins'),
        ...defined([column], (written) => `(${foldedBeginning(written(column))} text_pattern_ops)`),
        unique: null,
      }),
    ),
  ];
  return [...uniques, ...together, ...plains];
}

/** Whether records wait in some state for a timer. */
function hasTimer(index: PlanIndex, entity: Entity): boolean {
  const events = index.workflow(entity.name)?.events ?? [];
  return events.some(({ transitions }) => transitions.some(({ by }) => by.some(({ kind }) => kind === 'after')));
}

/** An index's definition, also by the names of its columns. */
function defined(columns: readonly string[], define: DefineIndex) {
  return { columns, define, definition: define(quote) };
}

interface OrderColumns {
  readonly fields: readonly string[];
  /** The part of the index's name for these columns. */
  readonly names: readonly string[];
  readonly columns: readonly string[];
  /** Makes the list of columns, without brackets. */
  readonly define: DefineIndex;
}

/** An order as an index has it (nulls last in both directions, then the id), as far as it is made of columns. */
function orderColumns(keys: readonly SortKey[], isColumn: (column: string) => boolean): OrderColumns | null {
  const own = keys.map(({ path, descending }) => ({ name: path.length === 1 ? (path[0] ?? '') : '', descending }));
  const end = own.findIndex(({ name }) => !isColumn(name));
  const columns = end < 0 ? own : own.slice(0, end);
  if (columns.length === 0 && end >= 0) return null;
  const names = columns.map(({ name, descending }) => (descending ? `${name}_desc` : name));
  const fields = columns.map(({ name }) => name);
  const last = end < 0 ? [SYSTEM_COLUMNS.id] : [];
  return {
    fields,
    names: [...names, ...last],
    columns: [...fields, ...last],
    define: (written) =>
      [
        ...columns.map(({ name, descending }) => `${written(name)}${descending ? ' desc nulls last' : ''}`),
        ...last.map(written),
      ].join(', '),
  };
}

function ascending(field: string): SortKey {
  return { path: [field], descending: false };
}

/** The fields that a screen filters by, or compares in its `where`, and the one that divides a board. */
function narrowingFields(screen: Screen): Set<string> {
  const filters = screen.filters.flatMap(({ path }) => (path.length === 1 ? path : []));
  const compared = screen.where === null ? [] : ownFields(screen.where);
  return new Set([...filters, ...compared, ...(screen.board === null ? [] : [screen.board.field])]);
}
