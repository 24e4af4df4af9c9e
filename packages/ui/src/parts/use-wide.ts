import { type RefObject, useLayoutEffect, useState } from 'react';
import { rowRoom } from './row-room.ts';

const CARDS = '(max-width: 48em)';

/**
 * Marks the frame of a table (`data-wide`) while the table is wider than it. The answer is the number of actions that a
 * row has room for: it depends on the frame and not on the table, which would grow and shrink with its buttons.
 */
export function useWide(
  frame: RefObject<HTMLElement | null>,
  table: RefObject<HTMLElement | null>,
  columns: number,
): number {
  // Until it is measured: nothing is laid out for it.
  const [room, setRoom] = useState(() => rowRoom(window.innerWidth, columns, window.matchMedia(CARDS).matches));
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, table.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      outer.toggleAttribute('data-wide', inner.scrollWidth > outer.clientWidth);
      setRoom(rowRoom(outer.clientWidth, columns, window.matchMedia(CARDS).matches));
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [frame, table, columns]);
  return room;
}
