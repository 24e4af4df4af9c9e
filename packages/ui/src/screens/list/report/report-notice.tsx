import { Button, Group, Text } from '@mantine/core';
import type { EntityView, GroupKey, ListQuery, ScreenView } from '@nonet/client';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Grouping } from '../../../data/groups.ts';
import { reportQuery } from '../../../data/queries.ts';
import { reportColumns, reportGroupings, type ReportState } from '../../../data/reports.ts';
import { useReportWords } from '../../../words/report-words.ts';
import { useReportFormat } from './report-format.ts';

export interface ReportNoticeProps {
  screen: ScreenView;
  entity: EntityView;
  /** The list as it is narrowed, without the cell. */
  query: ListQuery;
  report: ReportState;
  change: (changes: Record<string, string | undefined>) => void;
}

/** Says which number of a report a list shows the records of, and leads back to it. */
export default function ReportNotice({ screen, entity, query, report, change }: ReportNoticeProps) {
  const words = useReportWords();
  const format = useReportFormat();
  const groupings = reportGroupings(reportColumns(screen));
  const { fields: _fields, expand: _expand, order: _order, can: _can, ...selecting } = query;
  const asked = { rows: report.rows, columns: report.columns, measures: report.measures };
  // The titles of records are known from the report.
  const { data } = useQuery(reportQuery(entity.path, selecting, asked));
  const textOf = (
    by: Grouping | undefined,
    given: string | undefined,
    groups: readonly { key: GroupKey; label: string | null }[] | null | undefined,
  ): string[] => {
    if (by === undefined || given === undefined) return [];
    const found = groups?.find(({ key }) => (key === null ? '' : String(key)) === given);
    const label = found?.label ?? null;
    if (found === undefined && by.column.field.kind === 'reference' && given !== '') return [format.grouping(by)];
    return [`${format.grouping(by)}: ${format.group(by, { key: keyOf(by, given), label })}`];
  };
  const what = [
    ...textOf(
      groupings.find(({ key }) => key === report.rows),
      report.cell?.row,
      data?.report.rows,
    ),
    ...textOf(
      groupings.find(({ key }) => key === report.columns),
      report.cell?.column,
      data?.report.columns,
    ),
  ];
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm" c="dimmed">
        {words.reportCell(what.join(', '))}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconChartBar size={14} aria-hidden />}
        onClick={() => change({ 'report.row': undefined, 'report.column': undefined, cursor: undefined })}
      >
        {words.backToReport}
      </Button>
    </Group>
  );
}

/** A key as the API has it, of its text in an address. */
function keyOf({ column }: Grouping, text: string): GroupKey {
  if (text === '') return null;
  return column.field.kind === 'boolean' ? text === 'true' : text;
}
