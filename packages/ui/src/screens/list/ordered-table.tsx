import type { RecordView, ScreenView } from '@nonet/client';
import { type ComponentProps, useCallback, useMemo } from 'react';
import type { Unseen } from '../../data/order-by-hand.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { RowGrip, RowOrder } from '../../parts/row-order.tsx';
import classes from '../../parts/row-order.module.css';
import { useOrderByHand } from '../../parts/use-order-by-hand.tsx';

interface OrderedTableProps extends ComponentProps<typeof RecordTable> {
  screen: ScreenView;
  /** Whether the list has records before and behind those of the table. */
  unseen: Unseen;
}

/** The table of a list that its reader orders by hand: each row has a handle. */
export default function OrderedTable({ screen, unseen, ...table }: OrderedTableProps) {
  const { entity, records, renderActions } = table;
  const ordering = useOrderByHand(screen, entity);
  const inOrder = ordering?.inOrder;
  const shown = useMemo(() => inOrder?.(records) ?? records, [inOrder, records]);
  const renderHandled = useCallback(
    (record: RecordView) => (
      <div className={classes.handled}>
        {renderActions?.(record)}
        <RowGrip record={record} />
      </div>
    ),
    [renderActions],
  );
  if (!ordering) return <RecordTable {...table} />;
  return (
    <RowOrder ordering={ordering} shown={shown} unseen={unseen}>
      <RecordTable {...table} records={shown} renderActions={renderHandled} />
    </RowOrder>
  );
}
