import { Text } from '@mantine/core';
import type { GroupKey, ReportView } from '@nonet/client';
import { type Grouping, nextPeriod } from '../../../data/groups.ts';
import type { ReportMeasure } from '../../../data/reports.ts';
import { hoursOf } from '../../../format/duration.ts';
import { useReportWords } from '../../../words/report-words.ts';
import { Bars } from '../../dashboard/bars.tsx';
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
  measure: ReportMeasure;
  address: CellAddress;
}

/** The totals of a report's rows by its first measure: a line over time, bars otherwise. The table has the exact values. */
export function ReportChart({ report, rows, measure, address }: ReportChartProps) {
  const words = useReportWords();
  const format = useReportFormat();
  const { period } = rows;
  const isTime = period !== null;
  const shown: readonly Row[] = isTime ? withEmptyPeriods(report.rows, period) : report.rows.slice(0, MOST_BARS);
  const isCounted = measure.of === null || measure.of.form === 'sum';
  const groups = shown.map((group, place): Drawn => {
    const value = group.total[0] ?? null;
    const name = format.group(rows, group);
    return {
      key: JSON.stringify(group.key),
      label: name,
      short: format.axisGroup(rows, group, place === 0, name),
      size: group.isEmpty ? (isCounted ? 0 : null) : sizeOf(value),
      value: format.value(measure, value),
      isEmpty: group.isEmpty ?? false,
      address: group.isEmpty ? null : address(group.key, undefined),
    };
  });
  if (groups.length < 2 || groups.every(({ size }) => size === null)) return null;
  return (
    <figure aria-hidden style={{ margin: 0 }}>
      <Bars groups={groups} line={isTime} whole={measure.of === null} axis={(value) => format.axis(measure, value)} />
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

type Row = Pick<ReportView['rows'][number], 'key' | 'label' | 'total'> & { readonly isEmpty?: true };

/** The rows of time with those that have no record, so that a line falls where nothing is. */
function withEmptyPeriods(rows: ReportView['rows'], period: NonNullable<Grouping['period']>): readonly Row[] {
  const dated = rows.filter(({ key }) => key !== null);
  const byKey = new Map<GroupKey, Row>(dated.map((row) => [row.key, row]));
  const all: Row[] = [];
  const end = String(dated.at(-1)?.key ?? '');
  for (let key = String(dated[0]?.key ?? ''); key !== '' && key <= end; key = nextPeriod(key, period)) {
    if (all.length >= MOST_PLACES) return dated;
    all.push(byKey.get(key) ?? { key, label: null, total: [], isEmpty: true });
  }
  return all;
}

/** A value as a number that is exact enough for pixels; a duration in hours; null for a date. */
function sizeOf(value: string | number | null): number | null {
  if (value === null) return null;
  const size = typeof value === 'string' && value.includes('P') ? hoursOf(value) : Number(value);
  return size === null || Number.isNaN(size) ? null : size;
}
