import type { Expression, Query, Tile } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression, compileParts } from '../../sql/expression.ts';
import { compileAggregate, compileSource } from '../../sql/queries.ts';
import { titleOf } from '../../sql/title.ts';
import { wireOfTile } from './tile-wire.ts';

type Key = string | number | boolean | null;
type Value = number | string | null;

/** A tile's groups as the statement answers them: each with its key, its title where it is a record, and its value. */
export interface TileGroups {
  readonly groups: readonly [key: Key, title: string | null, value: Value][];
  /** The number of further groups, and the tile's value over all of their records; null if all are listed. */
  readonly others: readonly [count: number, value: Value] | null;
}

/** The maximum number of groups of a tile, by its form: as many as a reader can distinguish (2, Dashboards). */
const MOST: Readonly<Record<Tile['as'], number>> = { number: 1, trend: 366, pie: 12, bar: 50, line: 50, table: 100 };
/** For days or months, or along a line: the days of a leap year. */
const MOST_IN_ORDER = 366;

/** Whether the groups are always in the order of their keys: groups of time, and those of a line. */
function isInKeyOrder({ as }: Pick<Tile, 'as'>, by: Expression): boolean {
  return as === 'line' || ['date', 'datetime', 'time'].includes(by.type.kind);
}

/** The step between consecutive keys, if it is known; null if nothing can lie between two of them. */
export function stepOf(tile: Pick<Tile, 'as'>, by: Expression): 'month' | 'day' | 'one' | null {
  if (isMonth(by)) return 'month';
  if (by.type.kind === 'date') return 'day';
  return by.type.kind === 'integer' && tile.as === 'line' ? 'one' : null;
}

/**
 * Whether each key is a month or null, also where a condition decides which:
 * `if day != null then month(day) else null`.
 */
export function isMonth(by: Expression): boolean {
  if (by.kind === 'call') return by.name === 'month';
  if (by.kind !== 'conditional') return false;
  const values = [by.then, by.otherwise].filter((value) => !(value.kind === 'literal' && value.value === null));
  return values.length > 0 && values.every(isMonth);
}

/** Whether the values of groups may be added up: counts and sums may; averages, minima and maxima may not. */
export function isAdditive({ form }: Query): boolean {
  return form === 'count' || form === 'sum';
}

/**
 * The groups of a tile as JSON (`TileGroups`). If there are more than `MOST`, only the largest are listed, by size (or
 * the last ones, if the groups are in the order of their keys), with the tile's value over all records of the other
 * groups, which is exact for averages, too.
 */
export function compileGroups(tile: Pick<Tile, 'as'>, query: Query, by: Expression, context: SqlContext): string {
  const source = compileSource(compileParts, query, context);
  const value = query.value === null ? '1' : compileExpression(query.value, source.context);
  const rows = `select ${compileExpression(by, source.context)} as k, ${value} as v from ${source.from} where ${source.condition}`;

  const inKeyOrder = isInKeyOrder(tile, by);
  const most = inKeyOrder && tile.as !== 'pie' ? MOST_IN_ORDER : MOST[tile.as];
  const rank = inKeyOrder ? 'k desc nulls first' : 'v desc nulls last, k';
  const grouped = `select k, ${compileAggregate(query, 'v', context.index)} as v from (${rows}) r group by k`;
  const ranked = `select k, v, row_number() over (order by ${rank}) as place, count(*) over () as total from (${grouped}) q`;

  const isRecord = by.type.kind === 'record';
  const label =
    by.type.kind === 'record' ? titleOf(context, { kind: 'id', entity: by.type.entity, sql: 'g.k' }) : 'null::text';
  const natural = isRecord ? 'x.label, x.k nulls last' : 'x.k nulls last';
  const order = inKeyOrder ? natural : `case when x.total > ${most} then x.place end, ${natural}`;
  const listed = `select g.*, ${label} as label from ranked_ g where g.place <= ${most}`;
  const group = `json_build_array(${wireOfTile('x.k', by.type, context)}, x.label, ${wireOfTile('x.v', query.type, context)})`;

  const known = `select k from ranked_ where place <= ${most}`;
  const isOther = `case when r.k is null then not exists (${known} and k is null) else r.k not in (${known} and k is not null) end`;
  const rest = `select ${compileAggregate(query, 'v', context.index)} as v from (${rows}) r where ${isOther}`;
  const others = `select json_build_array(x.total - ${most}, ${wireOfTile(`(${rest})`, query.type, context)}) from ranked_ x where x.place = ${most} + 1`;
  return `with ranked_ as (${ranked}) select json_build_object('groups', (select coalesce(json_agg(${group} order by ${order}), '[]'::json) from (${listed}) x), 'others', (${others}))`;
}
