import { type RefObject, useLayoutEffect } from 'react';

/** Rows are cards below it, and columns have no width. */
const WIDE = '(min-width: 48.0625em)';

/**
 * Keeps the widths that a table's columns got with its first rows, until the table's own width or its columns change,
 * so that rows that are added or removed by scrolling move nothing. Columns whose width is stated have that.
 * @param columns The columns that the widths belong to; null if the columns are as wide as their content.
 * @param widths In pixels, by the path of a column.
 */
export function useFixedColumns(
  table: RefObject<HTMLTableElement | null>,
  columns: string | null,
  widths: Readonly<Record<string, number>>,
): void {
  useLayoutEffect(() => {
    const element = table.current;
    if (!element || columns === null) return;
    let width = 0;
    const heads = () => [...element.querySelectorAll<HTMLElement>('thead th')];
    const release = () => {
      element.style.tableLayout = '';
      element.style.width = '';
      for (const head of heads()) head.style.width = '';
    };
    const measure = () => {
      const now = element.parentElement?.clientWidth ?? 0;
      if (now === width) return;
      width = now;
      release();
      const isSized = Object.keys(widths).length > 0 && matchMedia(WIDE).matches;
      const all = heads().map((head) => {
        const stated = isSized ? widths[head.dataset['path'] ?? ''] : undefined;
        return { head, width: stated ?? head.getBoundingClientRect().width };
      });
      for (const each of all) each.head.style.width = `${each.width}px`;
      // A column that becomes narrower does not widen the others.
      if (isSized) element.style.width = `${all.reduce((sum, each) => sum + each.width, 0)}px`;
      element.style.tableLayout = 'fixed';
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => {
      observer.disconnect();
      release();
    };
  }, [table, columns, widths]);
}
