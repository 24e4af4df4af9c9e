import { Table } from '@mantine/core';
import type { ColumnView, EntityView, RecordView } from '@nonet/client';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { lazy, type ReactNode, type Ref, Suspense, useRef } from 'react';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import { RecordRow } from './record-row.tsx';
import { Tick } from './tick.tsx';
import classes from './record-table.module.css';
import { useFixedColumns } from './use-fixed-columns.ts';
import { useWide } from './use-wide.ts';

const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** Stand there until the rows without end have come. */
const FIRST_ROWS = 40;
/** Of a longer table only the rows in sight are drawn, as in an endless list: a record may have ten thousand rows in a list. */
const MOST_ROWS = 100;
const NOTHING_MORE = () => undefined;

interface RecordTableProps {
  caption: string;
  columns: readonly ColumnView[];
  records: readonly RecordView[];
  entity: EntityView;
  /** The path that it is sorted by, with `-` where descending. */
  order?: string | undefined;
  onOrder?: (order: string) => void;
  /** The last cell of a row. */
  renderActions?: ((record: RecordView) => ReactNode) | undefined;
  busy?: boolean;
  /** Records are selected in the first column. */
  selection?: TableSelection | undefined;
  /** For a table without end: how many rows it has in all, and what fetches more of them. */
  endless?: { readonly count: number; readonly fetchMore: () => void } | undefined;
  /** Records that somebody has taken out of the list meanwhile: they keep their place until it is asked for anew. */
  gone?: ReadonlySet<string>;
}

export interface TableSelection {
  readonly selected: readonly RecordView[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
}

/** Records as a plain table: numbers at the right, the first cell a link to the record's own screen. */
export function RecordTable({
  caption,
  columns,
  records,
  entity,
  order,
  onOrder,
  renderActions,
  busy,
  selection,
  endless: withoutEnd,
  gone,
}: RecordTableProps) {
  const isLong = records.length > MOST_ROWS;
  const endless = withoutEnd ?? (isLong ? { count: records.length, fetchMore: NOTHING_MORE } : undefined);
  const words = useWords();
  const { parts } = useSurroundings();
  const { entities } = useProduct();
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  useWide(frame, table);
  useFixedColumns(table, endless ? columns.map(({ path }) => path.join('.')).join() : null);

  function renderRow(record: RecordView, place?: number, ref?: Ref<HTMLTableRowElement>) {
    return (
      <RecordRow
        key={record.id}
        ref={ref}
        record={record}
        columns={columns}
        address={recordAddress(entities[entity.name], record.id)}
        selected={selection?.has(record.id)}
        onToggle={selection?.toggle}
        renderActions={renderActions}
        place={place}
        gone={gone?.has(record.id) ?? false}
      />
    );
  }

  return (
    <div ref={frame} className={classes.frame} data-endless={endless !== undefined || undefined}>
      <Table
        ref={table}
        className={endless ? `${classes.table} ${classes.endless}` : classes.table}
        highlightOnHover
        verticalSpacing={6}
        horizontalSpacing="sm"
        aria-busy={busy || undefined}
        aria-rowcount={endless && endless.count + 1}
      >
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr aria-rowindex={endless && 1}>
            {selection && (
              <Table.Th className={classes.select} data-label={words.selectAll}>
                <Tick
                  label={words.selectAll}
                  checked={selection.selected.length === records.length}
                  partly={selection.selected.length > 0 && selection.selected.length < records.length}
                  onChange={selection.toggleAll}
                />
              </Table.Th>
            )}
            {columns.map((column, index) => {
              const path = column.path.join('.');
              const sorted = order === path ? 'ascending' : order === `-${path}` ? 'descending' : undefined;
              const numeric = parts(column.field.kind).numeric;
              return (
                <Table.Th
                  key={path}
                  scope="col"
                  data-clause={column.clause}
                  data-first={index === 0 || undefined}
                  data-numeric={numeric || undefined}
                  aria-sort={sorted}
                >
                  {onOrder && column.sortable ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() => onOrder(sorted === 'ascending' ? `-${path}` : path)}
                    >
                      {column.label}
                      <SortIcon sorted={sorted} />
                    </button>
                  ) : (
                    column.label
                  )}
                </Table.Th>
              );
            })}
            {renderActions && (
              <Table.Th className={classes.actions}>
                <span className="visually-hidden">{words.actions}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        {endless ? (
          <Suspense
            fallback={<Table.Tbody>{records.slice(0, FIRST_ROWS).map((record) => renderRow(record))}</Table.Tbody>}
          >
            <VirtualRows records={records} onNearEnd={endless.fetchMore} renderRow={renderRow} />
          </Suspense>
        ) : (
          <Table.Tbody>{records.map((record) => renderRow(record))}</Table.Tbody>
        )}
      </Table>
    </div>
  );
}

function SortIcon({ sorted }: { sorted: 'ascending' | 'descending' | undefined }) {
  if (sorted === 'ascending') return <IconArrowUp size={14} aria-hidden />;
  if (sorted === 'descending') return <IconArrowDown size={14} aria-hidden />;
  return <IconArrowsSort size={14} aria-hidden className={classes.unsorted} />;
}
