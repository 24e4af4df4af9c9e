import type { ColumnView, GroupKey, ReportStateView, ScreenView } from '@nonet/client';
import { groupFilters, type Grouping, groupingsOf, narrowedBy, PERIODS } from './groups.ts';
import type { ListState } from './list-state.ts';

/** The report that a list's address asks for; with a cell, the list shows the records that it counts. */
export interface ReportState extends Readonly<ReportStateView> {
  readonly cell: ReportPlace | null;
}

/** The keys of a cell's row and column as an address has them: empty where nothing is stated; absent: all of them. */
export interface ReportPlace {
  readonly row: string | undefined;
  readonly column: string | undefined;
}

/** The measures where none is named. */
export const COUNT = 'count';

export function reportOf(state: ListState): ReportState | null {
  const rows = state['report'];
  if (rows === undefined || rows === '') return null;
  const [row, column] = [state['report.row'], state['report.column']];
  const measures = state['report.measures']?.split(',').filter((each) => each !== '') ?? [];
  return {
    rows,
    columns: state['report.columns'] || null,
    measures: measures.length === 0 ? [COUNT] : measures,
    cell: row === undefined && column === undefined ? null : { row, column },
  };
}

type Changes = Record<string, string | undefined>;

/** The address of a report, without what it has anyway. */
export function reportAddress({ rows, columns, measures }: ReportStateView): Record<string, string> {
  const isPlain = measures.length === 0 || (measures.length === 1 && measures[0] === COUNT);
  return {
    report: rows,
    ...(columns === null ? {} : { 'report.columns': columns }),
    ...(isPlain ? {} : { 'report.measures': measures.join(',') }),
  };
}

/** The changes of an address that show another report, or none. */
export function reportChanges(report: ReportStateView | null): Changes {
  const none = {
    report: undefined,
    'report.columns': undefined,
    'report.measures': undefined,
    'report.row': undefined,
    'report.column': undefined,
    cursor: undefined,
  };
  return report === null ? none : { ...none, ...reportAddress(report) };
}

/** The list of the records that a cell counts, as the search of an address. */
export function cellSearch(state: ListState, row: GroupKey | undefined, column: GroupKey | undefined): ListState {
  const { cursor: _cursor, panel: _panel, ...kept } = state;
  return {
    ...kept,
    ...(row === undefined ? {} : { 'report.row': row === null ? '' : String(row) }),
    ...(column === undefined ? {} : { 'report.column': column === null ? '' : String(column) }),
  };
}

/** The columns and filters of a list: what a report of it can be made of, each once. */
export function reportColumns({ groups, filters }: Pick<ScreenView, 'groups' | 'filters'>): readonly ColumnView[] {
  const all = [...groups.flatMap(({ columns }) => columns), ...filters];
  const byPath = new Map(all.toReversed().map((column) => [column.path.join('.'), column]));
  const paths = [...new Set(all.map(({ path }) => path.join('.')))];
  return paths.flatMap((path) => byPath.get(path) ?? []);
}

/** The groupings that rows and columns of a report can be made of. */
export function reportGroupings(columns: readonly ColumnView[]): readonly Grouping[] {
  return groupingsOf(columns, PERIODS).filter(({ isTree }) => isTree !== true);
}

const ADDED: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent', 'duration']);
const ORDERED: ReadonlySet<string> = new Set(['date', 'datetime', 'time']);

/** The forms of a measure, as the API has them. */
export type MeasureForm = 'sum' | 'avg' | 'min' | 'max';

/** One figure of a report: of a column, or the number of records. */
export interface ReportMeasure {
  readonly key: string;
  readonly of: { readonly form: MeasureForm; readonly column: ColumnView } | null;
}

/** All figures that a list's report can have; the number of records comes first. */
export function reportMeasures(columns: readonly ColumnView[]): readonly ReportMeasure[] {
  const measures = columns.flatMap((column): ReportMeasure[] => {
    const { kind, several } = column.field;
    const isAdded = ADDED.has(kind);
    if (several === true || (!isAdded && !ORDERED.has(kind))) return [];
    const forms: readonly MeasureForm[] = isAdded ? ['sum', 'avg', 'min', 'max'] : ['min', 'max'];
    return forms.map((form) => ({ key: `${form}(${column.path.join('.')})`, of: { form, column } }));
  });
  return [{ key: COUNT, of: null }, ...measures];
}

/** The report that a list begins with: by its first state or choice, or by what it can be grouped by at all. */
export function firstReport(columns: readonly ColumnView[]): ReportStateView | null {
  const groupings = reportGroupings(columns);
  const chosen = groupings.find(({ column }) => column.field.choices !== null) ?? groupings[0];
  return chosen === undefined ? null : { rows: chosen.key, columns: null, measures: [COUNT] };
}

/** Whether a report's address names what this reader's list does not have: it may be of somebody who may read more. */
export function isStrayReport({ rows, columns, measures }: ReportStateView, all: readonly ColumnView[]): boolean {
  const groupings = new Set(reportGroupings(all).map(({ key }) => key));
  const known = new Set(reportMeasures(all).map(({ key }) => key));
  return (
    [rows, ...(columns === null ? [] : [columns])].some((key) => !groupings.has(key)) ||
    measures.some((key) => !known.has(key))
  );
}

type Filters = Readonly<Record<string, string>>;

/** The filters of a list that leave the records of a report's cell. */
export function cellFilters(
  filters: Filters,
  { rows, columns, cell }: ReportState,
  screen: Pick<ScreenView, 'groups' | 'filters'>,
  timeZone: string,
): Record<string, string> {
  if (cell === null) return { ...filters };
  const groupings = reportGroupings(reportColumns(screen));
  const narrow = (before: Filters, by: string | null, key: string | undefined): Filters => {
    const grouping = groupings.find((each) => each.key === by);
    if (grouping === undefined || key === undefined) return before;
    return narrowedBy(before, groupFilters(grouping, key === '' ? null : key, timeZone));
  };
  return { ...narrow(narrow(filters, rows, cell.row), columns, cell.column) };
}
