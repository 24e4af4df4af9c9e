import { Anchor } from '@mantine/core';
import type { GroupKey, ReportView } from '@nonet/client';
import type { ReactNode } from 'react';
import type { Grouping } from '../../../data/groups.ts';
import type { ReportMeasure } from '../../../data/reports.ts';
import { RouteLink } from '../../../parts/route-link.tsx';
import { ScrollFrame } from '../../../parts/scroll-frame.tsx';
import { useReportWords } from '../../../words/report-words.ts';
import { useReportFormat } from './report-format.ts';
import classes from './report.module.css';

type Cell = ReportView['total'] | null;

/** The address of the records that a cell counts; undefined: of all rows, or of all columns. */
export type CellAddress = (
  row: GroupKey | undefined,
  column: GroupKey | undefined,
) => { to: string; search: Record<string, string> };

interface ReportTableProps {
  report: ReportView;
  caption: string;
  rows: Grouping;
  columns: Grouping | null;
  measures: readonly ReportMeasure[];
  address: CellAddress;
}

/** The groups that are not listed: they have no address. */
const OTHERS = Symbol('others');
type Place = GroupKey | undefined | typeof OTHERS;

/** A text that is another one for each place: a group may be of the text “null”. */
function keyOf(place: Place): string {
  return place === OTHERS ? 'others' : place === undefined ? 'all' : JSON.stringify(place);
}

/** A report as a table of rows and columns with their totals; each number leads to the records that it counts. */
export function ReportTable({ report, caption, rows, columns, measures, address }: ReportTableProps) {
  const words = useReportWords();
  const format = useReportFormat();
  const heads: { name: string; key: Place }[] | null =
    columns && (report.columns ?? []).map((group) => ({ name: format.group(columns, group), key: group.key }));
  if (columns && report.otherColumns)
    heads?.push({ name: format.others(columns, report.otherColumns.groups), key: OTHERS });
  const several = measures.length > 1;
  const columnTotals: readonly Cell[] = [
    ...(report.columns ?? []).map(({ total }) => total),
    ...(report.otherColumns ? [report.otherColumns.total] : []),
  ];

  function cells(row: Place, values: Cell, column: Place, isTotal = false): ReactNode[] {
    return measures.map((measure, place) => {
      const value = values?.[place] ?? null;
      const text = values === null ? '' : format.value(measure, value);
      const isLinked = values !== null && row !== OTHERS && column !== OTHERS;
      return (
        <td key={`${keyOf(column)} ${measure.key}`} className={isTotal ? classes.total : undefined}>
          {isLinked ? (
            <Anchor
              inherit
              c="inherit"
              underline="hover"
              renderRoot={(props) => <RouteLink {...address(row, column)} {...props} />}
            >
              {text}
            </Anchor>
          ) : (
            text
          )}
        </td>
      );
    });
  }

  function line(name: string, row: Place, of: { cells: readonly Cell[] | null; total: Cell }) {
    return (
      <tr key={keyOf(row)}>
        <th scope="row">{name}</th>
        {heads?.flatMap((head, place) => cells(row, of.cells?.[place] ?? null, head.key))}
        {cells(row, of.total, undefined, heads !== null)}
      </tr>
    );
  }

  return (
    <ScrollFrame className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {heads !== null && (
            <tr>
              <th scope="col" rowSpan={several ? 2 : 1}>
                {format.grouping(rows)}
              </th>
              {heads.map(({ name, key }) => (
                <th key={keyOf(key)} scope={several ? 'colgroup' : 'col'} colSpan={measures.length}>
                  {name}
                </th>
              ))}
              <th scope={several ? 'colgroup' : 'col'} colSpan={measures.length} className={classes.total}>
                {words.reportTotal}
              </th>
            </tr>
          )}
          {(heads === null || several) && (
            <tr>
              {heads === null && <th scope="col">{format.grouping(rows)}</th>}
              {[...(heads ?? []), { name: '', key: undefined }].flatMap(({ key }) =>
                measures.map((measure) => (
                  <th key={`${keyOf(key)} ${measure.key}`} scope="col" className={classes.measure}>
                    {format.measure(measure)}
                  </th>
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {report.rows.map((row) => line(format.group(rows, row), row.key, row))}
          {report.otherRows && line(format.others(rows, report.otherRows.groups), OTHERS, report.otherRows)}
        </tbody>
        <tfoot>{line(words.reportTotal, undefined, { cells: columnTotals, total: report.total })}</tfoot>
      </table>
    </ScrollFrame>
  );
}
