import type { records as english } from '../en/records.ts';

export const records: typeof english = {
  notAllowed: 'Esto no está permitido.',
  fails: 'Esto no es posible con el elemento tal como está.',
  stateFails: ({ event, state }) => `${event} no es posible en el estado ${state}.`,
  neverDeleted: ({ plural }) => `${plural}: aquí nunca se elimina nada.`,
  comesBack: 'Se eliminó junto con aquello a lo que pertenece, y vuelve con ello.',
  heldFromErasure: ({ label }) =>
    `${label}: algo lo retiene tal como está; mientras tanto no se puede borrar a la persona a la que se refiere.`,
  heldFromMerge: ({ label }) => `${label}: se conserva tal como está y todavía no se puede combinar con otro.`,
  mergeOther: 'Un registro no se combina consigo mismo.',
  mergeTake: 'Se necesita una lista de nombres de campos.',
  notUnique: ({ entity, labels }, format) => `${entity}: ya existe (${format.and(labels)}).`,
  beyondNumber: 'Un número es mayor de lo que cabe en su campo.',
  beyondTime: 'Una fecha, una hora o una duración está más allá de lo que existe.',
  beyondText: 'Un texto es más largo de lo que puede ser un texto.',
  laterVersion: ({ why }) =>
    `Junto a esta se usa una versión posterior de este producto, que no tiene sitio para esto: ${why}.`,
  noEntry: 'Esa entrada no existe.',
  entryTwice: 'Esta entrada está dos veces.',
  noneToChange: ({ path }) => `No hay ningún ${path} que cambiar.`,
  noneToDelete: ({ path }) => `No hay ningún ${path} que eliminar.`,
  noneFor: ({ path, event }) => `No hay ningún ${path} para ${event}.`,
  noWarning: ({ code }) => `«${code}» no es una advertencia que se pueda confirmar.`,

  leftOpen: ({ label }) => `La especificación no dice qué es ${label}.`,
  notShown: ({ what }) => `${what} no está especificado.`,
  partNotShown: 'Una parte de esta expresión no está especificada.',
  valueNotShown: ({ name }) => `El valor de ${name} no está especificado.`,
  typeNotShown: ({ label }) => `El tipo de ${label} no está especificado.`,
  referenceNotShown: ({ field }) => `No está especificado a qué se refiere ${field}.`,
  recordNotShown: 'Un elemento que esto lee no está especificado.',

  yes: 'sí',
  no: 'no',
  workingDays: ({ count }, format) => format.count(count, { one: 'día laborable', other: 'días laborables' }),
};
