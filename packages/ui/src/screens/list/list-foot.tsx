import { Table } from '@mantine/core';
import type { ColumnView, SummaryView } from '@nonet/client';
import { isNumber, SUM_KINDS, sumOf, type SumKind, sumValue } from '../../data/sums.ts';
import { type Format, formatValue, useFormat } from '../../format/format.ts';
import { Menu } from '../../parts/overlays.tsx';
import { useWords } from '../../words/words.ts';
import classes from './list-foot.module.css';
import type { ListSummary } from './use-summary.ts';

interface ListFootProps {
  columns: readonly ColumnView[];
  summary: ListSummary;
  /** Whether rows are selected in a column before the others, and acted on in one behind them. */
  selects: boolean;
  acts: boolean;
}

/** Whether a list has something to add up. */
export function hasFoot(columns: readonly ColumnView[]): boolean {
  return columns.some(isNumber);
}

/** The sums of a list's columns, over all of its records; each reader chooses the figure below a column. */
export function ListFoot({ columns, summary, selects, acts }: ListFootProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <Table.Tfoot className={classes.foot ?? ''}>
      <Table.Tr>
        {selects && <Table.Td />}
        {columns.map((column) => {
          const path = column.path.join('.');
          const kind = sumOf(column, summary.choices);
          if (!isNumber(column)) return <Table.Td key={path} />;
          return (
            <Table.Td key={path} data-label={column.label} data-numeric>
              <Menu position="top-end">
                <Menu.Target>
                  <button
                    type="button"
                    className={classes.sum}
                    data-none={kind === null || undefined}
                    data-print={kind === null ? undefined : true}
                  >
                    <span className="visually-hidden">{words.sumOf(column.label)}: </span>
                    {kind === null ? (
                      <span aria-hidden>Σ</span>
                    ) : (
                      <>
                        <small>{words.sums[kind]}</small>{' '}
                        <SumValue column={column} kind={kind} data={summary.data} format={format} />
                      </>
                    )}
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
                  {[...SUM_KINDS, null].map((each) => (
                    <Menu.Item
                      key={each}
                      {...(each === kind ? { fw: 600, 'aria-current': 'true' } : {})}
                      onClick={() => summary.choose(path, each)}
                    >
                      {words.sums[each ?? 'none']}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            </Table.Td>
          );
        })}
        {acts && <Table.Td />}
      </Table.Tr>
    </Table.Tfoot>
  );
}

interface SumValueProps {
  column: ColumnView;
  kind: SumKind;
  data: Pick<SummaryView, 'values'> | undefined;
  format: Format;
}

/** One of the values that a column comes to. */
export function SumValue({ column, kind, data, format }: SumValueProps) {
  const values = data?.values[column.path.join('.')];
  if (!values) return '…';
  const value = sumValue(values, kind, column);
  if (value === null) return '–';
  if (kind === 'filled' || column.field.kind === 'integer') return format.decimal(value, null);
  return formatValue(format, column.field, value);
}
