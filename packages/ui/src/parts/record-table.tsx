import { Table } from '@mantine/core';
import type { ColumnView, EntityView, RecordView } from '@nonet/client';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { lazy, type ReactNode, type Ref, useMemo, useRef } from 'react';
import { furtherColumns } from '../data/columns.ts';
import { orderAfter, readOrder } from '../data/order.ts';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { useWords } from '../words/words.ts';
import { PLAIN_LAYOUT } from '../data/table-layout.ts';
import type { Branch } from './branch-toggle.tsx';
import type { CellEditing } from './cell-editing.ts';
import { AwaitedPart } from './awaited-part.tsx';
import { ColumnHead } from './column-head.tsx';
import type { TableLayoutState } from './use-table-layout.ts';
import { RecordRow } from './record-row.tsx';
import { RowRoomContext } from './row-room.ts';
import { Tick } from './tick.tsx';
import classes from './record-table.module.css';
import { useFixedColumns } from './use-fixed-columns.ts';
import { useWide } from './use-wide.ts';

const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** The number of rows of a table without end that are drawn at first. */
const FIRST_ROWS = 40;
/** A longer table draws only its visible rows, like an endless list: a record may have ten thousand rows in a list. */
const MOST_ROWS = 100;
const NOTHING_MORE = () => undefined;

interface RecordTableProps {
  caption: string;
  columns: readonly ColumnView[];
  records: readonly RecordView[];
  entity: EntityView;
  /** The paths that it is sorted by, with `-` where descending: `-total,number`. */
  order?: string | undefined;
  onOrder?: (order: string | undefined) => void;
  /** The last cell of a row. */
  renderActions?: ((record: RecordView) => ReactNode) | undefined;
  busy?: boolean;
  /** Records are selected in the first column. */
  selection?: TableSelection | undefined;
  /** For a table without end: the number of all its rows, and a function that fetches more of them. */
  endless?: { readonly count: number; readonly fetchMore: () => void } | undefined;
  /** Opens a record in the panel. The same function each time, so that rows are not drawn again because of it. */
  onOpen?: ((record: RecordView) => void) | undefined;
  /** The id of the record that is open in the panel. */
  opened?: string | null | undefined;
  /** Rearranges its columns; undefined if they stay as the document has them. */
  arrangement?: TableLayoutState | undefined;
  /** Records that somebody has taken out of the list meanwhile: they keep their place until it is asked for again. */
  gone?: ReadonlySet<string>;
  /** The places of its records in a tree, by their ids. */
  branches?: ReadonlyMap<string, Branch> | undefined;
  /** Edits values in their cells. */
  editing?: CellEditing | undefined;
  /** The rows at its end. */
  foot?: ReactNode;
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
  onOpen,
  opened,
  arrangement,
  editing,
  branches,
  foot,
}: RecordTableProps) {
  const isLong = records.length > MOST_ROWS;
  const endless = withoutEnd ?? (isLong ? { count: records.length, fetchMore: NOTHING_MORE } : undefined);
  const words = useWords();
  const { parts } = useFieldEnvironment();
  const { entities } = useProduct();
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const further = useMemo(() => furtherColumns(columns), [columns]);
  const keys = useMemo(() => readOrder(order), [order]);
  const room = useWide(frame, table, columns.length);
  const { widths, dense } = arrangement?.layout ?? PLAIN_LAYOUT;
  const isFixed = endless !== undefined || Object.keys(widths).length > 0;
  useFixedColumns(table, isFixed ? columns.map(({ path }) => path.join('.')).join() : null, widths);

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
        onOpen={onOpen}
        opened={opened === record.id}
        further={further}
        branch={branches?.get(record.id)}
        editing={editing?.cells}
        edited={editing?.cell?.id === record.id ? editing : undefined}
      />
    );
  }

  return (
    <RowRoomContext value={room}>
      <div ref={frame} className={classes.frame} data-endless={endless !== undefined || undefined}>
        <Table
          ref={table}
          className={endless ? `${classes.table} ${classes.endless}` : classes.table}
          highlightOnHover
          data-dense={dense || undefined}
          verticalSpacing={dense ? 2 : 6}
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
                const place = keys.findIndex((key) => key.path === path);
                const sorted = place < 0 ? undefined : keys[place]?.descending ? 'descending' : 'ascending';
                const numeric = parts(column.field.kind).numeric;
                return (
                  <ColumnHead
                    key={path}
                    column={column}
                    columns={columns}
                    isFirst={index === 0}
                    numeric={numeric === true}
                    sorted={sorted}
                    arrangement={arrangement}
                  >
                    {onOrder && column.sortable ? (
                      <button
                        type="button"
                        className={classes.sort}
                        title={place > 0 ? `${words.sortedAs(place + 1)}. ${words.sortFurther}` : words.sortFurther}
                        onClick={({ shiftKey }) => onOrder(orderAfter(order, path, shiftKey))}
                      >
                        {column.label}
                        <SortIcon sorted={sorted} />
                        {place >= 0 && keys.length > 1 && <small aria-hidden>{place + 1}</small>}
                      </button>
                    ) : (
                      column.label
                    )}
                  </ColumnHead>
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
            <AwaitedPart
              fallback={<Table.Tbody>{records.slice(0, FIRST_ROWS).map((record) => renderRow(record))}</Table.Tbody>}
            >
              <VirtualRows
                key={String(dense)}
                dense={dense}
                records={records}
                onNearEnd={endless.fetchMore}
                renderRow={renderRow}
              />
            </AwaitedPart>
          ) : (
            <Table.Tbody>{records.map((record) => renderRow(record))}</Table.Tbody>
          )}
          {foot}
        </Table>
      </div>
    </RowRoomContext>
  );
}

function SortIcon({ sorted }: { sorted: 'ascending' | 'descending' | undefined }) {
  if (sorted === 'ascending') return <IconArrowUp size={14} aria-hidden />;
  if (sorted === 'descending') return <IconArrowDown size={14} aria-hidden />;
  return <IconArrowsSort size={14} aria-hidden className={classes.unsorted} />;
}
