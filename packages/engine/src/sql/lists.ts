import { admits, living } from './admits.ts';
import {
  beforeOf,
  idOf,
  readableRows,
  relation,
  type Row,
  type SqlContext,
  type SqlVariable,
  authorityOf,
} from './context.ts';
import {
  column,
  type ColumnName,
  columnOf,
  isListOfRecords,
  storedFields,
  SYSTEM_COLUMNS,
  type StoredField,
} from './identifiers.ts';
import { and, FALSE, TRUE } from './logic.ts';
import { isTree, NEARNESS, walkTree } from './tree.ts';

/** A record whose list is read. */
type Owner = Extract<SqlVariable, { kind: 'row' | 'id' }>;

/** The text behind `from` for the rows of a record's list, and the condition that they fulfil. */
export interface ListedRows {
  readonly from: string;
  readonly condition: string;
}

/**
 * The rows of a record's list as a source of a query. Those of a tree are walked to, so that a statement reads only
 * what it finds on the way.
 * @param read The columns that are read of the rows beside their ids, where nothing else is: a walk brings them along.
 */
export function listedRows(
  owner: SqlVariable,
  list: string,
  row: Row,
  context: SqlContext,
  read: readonly ColumnName[] | null = null,
): ListedRows {
  const type = owner.kind === 'null' ? null : listType(ownerOf(owner, list), list, context);
  if (owner.kind === 'null' || type === null || !isTree(type))
    return {
      from: `${readableRows(row.entity, row.before, context)} ${row.alias}`,
      condition: listed(owner, list, row, context),
    };
  const known = ownerOf(owner, list);
  const { authority, parameters } = context;
  const condition = authority === null ? TRUE : authority.mayUseField(context, list, 'read', known);
  if (read !== null) return { from: `(${walkTree(known, type, context, read)}) ${row.alias}`, condition };
  const [found, each] = [parameters.alias('w'), parameters.alias()];
  return {
    // The limit keeps the planner from reading the whole table: it does not know how few records the walk finds.
    from: `(select ${each}.*, ${found}."${NEARNESS}" from (${walkTree(known, type, context)}) ${found} cross join lateral (select * from ${readableRows(row.entity, row.before, context)} ${each} where ${each}."id" = ${found}."id" limit 1) ${each}) ${row.alias}`,
    condition,
  };
}

/**
 * The rows of a record's list field (3): owned children, `many`, `all … by …`. With an actor's rights, only the rows
 * that the reader may read, in a list that they may read.
 */
export function listed(owner: SqlVariable, list: string, row: Row, context: SqlContext): string {
  if (owner.kind === 'null') return FALSE;
  const known = ownerOf(owner, list);
  const belongs = isListed(known, list, row, context);
  return context.authority === null ? belongs : and(belongs, mayReadEach(known, list, row, context));
}

/** The SQL of whether a row is in the list, for any reader. */
export function isListed(owner: Owner, list: string, row: Row, context: SqlContext): string {
  const type = listType(owner, list, context);
  switch (type.kind) {
    case 'children': {
      // A child that was hidden with another record is hidden by itself, while its siblings stay.
      const here = context.index.mayBeHidden(type.entity)
        ? `${column(row.alias, SYSTEM_COLUMNS.deletedAt)} is null`
        : TRUE;
      return and(`${column(row.alias, SYSTEM_COLUMNS.parent)} = ${idOf(owner)}`, here);
    }
    case 'many':
      return `${column(row.alias, SYSTEM_COLUMNS.id)} = any(${manyIds(owner, list, context)})`;
    case 'all': {
      if (isTree(type)) {
        const found = context.parameters.alias('w');
        return `${column(row.alias, 'id')} in (select ${found}."id" from (${walkTree(owner, type, context)}) ${found})`;
      }
      const field = context.index.field(type.entity, type.by);
      const by = column(row.alias, columnOf(field));
      const isMany = field.type.kind === 'many';
      return and(isMany ? `${by} @> array[${idOf(owner)}]` : `${by} = ${idOf(owner)}`, living(row, context));
    }
  }
}

/** The SQL of whether the reader may read a row of the list. */
export function mayReadEach(owner: Owner, list: string, row: Row, context: SqlContext): string {
  const authority = authorityOf(context);
  const type = listType(owner, list, context);
  if (type.kind === 'children') {
    const known = owner.kind === 'row' && owner.readable === true;
    return known ? authority.mayReadListed(context, owner, list, row) : admits(row, context);
  }
  // Whoever may not read what the record itself is below does not know either what is above that.
  const own =
    isTree(type) && type.along === 'ancestors' ? authority.mayUseField(context, type.by, 'read', owner) : TRUE;
  const through =
    type.kind === 'all' ? authority.mayUseField(context, type.by, 'read', { ...row, readable: true }) : TRUE;
  return and(authority.mayUseField(context, list, 'read', owner), own, admits(row, context), through);
}

/** The SQL of whether a record, by the SQL of its id, is in the list; two-valued. */
export function contains(owner: SqlVariable, list: string, id: string, context: SqlContext): string {
  if (owner.kind === 'null') return FALSE;
  const known = ownerOf(owner, list);
  const { kind, entity } = listType(known, list, context);
  const row = eachOf(known, entity, context);
  if (kind !== 'many') return existsIn(listedRows(known, list, row, context), `${row.alias}."id" = ${id}`, context);
  // An index serves `@>`, where it does not serve `= any`.
  const belongs = `coalesce(${manyIds(known, list, context)} @> array[${id}], false)`;
  if (context.authority === null) return belongs;
  const may = mayReadEach(known, list, row, context);
  const rows = { from: `${readableRows(entity, row.before, context)} ${row.alias}`, condition: may };
  return and(belongs, may === TRUE ? TRUE : existsIn(rows, `${row.alias}."id" = ${id}`, context));
}

/**
 * The ids of a list, in its order.
 * @param most At most so many, the first ones; null: all of them.
 */
export function listIds(owner: Row, list: string, context: SqlContext, most: number | null = null): string {
  const { kind, entity } = listType(owner, list, context);
  const row = eachOf(owner, entity, context);
  if (kind === 'many') {
    if (context.authority === null) return manyIds(owner, list, context);
    const may = mayReadEach(owner, list, row, context);
    if (may === TRUE) return manyIds(owner, list, context);
    if (may === FALSE) return `'{}'::uuid[]`;
  }
  const order = [...listOrder(owner, list, row, context), `${row.alias}."id"`].join(', ');
  const { from, condition } = listedRows(owner, list, row, context);
  return context.parameters.subselect(
    `array(select ${row.alias}."id" from ${from} where ${condition} order by ${order}${most === null ? '' : ` limit ${Math.trunc(most)}`})`,
  );
}

/** The keys that order the rows of a list, before their ids. */
export function listOrder(owner: SqlVariable, list: string, row: Row, context: SqlContext): readonly string[] {
  if (owner.kind === 'null') return [];
  const known = ownerOf(owner, list);
  const type = listType(known, list, context);
  if (isTree(type) && type.along === 'ancestors') return [`${row.alias}."${NEARNESS}"`];
  switch (type.kind) {
    case 'children':
      return [column(row.alias, SYSTEM_COLUMNS.position)];
    case 'many':
      return [`array_position(${manyIds(known, list, context)}, ${row.alias}."id")`];
    case 'all':
      return [
        ...ownOrder(type.entity, context).map(
          ({ field, descending }) => `${column(row.alias, field.name)} ${descending ? 'desc' : 'asc'} nulls last`,
        ),
        column(row.alias, SYSTEM_COLUMNS.createdAt),
      ];
  }
}

/** The stored fields whose values `listOrder` reads of the rows of a list, beside when they were made. */
export function fieldsOfOrder(owner: SqlVariable, list: string, context: SqlContext): readonly StoredField[] {
  if (owner.kind === 'null') return [];
  const type = listType(ownerOf(owner, list), list, context);
  if (type.kind !== 'all' || type.along === 'ancestors') return [];
  return ownOrder(type.entity, context).map(({ field }) => field);
}

/** An entity's stated order, as far as it names its own stored fields. */
function ownOrder(
  name: string,
  { index }: SqlContext,
): readonly { readonly field: StoredField; readonly descending: boolean }[] {
  const entity = index.entity(name);
  const stored = new Map<string, StoredField>(storedFields(entity).map((field) => [field.name, field]));
  return entity.order.flatMap(({ path: [first = '', ...more], descending }) => {
    const field = more.length === 0 ? stored.get(first) : undefined;
    return field === undefined ? [] : [{ field, descending }];
  });
}

function manyIds(owner: Owner, list: string, context: SqlContext): string {
  const ids = columnOf(context.index.field(owner.entity, list));
  if (owner.kind === 'row') return column(owner.alias, ids);
  const alias = context.parameters.alias();
  return context.parameters.subselect(
    `(select ${column(alias, ids)} from ${relation(owner.entity, owner.before, context)} ${alias} where ${alias}."id" = ${owner.sql})::uuid[]`,
  );
}

/** A row of a list of the owner, under its own alias. */
function eachOf(owner: Owner, entity: string, { parameters }: SqlContext): Row {
  return { kind: 'row', entity, alias: parameters.alias(), readable: true, ...beforeOf(owner) };
}

function existsIn(rows: ListedRows, is: string, context: SqlContext): string {
  const condition = and(rows.condition, is);
  if (condition === FALSE) return FALSE;
  return context.parameters.subselect(`exists (select from ${rows.from} where ${condition})`);
}

function ownerOf(owner: SqlVariable, list: string): Owner {
  if (owner.kind === 'row' || owner.kind === 'id') return owner;
  throw new Error(`${list} is a list of no record here.`);
}

function listType(owner: Owner, list: string, { index }: SqlContext) {
  const { type } = index.field(owner.entity, list);
  if (!isListOfRecords(type)) throw new Error(`${owner.entity}.${list} is no list of records.`);
  return type;
}
