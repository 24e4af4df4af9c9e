import { type Entity, hasValue, message, itemAt } from '@nonet/language';
import type { ListQuery, Summary, SummaryQuery, SummaryValues } from '../../engine.ts';
import { compileExpression } from '../../sql/expression.ts';
import { sqlType } from '../../sql/identifiers.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { titleOf } from '../../sql/title.ts';
import { compileGrouping, type Grouping, readGrouping } from './grouping.ts';
import { checkedCount } from './list.ts';
import { compileMembers, type CountedList, countKey } from './list-statement.ts';
import { findPath, refuseKey, type ReadablePath } from './readable-path.ts';
import { confirmByRow, readRow, type ReadScope, refuseUnreadable, todayColumn } from '../read-scope.ts';
import { wireOfTile } from '../dashboards/tile-wire.ts';

type Key = NonNullable<Summary['groups']>[number]['key'];

/** The number of groups that a reader can go through. */
const MOST_GROUPS = 200;

/** A group, or all records: their number, and the values of each column. */
type Row = readonly [count: number, values: readonly SummaryValues[]];
type GroupRow = readonly [key: Key, label: string | null, ...Row];

interface Parts {
  readonly of: readonly ReadablePath[];
  readonly by: Grouping | null;
}

/** The number of the records of a list, their sums, and the same of each group, as this reader may read them. */
export async function readSummary(
  scope: ReadScope,
  entityName: string,
  query: ListQuery,
  asked: SummaryQuery,
): Promise<Summary> {
  refuseUnreadable(scope, entityName);
  const entity = scope.index.entity(entityName);
  const { counted, slots } = await checkedCount(scope, entity, query);
  const by = asked.by === null || asked.by === '' ? null : readGrouping(scope, entity.name, asked.by);
  const parts = { of: readNumbers(scope, entity, asked.of), by };
  const key = `summary ${parts.of.map(({ segments }) => segments.join('.')).join(',')} ${parts.by?.key ?? ''} ${countKey(counted)}`;
  const build = (parameters: Parameters) => compileSummary(scope, counted, parts, parameters);
  const row = await readRow<{ answer: { all: Row; groups: GroupRow[] | null; total: number }; today?: string[] }>(
    scope,
    key,
    build,
    slots,
  );
  if (row === undefined) throw new Error('A summary was answered by nothing.');
  confirmByRow(scope, row);
  const { all, groups, total } = row.answer;
  const named = (values: readonly SummaryValues[]) =>
    Object.fromEntries(parts.of.map(({ segments }, place) => [segments.join('.'), itemAt(values, place)]));
  return {
    count: all[0],
    values: named(all[1]),
    groups: groups && groups.map(([of, label, count, values]) => ({ key: of, label, count, values: named(values) })),
    further: Math.max(0, total - MOST_GROUPS),
  };
}

function readNumbers(scope: ReadScope, entity: Entity, given: string | null): ReadablePath[] {
  const names = given === null || given === '' ? [] : [...new Set(given.split(','))];
  return names.map((name) => {
    const path = findPath(scope, entity.name, name.split('.'));
    if (path !== null && hasValue(path.field.type, 'number')) return path;
    throw refuseKey(scope, entity.name, name, message('notAdded', { key: name }));
  });
}

function compileSummary(scope: ReadScope, counted: CountedList, { of, by }: Parts, parameters: Parameters): string {
  const { from, condition, context } = compileMembers(scope, counted, parameters);
  const columns = [
    ...(by === null ? [] : [`${compileGrouping(by, context)} as k`]),
    ...of.map(({ expression }, place) => `${compileExpression(expression, context)} as v${place}`),
  ];
  const rows = `select ${columns.length === 0 ? '1' : columns.join(', ')} from ${from} where ${condition}`;
  const values = of.map(({ expression: { type } }, place) => {
    const value = `v${place}`;
    // Whole numbers are added exactly, however large their sum.
    const wire = (sql: string) => wireOfTile(`(${sql})::${sqlType(type)}`, type, context);
    const sum = type.kind === 'integer' ? `sum(${value}::numeric)` : `sum(${value})`;
    const average = `trim_scale(nonet.divide(sum(${value}::numeric), nullif(count(${value}), 0)::numeric))::text`;
    const wholeSum = type.kind === 'integer' ? `nonet.whole(coalesce(${sum}, 0))` : wire(`coalesce(${sum}, 0)`);
    return `json_build_object('filled', count(${value}), 'sum', ${wholeSum}, 'average', ${average}, 'minimum', ${wire(`min(${value})`)}, 'maximum', ${wire(`max(${value})`)})`;
  });
  const list = `json_build_array(${values.join(', ')})`;
  const all = `(select json_build_array(count(*), ${list}) from rows_)`;
  if (by === null)
    return `with rows_ as (${rows}) select json_build_object('all', ${all}, 'groups', null, 'total', 0) as answer${todayColumn(scope, parameters)}`;
  const { type } = by;
  const label =
    type.kind === 'record' ? titleOf(context, { kind: 'id', entity: type.entity, sql: 'g.k' }) : 'null::text';
  const grouped = `select k, count(*) as count_, ${list} as list_, row_number() over (order by count(*) desc, k) as place_, count(*) over () as total_ from rows_ group by k`;
  const listed = `select g.*, ${label} as label_ from grouped_ g where g.place_ <= ${MOST_GROUPS}`;
  const order = type.kind === 'record' ? 'x.label_, x.k nulls last' : 'x.k nulls last';
  const group = `json_build_array(${wireOfTile('x.k', type, context)}, x.label_, x.count_, x.list_)`;
  return `with rows_ as (${rows}), grouped_ as (${grouped}) select json_build_object('all', ${all}, 'groups', (select coalesce(json_agg(${group} order by ${order}), '[]'::json) from (${listed}) x), 'total', (select coalesce(max(total_), 0) from grouped_)) as answer${todayColumn(scope, parameters)}`;
}
