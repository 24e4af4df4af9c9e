import type { KeyboardEvent } from 'react';

/** The element of a card that gets the focus. */
const CARD = '[data-record]';
const FOCUSABLE = 'a[href], button';
/** The directions of the arrow keys: across, and down. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
};

/** The arrow keys go from card to card: up and down in a column, left and right to the next column that has cards. */
export function stepBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const card = target instanceof Element && currentTarget.contains(target) ? target.closest(CARD) : null;
  const by = ARROWS[key];
  if (card === null || by === undefined) return;
  const [across, down] = by;
  const columns = [...currentTarget.querySelectorAll('[data-column]')]
    .map((column) => [...column.querySelectorAll(CARD)])
    .filter((cards) => cards.length > 0);
  const column = columns.findIndex((cards) => cards.includes(card));
  const place = columns[column]?.indexOf(card) ?? -1;
  const cards = columns[column + across] ?? [];
  const next = cards[Math.min(place + down, across === 0 ? Number.POSITIVE_INFINITY : cards.length - 1)];
  if (next === undefined || next === card) return;
  event.preventDefault();
  focusOn(next);
}

/** A move of a card by Shift and an arrow key. */
export interface CardMove {
  readonly id: string;
  readonly column: string;
  readonly across: number;
  readonly down: number;
}

/** Shift and an arrow key move the card that has the focus: up and down in its column, or to another one. */
export function cardMoveOf({ target, currentTarget, key, ...event }: KeyboardEvent<HTMLElement>): CardMove | null {
  const [across, down] = ARROWS[key] ?? [0, 0];
  if (!event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || (across === 0 && down === 0)) return null;
  const card = target instanceof Element && currentTarget.contains(target) ? target.closest(CARD) : null;
  const column = card?.closest('[data-column]')?.getAttribute('data-column');
  const id = card?.getAttribute('data-record');
  return id && column ? { id, column, across, down } : null;
}

/** Gives the focus back to a card that lost it when it came to its new place; whether it did. */
export function focusAgain(id: string | null): boolean {
  if (id === null || document.activeElement !== document.body) return false;
  const card = document.querySelector(`[data-column] [data-record="${CSS.escape(id)}"]`);
  if (card) focusOn(card);
  return card !== null;
}

function focusOn(card: Element): void {
  (card.querySelector<HTMLElement>(FOCUSABLE) ?? (card instanceof HTMLElement ? card : null))?.focus();
}
