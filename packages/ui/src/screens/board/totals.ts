import type { ColumnView, RecordView } from '@nonet/client';
import { valueAt } from '../../data/columns.ts';
import { shiftPoint } from '../../format/decimal.ts';

/** The amounts of a column of the board, added up. */
export interface Total {
  readonly column: ColumnView;
  /** A plain decimal. */
  readonly amount: string;
}

/** The totals of the columns of money on these cards; none where a card has no amount that its reader may read. */
export function totalsOf(records: readonly RecordView[], columns: readonly ColumnView[]): Total[] {
  return columns.flatMap((column): Total[] => {
    if (column.field.kind !== 'money' || column.field.several === true || records.length === 0) return [];
    const amounts = records.map((record) => valueAt(record, column.path));
    if (amounts.includes(undefined)) return [];
    return [{ column, amount: sumOf(amounts.filter((amount) => typeof amount === 'string')) }];
  });
}

/** The exact sum of plain decimals. */
export function sumOf(amounts: readonly string[]): string {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const sum = amounts.reduce((total, amount) => total + BigInt(shiftPoint(amount, scale)), 0n);
  return shiftPoint(String(sum), -scale);
}
