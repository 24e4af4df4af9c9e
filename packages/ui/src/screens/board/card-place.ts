import type { DragEndEvent, DragMoveEvent } from '@dnd-kit/core';
import { droppedOn } from '../../parts/use-drag-sensors.ts';

/** A place in a column: the number of the other cards that are above it. */
export interface CardPlace {
  readonly column: string;
  readonly place: number;
}

/** The place at which a dragged card would come in; null where it is over no column. */
export function cardPlaceAt(event: DragMoveEvent | DragEndEvent): CardPlace | null {
  const { active } = event;
  const key = droppedOn(event);
  const rect = active.rect.current.translated;
  const column = key === null ? null : document.querySelector(`[data-column="${CSS.escape(key)}"]`);
  if (key === null || !rect || !column) return null;
  const middle = rect.top + rect.height / 2;
  const others = [...column.querySelectorAll(`[data-record]:not([data-record="${CSS.escape(String(active.id))}"])`)];
  const above = others.filter((card) => {
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < middle;
  });
  return { column: key, place: above.length };
}
