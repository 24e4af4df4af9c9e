import type { KeyboardEvent } from 'react';

/** The element of a card that gets the focus. */
const CARD = '[data-record]';
const FOCUSABLE = 'a[href], button';

/** The arrow keys go from card to card: up and down in a column, left and right to the next column that has cards. */
export function stepBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const card = target instanceof Element && currentTarget.contains(target) ? target.closest(CARD) : null;
  const by = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }[key];
  if (card === null || by === undefined) return;
  const [across = 0, down = 0] = by;
  const columns = [...currentTarget.querySelectorAll('[data-column]')]
    .map((column) => [...column.querySelectorAll(CARD)])
    .filter((cards) => cards.length > 0);
  const column = columns.findIndex((cards) => cards.includes(card));
  const place = columns[column]?.indexOf(card) ?? -1;
  const cards = columns[column + across] ?? [];
  const next = cards[Math.min(place + down, across === 0 ? Number.POSITIVE_INFINITY : cards.length - 1)];
  if (next === undefined || next === card) return;
  event.preventDefault();
  next.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}
