import type { editing as english } from '../en/editing.ts';

export const editing: typeof english = {
  editValue: (label, title) => `Modifier ${label} : ${title}`,
  valueOf: (label, title) => `${label} de ${title}`,
  notEditable: (label) => `${label} ne peut pas être modifié maintenant.`,
  undo: 'Annuler',
  undone: 'Annulé',
  deletedTitle: (title) => `${title} supprimé`,
  notFoundThere: (count) =>
    count === 1 ? 'Un enregistrement n’a pas été trouvé' : `${count} enregistrements n’ont pas été trouvés`,
  rowsByKey: 'Entrée mène à la ligne suivante, ou en ajoute une. Un bloc d’un tableur peut être collé.',
  createHere: (entity, typed) => (typed === '' ? `Créer : ${entity}…` : `Créer : ${entity}, ${typed}…`),
  alsoHere: (names) => `Également ici : ${names}`,
  changingNow: (names) => `En cours de modification par ${names}`,
};
