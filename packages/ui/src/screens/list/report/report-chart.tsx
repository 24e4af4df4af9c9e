import { Text } from '@mantine/core';
import type { GroupKey, ReportView } from '@nonet/client';
import { type Grouping, nextPeriod } from '../../../data/groups.ts';
import type { ReportMeasure } from '../../../data/reports.ts';
import { hoursOf } from '../../../format/duration.ts';
import { useReportWords } from '../../../words/report-words.ts';
import { Bars } from '../../dashboard/bars.tsx';
import { MOST_SERIES, Series } from './series.tsx';
import type { Drawn } from '../../dashboard/drawn.ts';
import { useReportFormat } from './report-format.ts';
import type { CellAddress } from './report-table.tsx';

/** So many bars stand beside each other; of time, as many as a report has rows. */
const MOST_BARS = 30;
/** The places of an axis of time: beyond them, periods without records have none. */
const MOST_PLACES = 400;

interface ReportChartProps {
  report: ReportView;
  rows: Grouping;
  columns: Grouping | null;
  measure: ReportMeasure;
  address: CellAddress;
}

/**
 * A report's rows by its first measure, with a series for each of its columns: lines over time, bars otherwise. The
 * table has the exact values.
 */
export function ReportChart({ report, rows, columns, measure, address }: ReportChartProps) {
  const words = useReportWords();
  const format = useReportFormat();
  const { period } = rows;
  const isTime = period !== null;
  const heads = columns === null ? [] : (report.columns ?? []);
  // The last periods, and otherwise the first columns: where one alone would be drawn, that is the total.
  const places = shownColumns(heads.length, columns);
  const shown: readonly Row[] = isTime
    ? withEmptyPeriods(report.rows, period)
    : report.rows.slice(0, Math.floor(MOST_BARS / Math.max(1, places.length / 2)));
  const isCounted = measure.of === null || measure.of.form === 'sum';
  const groupOf = (group: Row, place: number, column: number | null): Drawn => {
    const value = (column === null ? group.total : group.cells?.[column])?.[0] ?? null;
    const isNone = group.isEmpty || (column !== null && (group.cells?.[column] ?? null) === null);
    const name = format.group(rows, group);
    return {
      key: JSON.stringify(group.key),
      label: name,
      short: format.axisGroup(rows, group, place === 0, name),
      size: isNone ? (isCounted ? 0 : null) : sizeOf(value),
      value: format.value(measure, value),
      isEmpty: isNone,
      address: isNone ? null : address(group.key, column === null ? undefined : heads[column]?.key),
    };
  };
  const groups = shown.map((group, place) => groupOf(group, place, null));
  const series = places.flatMap((column) => {
    const head = heads[column];
    if (columns === null || head === undefined) return [];
    const name = format.group(columns, head);
    return [
      { key: JSON.stringify(head.key), name, groups: shown.map((group, place) => groupOf(group, place, column)) },
    ];
  });
  if (groups.length < 2 || groups.every(({ size }) => size === null)) return null;
  return (
    <figure aria-hidden style={{ margin: 0 }}>
      {series.length > 1 ? (
        <Series
          series={series}
          line={isTime}
          whole={measure.of === null}
          axis={(value) => format.axis(measure, value)}
        />
      ) : (
        <Bars groups={groups} line={isTime} whole={measure.of === null} axis={(value) => format.axis(measure, value)} />
      )}
      {places.length < heads.length && series.length > 1 && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.reportSomeColumns(
            format.count(places.length),
            format.count(heads.length + (report.otherColumns?.groups ?? 0)),
          )}
        </Text>
      )}
      {shown.length < report.rows.length && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.reportFirst(
            format.count(shown.length),
            format.count(report.rows.length + (report.otherRows?.groups ?? 0)),
          )}
        </Text>
      )}
    </figure>
  );
}

type Row = Pick<ReportView['rows'][number], 'key' | 'label' | 'total' | 'cells'> & { readonly isEmpty?: true };

/** The places of the columns that are drawn. */
function shownColumns(count: number, columns: Grouping | null): number[] {
  const first = columns?.period ? Math.max(0, count - MOST_SERIES) : 0;
  return Array.from({ length: Math.min(count, MOST_SERIES) }, (_, place) => first + place);
}

/** The rows of time with those that have no record, so that a line falls where nothing is. */
function withEmptyPeriods(rows: ReportView['rows'], period: NonNullable<Grouping['period']>): readonly Row[] {
  const dated = rows.filter(({ key }) => key !== null);
  const byKey = new Map<GroupKey, Row>(dated.map((row) => [row.key, row]));
  const all: Row[] = [];
  const end = String(dated.at(-1)?.key ?? '');
  for (let key = String(dated[0]?.key ?? ''); key !== '' && key <= end; key = nextPeriod(key, period)) {
    if (all.length >= MOST_PLACES) return dated;
    all.push(byKey.get(key) ?? { key, label: null, total: [], cells: null, isEmpty: true });
  }
  return all;
}

/** A value as a number that is exact enough for pixels; a duration in hours; null for a date. */
function sizeOf(value: string | number | null): number | null {
  if (value === null) return null;
  const size = typeof value === 'string' && value.includes('P') ? hoursOf(value) : Number(value);
  return size === null || Number.isNaN(size) ? null : size;
}
