import { createContext } from 'react';

const MOST = 3;

/** The number of actions that each row of a table offers beside its menu, which has the others. */
export const RowRoomContext = createContext<number>(MOST);

/** The least widths of a column and of a button in px; a row also has its box that selects it, and its menu. */
const COLUMN = 140;
const BUTTON = 110;
const REST = 50;

/**
 * How many buttons a row has room for in so many px, so that they cover none of its columns; at least one. A card of a
 * narrow screen has two.
 */
export function rowRoom(width: number, columns: number, isCard: boolean): number {
  if (isCard) return 2;
  return Math.min(MOST, Math.max(1, Math.floor((width - REST - columns * COLUMN) / BUTTON)));
}
