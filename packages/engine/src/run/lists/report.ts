import { type Entity, message, type Type } from '@nonet/language';
import type { ListQuery, Report, ReportCell, ReportGroup, ReportQuery } from '../../engine.ts';
import { ENGINE_LIMITS } from '../../engine-limits.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { ordered } from '../../sql/text.ts';
import { titleOf } from '../../sql/title.ts';
import type { Pool } from '../../store/pool.ts';
import { wireOfTile } from '../dashboards/tile-wire.ts';
import { confirmByRow, readLong, type ReadScope, refuseUnreadable, statementOf, todayColumn } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';
import { compileGrouping, type Grouping, readGrouping } from './grouping.ts';
import { checkedCount } from './list.ts';
import { type CountedList, compileMembers, countKey } from './list-statement.ts';
import { compileMeasure, type Measure, readMeasures } from './measure.ts';

/** The groups that a reader can go through, and days of a leap year; all others are one. */
const MOST_ROWS = 200;
const MOST_ROWS_OF_TIME = 366;
const MOST_COLUMNS = 50;

interface Parts {
  readonly rows: Grouping;
  readonly columns: Grouping | null;
  readonly measures: readonly Measure[];
}

interface Limits {
  readonly reportSeconds: number;
}

type Values = ReportCell;
/** A group of an axis as the statement answers it: its place from 1, its key, its title where it is a record. */
type GroupRow = readonly [place: number, key: ReportGroup['key'], label: string | null];
/** The values of a row and a column by their places; null: of all of them. */
type CellRow = readonly [row: number | null, column: number | null, values: Values];

interface Answer {
  readonly rows: readonly GroupRow[];
  readonly columns: readonly GroupRow[];
  readonly cells: readonly CellRow[];
  readonly number_of_rows: number;
  readonly number_of_columns: number;
}

/**
 * The records of a list counted and measured by one or two groupings, as this reader may read them. It has a time of
 * its own, after which it ends as every statement that takes too long.
 * @throws {Refusal} INVALID with the key that can't be read; as the list for its query.
 */
export async function readReport(
  scope: ReadScope,
  pool: Pool,
  entityName: string,
  query: ListQuery,
  asked: ReportQuery,
  limits: Limits = ENGINE_LIMITS,
): Promise<Report> {
  refuseUnreadable(scope, entityName);
  const entity = scope.index.entity(entityName);
  const { counted, slots } = await checkedCount(scope, entity, query);
  const parts = readParts(scope, entity, asked);
  const measures = parts.measures.map(({ key }) => key);
  const key = `report ${JSON.stringify([parts.rows.key, parts.columns?.key ?? null, measures])} ${countKey(counted)}`;
  const statement = statementOf(scope, key, (parameters) => compileReport(scope, counted, parts, parameters));
  const milliseconds = limits.reportSeconds * 1000;
  const [row] = await readLong<{ answer: Answer; today?: string[] }>(scope, pool, statement, milliseconds, slots);
  if (row === undefined) throw new Error('A report was answered by nothing.');
  confirmByRow(scope, row);
  return asReport(row.answer, parts, measures);
}

function readParts(scope: ReadScope, entity: Entity, asked: ReportQuery): Parts {
  if (asked.rows === null || asked.rows === '') {
    const words = message('noRows');
    throw refuseInvalid(scope.index, [{ field: '_rows', code: 'INVALID', message: words, clause: null }]);
  }
  return {
    rows: readGrouping(scope, entity.name, asked.rows),
    columns: asked.columns === null || asked.columns === '' ? null : readGrouping(scope, entity.name, asked.columns),
    measures: readMeasures(scope, entity, asked.measures),
  };
}

/**
 * The rows of the table are read once, into cells; every total is folded from these. Groups are ranked by the first
 * measure, those of time by their keys, the last ones first; what comes behind `most` is one group.
 */
function compileReport(
  scope: ReadScope,
  counted: CountedList,
  { rows, columns, measures }: Parts,
  parameters: Parameters,
): string {
  const { from, condition, context } = compileMembers(scope, counted, parameters);
  const compiled = measures.map((measure, place) => compileMeasure(measure, place, context));
  const column = columns === null ? 'null::boolean' : compileGrouping(columns, context);
  const values = compiled.flatMap(({ value }) => value ?? []);
  const selected = [`${compileGrouping(rows, context)} as r`, `${column} as c`, ...values];
  const partials = ['count(*) as n', ...new Set(compiled.flatMap((measure) => measure.partials))];
  const [first] = compiled;
  if (first === undefined) throw new Error('A report has no measure.');
  const rowType = rows.type;
  const columnType: Type = columns?.type ?? { kind: 'boolean', nullable: true };
  const rank = (grouping: Grouping | null, axis: 'r' | 'c', type: Type) => {
    const key = ordered(axis, type);
    return grouping?.period ? `${key} desc nulls first` : `${axis}_size desc nulls last, ${key} nulls last`;
  };
  const most = mostRows(rows);
  const statement = [
    `rows_ as (select ${selected.join(', ')} from ${from} where ${condition})`,
    `cells_ as (select r, c, ${partials.join(', ')} from rows_ group by r, c)`,
    `sized_ as (select *, ${first.size(' over (partition by r)')} as r_size, ${first.size(' over (partition by c)')} as c_size from cells_)`,
    `ranked_ as (select *, dense_rank() over (order by ${rank(rows, 'r', rowType)}) as r_rank, dense_rank() over (order by ${rank(columns, 'c', columnType)}) as c_rank from sized_)`,
    `placed_ as (select *, least(r_rank, ${most + 1}) as r_place, least(c_rank, ${MOST_COLUMNS + 1}) as c_place from ranked_)`,
    `folded_ as (select r_place, c_place, json_build_array(${compiled.map(({ wire }) => wire).join(', ')}) as list_ from placed_ group by grouping sets ((r_place, c_place), (r_place), (c_place), ()))`,
  ];
  const groups = (axis: 'r' | 'c', type: Type, listed: number) => {
    const label =
      type.kind === 'record' ? titleOf(context, { kind: 'id', entity: type.entity, sql: 'g.k' }) : 'null::text';
    const keys = `select ${axis}_place as place, (array_agg(${axis}))[1] as k from placed_ where ${axis}_place <= ${listed} group by 1`;
    return `(select coalesce(json_agg(json_build_array(g.place, ${wireOfTile('g.k', type, context)}, ${label}) order by g.place), '[]'::json) from (${keys}) g)`;
  };
  const answer = [
    `'rows', ${groups('r', rowType, most)}`,
    `'columns', ${groups('c', columnType, MOST_COLUMNS)}`,
    `'cells', (select json_agg(json_build_array(r_place, c_place, list_)) from folded_)`,
    `'number_of_rows', (select coalesce(max(r_rank), 0) from ranked_)`,
    `'number_of_columns', (select coalesce(max(c_rank), 0) from ranked_)`,
  ];
  return `with ${statement.join(', ')} select json_build_object(${answer.join(', ')}) as answer${todayColumn(scope, parameters)}`;
}

function mostRows({ period }: Grouping): number {
  return period === null ? MOST_ROWS : MOST_ROWS_OF_TIME;
}

function asReport(answer: Answer, { rows, columns }: Parts, measures: readonly string[]): Report {
  const cells = new Map(answer.cells.map(([row, column, values]) => [`${row} ${column}`, values]));
  const at = (row: number | null, column: number | null): Values | null => cells.get(`${row} ${column}`) ?? null;
  const shownRows = inOrder(answer.rows, rows, answer.number_of_rows > mostRows(rows));
  const shownColumns =
    columns === null ? [] : inOrder(answer.columns, columns, answer.number_of_columns > MOST_COLUMNS);
  const further = { rows: answer.number_of_rows - shownRows.length, columns: 0 };
  if (columns !== null) further.columns = answer.number_of_columns - shownColumns.length;
  const places = shownColumns.map(([place]) => place).concat(further.columns > 0 ? [MOST_COLUMNS + 1] : []);
  const lineOf = (place: number) => ({
    total: at(place, null) ?? [],
    cells: columns === null ? null : places.map((column) => at(place, column)),
  });
  return {
    measures,
    rows: shownRows.map(([place, key, label]) => ({ key, label, ...lineOf(place) })),
    otherRows: further.rows > 0 ? { groups: further.rows, ...lineOf(mostRows(rows) + 1) } : null,
    columns: columns && shownColumns.map(([place, key, label]) => ({ key, label, total: at(null, place) ?? [] })),
    otherColumns: further.columns > 0 ? { groups: further.columns, total: at(null, MOST_COLUMNS + 1) ?? [] } : null,
    total: at(null, null) ?? measures.map(() => null),
  };
}

/**
 * Groups in the order in which people know them: times as they pass, choices as the document states them, a tick's no
 * before its yes; what has no such order, the largest first. Nothing comes last.
 */
function inOrder(groups: readonly GroupRow[], { path, period }: Grouping, isCut: boolean): readonly GroupRow[] {
  const { type } = path.field;
  if (period !== null) {
    const dated = groups.filter(([, key]) => key !== null).toReversed();
    return [...dated, ...groups.filter(([, key]) => key === null)];
  }
  const known = 'values' in type ? type.values.map(({ name }) => name) : type.kind === 'boolean' ? [false, true] : null;
  const names: readonly ReportGroup['key'][] | null = known;
  if (names === null || isCut) return groups;
  const place = (key: ReportGroup['key']) => (names.includes(key) ? names.indexOf(key) : names.length);
  return groups.toSorted(([, one], [, other]) => place(one) - place(other));
}
