import type { editing as english } from '../en/editing.ts';

export const editing: typeof english = {
  editValue: (label, title) => `${label} wijzigen: ${title}`,
  valueOf: (label, title) => `${label} van ${title}`,
  notEditable: (label) => `${label} is nu niet te wijzigen.`,
  undo: 'Ongedaan maken',
  undone: 'Ongedaan gemaakt',
  deletedTitle: (title) => `${title} verwijderd`,
  notFoundThere: (count) => (count === 1 ? 'Eén record is niet gevonden' : `${count} records zijn niet gevonden`),
  rowsByKey: 'Enter gaat naar de volgende rij, of voegt er een toe. Een blok uit een rekenblad kan worden geplakt.',
  createHere: (entity, typed) => (typed === '' ? `${entity} toevoegen…` : `${entity} toevoegen: ${typed}…`),
  alsoHere: (names) => `Ook hier: ${names}`,
  changingNow: (names) => `Nu aan het wijzigen: ${names}`,
};
