import { type RefObject, useEffect } from 'react';

/**
 * Where one column fills a board, on a telephone, a board that is loaded begins with the first column that has cards;
 * so does one that becomes as narrow, when a tablet is turned.
 */
export function useFirstFilled(board: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    const place = board.current;
    if (!isLoaded || !place) return undefined;
    const narrow = window.matchMedia('(max-width: 48em)');
    const begin = () => narrow.matches && beginAtFilled(place);
    begin();
    narrow.addEventListener('change', begin);
    return () => narrow.removeEventListener('change', begin);
  }, [board, isLoaded]);
}

function beginAtFilled(place: HTMLElement): void {
  const column = [...place.children].find((each) => each.querySelector('[data-record]') !== null);
  if (!column || place.scrollLeft !== 0) return;
  const [start, at] = [place.getBoundingClientRect(), column.getBoundingClientRect()];
  // Negative in a board that runs from right to left.
  const isReversed = getComputedStyle(place).direction === 'rtl';
  place.scrollTo({ left: isReversed ? at.right - start.right : at.left - start.left, behavior: 'instant' });
}
