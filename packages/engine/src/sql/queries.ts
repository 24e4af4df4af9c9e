import { type Field, hasValue, type ListQuery, message, type Query, walk } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { admits, living } from './admits.ts';
import {
  beforeOf,
  readableRows,
  withVariables,
  type Compile,
  type Row,
  type SqlContext,
  type SqlVariable,
} from './context.ts';
import { type ColumnName, columnOf, sqlType, SYSTEM_COLUMNS } from './identifiers.ts';
import { fieldsOfOrder, type ListedRows, listedRows, listOrder } from './lists.ts';
import { and, not, TRUE } from './logic.ts';
import { notShown } from './not-shown.ts';
import { mayBeNull } from './nullability.ts';
import { isWide } from './magnitude.ts';
import { ordered, sortKey } from './text.ts';

/** The source of a query: the table under its alias, and the condition that its rows fulfil. */
export interface CompiledSource {
  readonly from: string;
  readonly condition: string;
  readonly alias: string;
  /** The context in which `where`, `value` and `order` are read. */
  readonly context: SqlContext;
}

/**
 * The columns that are read of the rows of a source beside those of its `where`, `value` and `order`: none, those that
 * put its list in order, or any.
 */
type Read = 'none' | 'order' | 'any';

/** One query form (1), as a subselect. */
export function compileQuery(compile: Compile, query: Query, context: SqlContext): string {
  const source = compileSource(compile, query, context, isInOrder(query) ? 'order' : 'none');
  const from = `from ${source.from} where ${source.condition}`;
  const value = () => {
    if (query.value === null) throw new Error(`The query form ${query.form} needs a value.`);
    return compile.value(query.value, source.context);
  };
  switch (query.form) {
    case 'exists':
      return context.parameters.subselect(`exists (select ${from})`);
    case 'all': {
      if (query.value === null) throw new Error('The query form all needs a condition.');
      const broken = and(source.condition, not(compile.condition(query.value, source.context)));
      return context.parameters.subselect(`(not exists (select from ${source.from} where ${broken}))`);
    }
    case 'first':
      return context.parameters.subselect(
        `(select ${source.alias}."id" ${from} order by ${compileOrder(compile, query, source)} limit 1)`,
      );
    case 'values':
      return context.parameters.subselect(
        `array(select ${value()} ${from} order by ${compileOrder(compile, query, source)})`,
      );
    case 'avg':
    case 'count':
    case 'max':
    case 'min':
    case 'sum':
      return context.parameters.subselect(
        `(select ${compileAggregate(query, query.form === 'count' ? '' : value(), context.index)} ${from})`,
      );
  }
}

/** A query over the values of a list, as a subselect. */
export function compileListQuery(compile: Compile, query: ListQuery, context: SqlContext): string {
  const { form, list, where, value } = query;
  // An empty list is of no type that PostgreSQL knows.
  if (list.kind === 'list' && list.items.length === 0) return form === 'count' ? '0::bigint' : String(form === 'all');
  const alias = context.parameters.alias('v');
  const inner = withVariables(context, {
    [query.variable]: {
      kind: 'value',
      sql: `${alias}."value"`,
      mayBeNull: list.kind === 'list' && list.items.some((item) => mayBeNull(item, context)),
    },
  });
  const selected = where === null ? TRUE : compile.filter(where, inner);
  const values = compile.value(list, context);
  const from = `from unnest(${values}) ${alias}("value") where`;
  // There may be too many dates to count them (1): then their number is null.
  const isThere = mayBeNull(list, context) ? `(${values}) is not null` : TRUE;
  switch (form) {
    case 'count': {
      const counted = context.parameters.subselect(`(select count(*) ${from} ${selected})`);
      return isThere === TRUE ? counted : `(case when ${isThere} then ${counted} end)`;
    }
    case 'exists':
      return context.parameters.subselect(`exists (select ${from} ${selected})`);
    case 'all': {
      if (value === null) throw new Error('The query form all needs a condition.');
      return and(
        isThere,
        context.parameters.subselect(
          `(not exists (select ${from} ${and(selected, not(compile.condition(value, inner)))}))`,
        ),
      );
    }
  }
}

/** The ids of the records that a query finds, each with its place in the query's order. */
export function selectRecords(compile: Compile, query: Query, context: SqlContext, first: boolean): string {
  const source = compileSource(compile, query, context, 'order');
  const order = compileOrder(compile, query, source);
  const id = `${source.alias}."id"`;
  const select = `select ${id} as id, row_number() over (order by ${order}) as place from ${source.from} where ${source.condition}`;
  return first ? `${select} order by place limit 1` : select;
}

/** The aggregate of a form over its queried rows; also for the groups of a tile. */
export function compileAggregate(query: Query, value: string, index: PlanIndex): string {
  switch (query.form) {
    case 'count':
      return 'count(*)';
    case 'sum': {
      // Whole numbers are added exactly, however large their sum.
      const isWideSum = query.type.kind === 'integer' && isWide(query, index);
      return `coalesce(sum(${value}), 0)::${isWideSum ? 'numeric' : sqlType(query.type)}`;
    }
    case 'min':
    case 'max':
      return query.type.kind === 'boolean'
        ? `bool_${query.form === 'min' ? 'and' : 'or'}(${value})`
        : `${query.form}(${ordered(value, query.type)})`;
    case 'avg':
      return `nonet.divide(sum(${value})::numeric, nullif(count(${value}), 0)::numeric)`;
    case 'all':
    case 'exists':
    case 'first':
    case 'values':
      throw new Error(`${query.form} is no aggregate.`);
  }
}

/** Whether the order of the records decides about the value of a query. */
function isInOrder({ form }: Query): boolean {
  return form === 'first' || form === 'values';
}

/** @param read What is read of the rows beside the parts of the query itself. */
export function compileSource(compile: Compile, query: Query, context: SqlContext, read: Read = 'any'): CompiledSource {
  const alias = context.parameters.alias();
  const entity = query.source.entity;
  if (context.index.findEntity(entity) === null) throw notShown(message('notShown', { what: entity }), `3.${entity}`);
  const owner = query.source.kind === 'list' ? compile.record(query.source.of, context) : null;
  const before = owner === null ? context.allBefore === true : beforeOf(owner).before === true;
  const row: Row = { kind: 'row', entity, alias, readable: true, before };
  const inner = withVariables(context, { [query.variable]: row });
  const source = sourceRows(query, owner, row, context, read);
  const where = query.where === null ? [] : [compile.filter(query.where, inner)];
  return {
    from: source.from,
    condition: and(source.condition, ...where),
    alias,
    context: inner,
  };
}

function sourceRows(query: Query, owner: SqlVariable | null, row: Row, context: SqlContext, read: Read): ListedRows {
  const { source } = query;
  if (source.kind === 'list' && owner !== null) {
    const beside = read === 'order' ? fieldsOfOrder(owner, source.field, context) : [];
    const columns = read === 'any' ? null : columnsRead(query, beside, context);
    // A list without a place of its own is ordered by when its records were made, too.
    const needed =
      columns !== null && read === 'order' ? [...columns, SYSTEM_COLUMNS.createdAt as ColumnName] : columns;
    return listedRows(owner, source.field, row, context, needed);
  }
  return {
    from: `${readableRows(row.entity, row.before, context)} ${row.alias}`,
    condition: and(living(row, context), admits(row, context)),
  };
}

/**
 * The columns that a query reads of its records beside their ids; null if it reads more, or what its reader may not.
 * @param beside Fields that are read as well.
 */
function columnsRead(
  { source, variable, where, value, order }: Query,
  beside: readonly Field[],
  context: SqlContext,
): ColumnName[] | null {
  if (context.authority !== null) return null;
  const names = new Set(beside.map(({ name }) => name));
  let isMore = false;
  // Each variable is visited after the field that is read of it.
  const read = new Set<object>();
  for (const part of [where, value, ...order.map(({ by }) => by)]) {
    if (part === null) continue;
    walk(part, (node) => {
      if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === variable) {
        read.add(node.of);
        names.add(node.field);
      } else if (node.kind === 'variable' && node.name === variable && !read.has(node)) isMore = true;
    });
  }
  const fields = [...names].map((name) => context.index.findField(source.entity, name));
  return isMore || !fields.every(isCompared) ? null : fields.map(columnOf);
}

/** Whether a field has a column of its own, whose values PostgreSQL compares. */
function isCompared(field: Field | null): field is Field {
  if (field === null || field.derived || field.computed !== null) return false;
  return hasValue(field.type, 'number', 'boolean', 'date', 'datetime', 'duration', 'choice', 'reference', 'text');
}

/** The keys of a query's order, the last of them the id. */
export function compileOrder(compile: Compile, query: Query, source: CompiledSource): string {
  const keys = query.order.map(
    ({ by, descending }) =>
      `${sortKey(compile.value(by, source.context), by.type)} ${descending ? 'desc' : 'asc'} nulls last`,
  );
  if (query.source.kind === 'list') {
    const row: Row = { kind: 'row', entity: query.source.entity, alias: source.alias };
    keys.push(...listOrder(compile.record(query.source.of, source.context), query.source.field, row, source.context));
  }
  return [...keys, `${source.alias}."id"`].join(', ');
}
