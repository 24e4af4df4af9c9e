import { type RefObject, useLayoutEffect } from 'react';

/** Marks the frame of a table (`data-wide`) while the table is wider than it. */
export function useWide(frame: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, table.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      outer.toggleAttribute('data-wide', inner.scrollWidth > outer.clientWidth);
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [frame, table]);
}
