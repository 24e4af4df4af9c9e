import type { editing as english } from '../en/editing.ts';

export const editing: typeof english = {
  editValue: (label, title) => `${label} ändern: ${title}`,
  valueOf: (label, title) => `${label} von ${title}`,
  notEditable: (label) => `${label} lässt sich jetzt nicht ändern.`,
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht',
  deletedTitle: (title) => `${title} gelöscht`,
  notFoundThere: (count) =>
    count === 1 ? 'Ein Datensatz wurde nicht gefunden' : `${count} Datensätze wurden nicht gefunden`,
  rowsByKey:
    'Die Eingabetaste führt zur nächsten Zeile oder fügt eine hinzu. Ein Block aus einer Tabelle lässt sich einfügen.',
  createHere: (entity, typed) => (typed === '' ? `${entity} anlegen…` : `${entity} anlegen: ${typed}…`),
  alsoHere: (names) => `Auch hier: ${names}`,
  changingNow: (names) => `Wird gerade geändert von ${names}`,
};
