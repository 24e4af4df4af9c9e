import { Stack, Text } from '@mantine/core';
import type { EntityView, ListQuery, PageView, ReportStateView, ScreenView } from '@nonet/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { client } from '../../../data/client.ts';
import { saveAs } from '../../../data/export.ts';
import type { ListState } from '../../../data/list-state.ts';
import { reportQuery } from '../../../data/queries.ts';
import { cellSearch, firstReport, reportColumns, reportGroupings, reportMeasures } from '../../../data/reports.ts';
import { useStandingError } from '../../../data/standing-error.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { RefusalDialog } from '../../../parts/refusal-dialog.tsx';
import { useReportWords } from '../../../words/report-words.ts';
import { TableSkeleton } from '../../skeleton.tsx';
import { ReportBuilder } from './report-builder.tsx';
import { ReportChart } from './report-chart.tsx';
import { useReportFormat } from './report-format.ts';
import { type CellAddress, ReportTable } from './report-table.tsx';

/** Changes of a list that come together are counted once. */
const SETTLED_MILLISECONDS = 600;

/** The files that a report comes as. */
const FILES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export interface ReportProps {
  screen: ScreenView;
  entity: EntityView;
  /** The list as it is narrowed. */
  query: ListQuery;
  state: ListState;
  pathname: string;
  report: ReportStateView;
  /** The first records of the list: where others change them, the report is counted again. */
  page: PageView | undefined;
  exports: boolean;
  onChange: (report: ReportStateView | null) => void;
}

/** A list as a report: what makes it, as a chart, and as a table whose numbers lead to their records. */
export default function Report(props: ReportProps) {
  const { screen, entity, query, state, pathname, report, page, exports, onChange } = props;
  const words = useReportWords();
  const format = useReportFormat();
  const all = reportColumns(screen);
  const groupings = reportGroupings(all);
  const known = reportMeasures(all);
  // An address may be of somebody else's list, or of a former one, which the list says.
  const inPlace = firstReport(all)?.rows;
  const rows = groupings.find(({ key }) => key === report.rows) ?? groupings.find(({ key }) => key === inPlace);
  const columns = groupings.find(({ key }) => key === report.columns && key !== report.rows) ?? null;
  const measures = report.measures.flatMap((key) => known.find((each) => each.key === key) ?? []);
  const [first = { key: 'count', of: null }] = measures;
  const shown = measures.length === 0 ? [first] : measures;
  const { fields: _fields, expand: _expand, order: _order, ...selecting } = query;
  const asked = {
    rows: rows?.key ?? '',
    columns: columns?.key ?? null,
    measures: shown.map(({ key }) => key),
  };
  const answered = useQuery({ ...reportQuery(entity.path, selecting, asked), enabled: rows !== undefined });
  const { refetch } = answered;
  // The former answer stays until the next one has come, where the list alone is another one.
  const data = JSON.stringify(answered.data?.asked) === JSON.stringify(asked) ? answered.data?.report : undefined;
  const { error } = useStandingError(answered);
  const again = useEffectEvent(() => {
    if (answered.isFetched) void refetch();
  });
  useEffect(() => {
    if (page === undefined) return undefined;
    const waiting = setTimeout(again, SETTLED_MILLISECONDS);
    return () => clearTimeout(waiting);
  }, [page]);
  const download = useMutation({
    mutationFn: (as: keyof typeof FILES) => client.reportFile(entity.path, selecting, asked, FILES[as]),
    onSuccess: (blob, as) => saveAs(blob, `${screen.slug}-report.${as}`),
  });
  const address: CellAddress = (row, column) => ({ to: pathname, search: { ...cellSearch(state, row, column) } });
  const caption =
    rows === undefined ? screen.name : words.reportChart(shown.map(format.measure).join(', '), format.grouping(rows));
  return (
    <section aria-label={words.report}>
      <ReportBuilder
        title={screen.name}
        report={{ ...report, ...asked }}
        groupings={groupings}
        measures={known}
        onChange={onChange}
        onDownload={exports ? (as) => download.mutate(as) : null}
        downloading={download.isPending}
      />
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {!data && !error && <TableSkeleton rows={screen.pageSize} />}
      {data && rows && (
        <Stack aria-busy={answered.isPlaceholderData || undefined}>
          <Text size="sm" fw={500} data-print>
            {columns === null ? caption : `${caption} × ${format.grouping(columns)}`}
          </Text>
          {data.rows.length === 0 && <Text>{words.nothingMatches}</Text>}
          <ReportChart report={data} rows={rows} columns={columns} measure={first} address={address} />
          {data.rows.length > 0 && (
            <ReportTable
              report={data}
              caption={caption}
              rows={rows}
              columns={columns}
              measures={shown}
              address={address}
            />
          )}
        </Stack>
      )}
      {download.error && <RefusalDialog error={download.error} onClose={() => download.reset()} />}
    </section>
  );
}
