import { type RefObject, useEffect } from 'react';

/** Where one column fills a board, on a telephone, a board that is loaded begins with the first column that has cards. */
export function useFirstFilled(board: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    const place = board.current;
    if (!isLoaded || !place || !window.matchMedia('(max-width: 48em)').matches) return;
    const column = [...place.children].find((each) => each.querySelector('[data-record]') !== null);
    if (!column || place.scrollLeft !== 0) return;
    const [start, at] = [place.getBoundingClientRect(), column.getBoundingClientRect()];
    // Negative in a board that runs from right to left.
    const isReversed = getComputedStyle(place).direction === 'rtl';
    place.scrollTo({ left: isReversed ? at.right - start.right : at.left - start.left, behavior: 'instant' });
  }, [board, isLoaded]);
}
