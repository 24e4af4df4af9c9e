import { inSentence } from './in-sentence.ts';

/** Values edited where they are shown, and the way back. */
export const editing = {
  editValue: (label: string, title: string) => `Edit ${label}: ${title}`,
  valueOf: (label: string, title: string) => `${label} of ${title}`,
  notEditable: (label: string) => `${label} can’t be changed now.`,
  undo: 'Undo',
  undone: 'Undone',
  deletedTitle: (title: string) => `${title} deleted`,
  notFoundThere: (count: number) => (count === 1 ? 'One record was not found' : `${count} records were not found`),
  rowsByKey: 'Enter goes to the next row, or adds one. A block from a spreadsheet can be pasted.',
  createHere: (entity: string, typed: string) => `New ${inSentence(entity)}${typed === '' ? '' : `: ${typed}`}…`,
  alsoHere: (names: string) => `Also here: ${names}`,
  changingNow: (names: string) => `Changing this now: ${names}`,
};
