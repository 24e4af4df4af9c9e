import type { ColumnView, EntityView, RecordView } from '@nonet/client';
import { useMemo, useState } from 'react';
import { editableFields } from '../data/editable.ts';
import type { Grid } from './put-pasted-cells.ts';
import type { Leaving } from './value-editor.tsx';

/** The cell of a table that is edited: a record's value. */
interface Cell {
  readonly id: string;
  readonly name: string;
}

/** The functions by which a row begins to edit one of its values; always the same ones, so that no row is drawn again. */
export interface EditableCells {
  readonly entity: EntityView;
  /** The fields that are edited in their cells. */
  readonly names: ReadonlySet<string>;
  /** Begins with a record's value; with its first one that can be edited if none is named. */
  readonly start: (record: RecordView, name?: string) => void;
}

export interface CellEditing {
  readonly cells: EditableCells;
  /** The cell that is edited now. */
  readonly cell: Cell | null;
  readonly close: (to: Leaving) => void;
  /** The table as it is shown, into which a block is pasted. */
  readonly grid: Grid;
}

/** Which value of a table is edited in its cell, one at a time; `allowed`: whether the list edits its records. */
export function useCellEditing(
  entity: EntityView,
  columns: readonly ColumnView[],
  records: readonly RecordView[],
  allowed: boolean,
): CellEditing | undefined {
  const [cell, setCell] = useState<Cell | null>(null);
  const order = useMemo(() => {
    const editable = editableFields(entity, { long: false });
    return columns.flatMap(({ path: [name = '', ...further] }) =>
      further.length === 0 && editable.has(name) ? [name] : [],
    );
  }, [entity, columns]);
  const cells = useMemo(
    (): EditableCells => ({
      entity,
      names: new Set(order),
      start: ({ id }, name = order[0]) => {
        if (name !== undefined) setCell({ id, name });
      },
    }),
    [entity, order],
  );
  if (!allowed || order.length === 0) return undefined;
  return {
    cells,
    cell,
    grid: { records, columns, names: cells.names },
    close(to) {
      if (cell === null) return;
      const row = records.findIndex(({ id }) => id === cell.id);
      const step = to === 'next' ? 1 : to === 'previous' ? -1 : 0;
      const place = order.indexOf(cell.name) + step;
      const beyond = place < 0 ? -1 : place >= order.length ? 1 : 0;
      const record = records[row + beyond];
      const name = order[(place + order.length) % order.length];
      setCell(step === 0 || record === undefined || name === undefined ? null : { id: record.id, name });
      if (to === 'back') focusRow(cell.id);
    },
  };
}

/** The focus goes back to the row, once its cell is drawn again. */
function focusRow(id: string): void {
  setTimeout(() => {
    const row = document.querySelector<HTMLElement>(`#content tr[data-record="${CSS.escape(id)}"]`);
    (row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button'))?.focus();
  });
}
