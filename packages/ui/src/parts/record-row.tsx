import { Anchor, Checkbox, Table } from '@mantine/core';
import type { ColumnView, RecordView } from '@nonet/client';
import { memo, type ReactNode, type Ref } from 'react';
import { valueAt } from '../data/columns.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import classes from './record-table.module.css';
import { RouteLink } from './route-link.tsx';

interface RecordRowProps {
  record: RecordView;
  columns: readonly ColumnView[];
  /** Of the record's own screen; null where this reader opens none. */
  address: string | null;
  /** Undefined where rows can't be selected. */
  selected?: boolean | undefined;
  onToggle?: ((id: string) => void) | undefined;
  /** Its last cell. A function, so that a row that stays is not drawn anew while others come and go. */
  renderActions?: ((record: RecordView) => ReactNode) | undefined;
  /** Its place among all rows, from 0, where only some of them are in the page. */
  place?: number | undefined;
  /** Whether somebody has taken it out of the list meanwhile. */
  gone?: boolean;
  ref?: Ref<HTMLTableRowElement> | undefined;
}

/** One record of a table: the first cell a link to the record's own screen. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, columns, address, selected, onToggle, renderActions, place, gone, ref } = props;
  const words = useWords();
  const { parts } = useSurroundings();
  return (
    <Table.Tr
      ref={ref}
      className={address ? classes.linked : undefined}
      // The header is the first row.
      {...(place === undefined ? {} : { 'data-index': place, 'aria-rowindex': place + 2 })}
      {...(gone ? { 'data-gone': true, title: words.rowGone } : {})}
    >
      {selected !== undefined && (
        <Table.Td className={classes.select}>
          <Checkbox
            size="xs"
            aria-label={words.selectRecord(record._title)}
            checked={selected}
            onChange={() => onToggle?.(record.id)}
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
              <Anchor inherit className={classes.rowLink} renderRoot={(link) => <RouteLink to={address} {...link} />}>
                {value === null || value === undefined || column.field.kind === 'reference' ? record._title : shown}
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
});
