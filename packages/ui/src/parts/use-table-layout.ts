import { useCallbackRef } from '@mantine/hooks';
import { useMemo } from 'react';
import { useKeptChoice } from '../data/kept-choice.ts';
import { useProduct } from '../data/product.ts';
import { PLAIN_LAYOUT, readLayout, type TableLayout, widthWithin, writeLayout } from '../data/table-layout.ts';

export interface TableLayoutState {
  readonly layout: TableLayout;
  readonly arrange: (order: readonly string[]) => void;
  /** Null: as wide as what it holds. */
  readonly resize: (path: string, width: number | null) => void;
  readonly setDense: (dense: boolean) => void;
  readonly reset: () => void;
}

/** This device's arrangement of a list. */
export function useTableLayout(slug: string): TableLayoutState {
  const { title } = useProduct();
  const [kept, keep] = useKeptChoice(`list ${title} ${slug}`);
  const layout = useMemo(() => readLayout(kept), [kept]);
  const change = (changes: Partial<TableLayout>) => keep(writeLayout({ ...layout, ...changes }));
  const arrange = useCallbackRef((order: readonly string[]) => change({ order }));
  const resize = useCallbackRef((path: string, width: number | null) => {
    const { [path]: _former, ...others } = layout.widths;
    change({ widths: width === null ? others : { ...others, [path]: widthWithin(width) } });
  });
  return {
    layout,
    arrange,
    resize,
    setDense: (dense) => change({ dense }),
    reset: () => keep(writeLayout(PLAIN_LAYOUT)),
  };
}
