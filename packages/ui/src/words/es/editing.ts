import type { editing as english } from '../en/editing.ts';

export const editing: typeof english = {
  editValue: (label, title) => `Cambiar ${label}: ${title}`,
  valueOf: (label, title) => `${label} de ${title}`,
  notEditable: (label) => `${label} no se puede cambiar ahora.`,
  undo: 'Deshacer',
  undone: 'Deshecho',
  deletedTitle: (title) => `${title} eliminado`,
  notFoundThere: (count) => (count === 1 ? 'No se encontró un registro' : `No se encontraron ${count} registros`),
  rowsByKey: 'Intro lleva a la fila siguiente, o añade una. Se puede pegar un bloque de una hoja de cálculo.',
  createHere: (entity, typed) => (typed === '' ? `Crear: ${entity}…` : `Crear: ${entity}, ${typed}…`),
  alsoHere: (names) => `También aquí: ${names}`,
  changingNow: (names) => `Modificándolo ahora: ${names}`,
};
