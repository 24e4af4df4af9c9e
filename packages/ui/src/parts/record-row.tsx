import { Table } from '@mantine/core';
import type { ColumnView, RecordView } from '@nonet/client';
import { memo, type ReactNode, type Ref } from 'react';
import { isCutShort, valueAt } from '../data/columns.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { useSurroundings } from '../fields/surroundings.ts';
import { useWords } from '../words/words.ts';
import classes from './record-table.module.css';
import { RouteLink } from './route-link.tsx';
import { Tick } from './tick.tsx';

interface RecordRowProps {
  record: RecordView;
  columns: readonly ColumnView[];
  /** The address of the record's own screen; null where this reader may open none. */
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

/** The library's classes without its components: a long table draws hundreds of cells in a frame. */
const { tr, td } = Table.classes;

/** One record of a table: the first cell a link to the record's own screen. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, columns, address, selected, onToggle, renderActions, place, gone, ref } = props;
  const words = useWords();
  const { parts } = useSurroundings();
  return (
    <tr
      ref={ref}
      className={address ? `${tr} ${classes.linked}` : tr}
      data-with-row-border
      data-record={record.id}
      data-hover
      // The header is the first row.
      {...(place === undefined ? {} : { 'data-index': place, 'aria-rowindex': place + 2 })}
      {...(gone ? { 'data-gone': true, title: words.rowGone } : {})}
    >
      {selected !== undefined && (
        <td className={`${td} ${classes.select}`}>
          <Tick label={words.selectRecord(record._title)} checked={selected} onChange={() => onToggle?.(record.id)} />
        </td>
      )}
      {columns.map((column, index) => {
        const value = valueAt(record, column.path);
        const shown = (
          <>
            <FieldValue dense field={column.field} value={value} />
            {isCutShort(record, column.path) && ` ${words.andMore}`}
          </>
        );
        return (
          <td
            key={column.path.join('.')}
            className={td}
            data-label={column.label}
            data-first={index === 0 || undefined}
            data-numeric={parts(column.field.kind).numeric || undefined}
          >
            {index === 0 && address ? (
              <RouteLink to={address} className={classes.rowLink}>
                {value === null || value === undefined || column.field.kind === 'reference' ? record._title : shown}
              </RouteLink>
            ) : (
              shown
            )}
          </td>
        );
      })}
      {renderActions && <td className={`${td} ${classes.actions}`}>{renderActions(record)}</td>}
    </tr>
  );
});
