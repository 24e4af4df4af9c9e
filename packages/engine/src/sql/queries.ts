import type { Query, QuerySource } from '@nonet/language';
import { idOf, withVariables, type Compile, type SqlContext, type SqlVariable } from './context.ts';
import { admits, living, type Row } from './fields.ts';
import { sqlType, table } from './identifiers.ts';
import { and, FALSE, not } from './logic.ts';
import { notShown } from './not-shown.ts';
import { ordered } from './text.ts';

/** What a query goes over: the table under its alias, and the condition that admits its rows. */
export interface CompiledSource {
  readonly from: string;
  readonly condition: string;
  readonly alias: string;
  /** The context in which `where`, `value` and `order` are read. */
  readonly context: SqlContext;
}

/** One query form (1), as a subselect. */
export function compileQuery(compile: Compile, query: Query, context: SqlContext): string {
  const source = compileSource(compile, query, context);
  const from = `from ${source.from} where ${source.condition}`;
  const value = () => {
    if (query.value === null) throw new Error(`The query form ${query.form} needs a value.`);
    return compile.value(query.value, source.context);
  };
  switch (query.form) {
    case 'exists':
      return `exists (select ${from})`;
    case 'all': {
      if (query.value === null) throw new Error('The query form all needs a condition.');
      const broken = and(source.condition, not(compile.condition(query.value, source.context)));
      return `(not exists (select from ${source.from} where ${broken}))`;
    }
    case 'first':
      return `(select ${source.alias}."id" ${from} order by ${compileOrder(compile, query, source)} limit 1)`;
    default:
      return `(select ${compileAggregate(query, query.form === 'count' ? '' : value())} ${from})`;
  }
}

/** The aggregate of a form over its queried rows; also for the groups of a tile. */
export function compileAggregate(query: Query, value: string): string {
  switch (query.form) {
    case 'count':
      return 'count(*)';
    case 'sum': {
      const zero = query.type.kind === 'duration' ? "interval 'PT0S'" : '0';
      return `coalesce(sum(${value}), ${zero})::${sqlType(query.type)}`;
    }
    case 'min':
    case 'max':
      return query.type.kind === 'boolean'
        ? `bool_${query.form === 'min' ? 'and' : 'or'}(${value})`
        : `${query.form}(${ordered(value, query.type)})`;
    case 'avg':
      return `nonet.divide(sum(${value})::numeric, nullif(count(${value}), 0)::numeric)`;
    default:
      throw new Error(`${query.form} is no aggregate.`);
  }
}

export function compileSource(compile: Compile, query: Query, context: SqlContext): CompiledSource {
  const alias = context.parameters.alias();
  const entity = query.source.entity;
  if (context.index.findEntity(entity) === null) throw notShown(entity, `3.${entity}`);
  const row: SqlVariable = { kind: 'row', entity, alias, readable: true };
  const inner = withVariables(context, { [query.variable]: row });
  const membership = sourceCondition(compile, query.source, row, context);
  const where = query.where === null ? [] : [compile.filter(query.where, inner)];
  return { from: `${table(entity)} ${alias}`, condition: and(membership, ...where), alias, context: inner };
}

function sourceCondition(compile: Compile, source: QuerySource, row: Row, context: SqlContext): string {
  if (source.kind === 'entity') return and(living(row, context), admits(row, context));
  return ownedBy(compile.record(source.of, context), source.field, row, context);
}

/** The rows that a list field of a record holds; with a reader's rights, those that the reader may read. */
export function ownedBy(owner: SqlVariable, list: string, row: Row, context: SqlContext): string {
  if (owner.kind === 'null') return FALSE;
  if (owner.kind === 'values' || context.index.field(owner.entity, list).type.kind !== 'children') {
    throw new Error(`${list} is no list of owned records.`);
  }
  const belongs = `${row.alias}."_parent" = ${idOf(owner)}`;
  if (context.authority === null) return belongs;
  const known = owner.kind === 'row' && owner.readable === true;
  return and(belongs, known ? context.authority.mayReadListed(context, owner, list, row) : admits(row, context));
}

function compileOrder(compile: Compile, query: Query, source: CompiledSource): string {
  const keys = query.order.map(
    ({ by, descending }) =>
      `${ordered(compile.value(by, source.context), by.type)} ${descending ? 'desc' : 'asc'} nulls last`,
  );
  if (query.source.kind === 'list') keys.push(`${source.alias}."_position"`);
  return [...keys, `${source.alias}."id"`].join(', ');
}
