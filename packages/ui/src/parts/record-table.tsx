import { Anchor, Checkbox, Table } from '@mantine/core';
import type { ColumnView, EntityView, RecordView } from '@nonet/client';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { valueAt } from '../data/columns.ts';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import classes from './record-table.module.css';
import { RouteLink } from './route-link.tsx';

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
}: RecordTableProps) {
  const words = useWords();
  const { parts } = useSurroundings();
  const { entities } = useProduct();
  return (
    <Table.ScrollContainer minWidth={0} className={classes.scroll ?? ''} type="native">
      <Table
        className={classes.table}
        highlightOnHover
        verticalSpacing={6}
        horizontalSpacing="sm"
        aria-busy={busy || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th className={classes.select}>
                <Checkbox
                  size="xs"
                  aria-label={words.selectAll}
                  checked={selection.selected.length === records.length}
                  indeterminate={selection.selected.length > 0 && selection.selected.length < records.length}
                  onChange={selection.toggleAll}
                />
              </Table.Th>
            )}
            {columns.map((column) => {
              const path = column.path.join('.');
              const sorted = order === path ? 'ascending' : order === `-${path}` ? 'descending' : undefined;
              const numeric = parts(column.field.kind).numeric;
              return (
                <Table.Th key={path} scope="col" data-numeric={numeric || undefined} aria-sort={sorted}>
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
        <Table.Tbody>
          {records.map((record) => {
            const address = recordAddress(entities[entity.name], record.id);
            return (
              <Table.Tr key={record.id} className={address ? classes.linked : undefined}>
                {selection && (
                  <Table.Td className={classes.select}>
                    <Checkbox
                      size="xs"
                      aria-label={words.selectRecord(record._title)}
                      checked={selection.has(record.id)}
                      onChange={() => selection.toggle(record.id)}
                    />
                  </Table.Td>
                )}
                {columns.map((column, index) => {
                  const value = valueAt(record, column.path);
                  const shown = <FieldValue dense field={column.field} value={value} />;
                  return (
                    <Table.Td
                      key={column.path.join('.')}
                      data-label={column.label}
                      data-first={index === 0 || undefined}
                      data-numeric={parts(column.field.kind).numeric || undefined}
                    >
                      {index === 0 && address ? (
                        <Anchor
                          inherit
                          className={classes.rowLink}
                          renderRoot={(props) => <RouteLink to={address} {...props} />}
                        >
                          {value === null || value === undefined || column.field.kind === 'reference'
                            ? record._title
                            : shown}
                        </Anchor>
                      ) : (
                        shown
                      )}
                    </Table.Td>
                  );
                })}
                {renderActions && <Table.Td className={classes.actions}>{renderActions(record)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SortIcon({ sorted }: { sorted: 'ascending' | 'descending' | undefined }) {
  if (sorted === 'ascending') return <IconArrowUp size={14} aria-hidden />;
  if (sorted === 'descending') return <IconArrowDown size={14} aria-hidden />;
  return <IconArrowsSort size={14} aria-hidden className={classes.unsorted} />;
}
