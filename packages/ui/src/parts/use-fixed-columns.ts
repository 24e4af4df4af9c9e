import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps a table's columns as wide as they came out with its first rows, until its own width or its columns change: rows
 * that come and go while it is scrolled move nothing.
 */
export function useFixedColumns(table: RefObject<HTMLTableElement | null>, columns: string | null): void {
  useLayoutEffect(() => {
    const element = table.current;
    if (!element || columns === null) return;
    let width = 0;
    const heads = () => [...element.querySelectorAll<HTMLElement>('thead th')];
    const release = () => {
      element.style.tableLayout = '';
      for (const head of heads()) head.style.width = '';
    };
    const measure = () => {
      const now = element.clientWidth;
      if (now === width) return;
      width = now;
      release();
      const widths = heads().map((head) => head.getBoundingClientRect().width);
      for (const [place, head] of heads().entries()) head.style.width = `${widths[place]}px`;
      element.style.tableLayout = 'fixed';
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      release();
    };
  }, [table, columns]);
}
