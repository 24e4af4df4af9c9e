import type { versions as english } from '../en/versions.ts';

export const versions: typeof english = {
  whoWaits: 'Quién usa qué versión',
  servedVersion: (served, current) =>
    `Estás viendo la versión ${served}, a la que ha seguido la ${current}: este proceso se está sustituyendo.`,
  devServesAlone: 'Funciona para quienes escriben el documento; nadie más lo sirve.',
  nobodyServes: 'Ningún proceso lo sirve ahora.',
  servedFrom: (address, connections, since) =>
    `se sirve desde ${address ?? 'este equipo'} (${connections === 1 ? '1 conexión' : `${connections} conexiones`}), desde ${since}`,
  formerGoesOn:
    'Los procesos de la versión anterior siguen al lado. Cuando terminen, `nonet finish` retira lo que solo ellos necesitan.',
  formerHasEnded: 'Nadie usa ya la versión anterior: `nonet finish` retira lo que solo ella necesita.',
  keptColumns: 'Se conserva como estaba:',
  nothingWaits: 'Nada espera: no hay ningún cambio en marcha ni se conserva nada para una versión anterior.',
  changeUnderWay: (since) => `Se prepara un cambio desde ${since}; la versión en uso sigue.`,
  recordsMoved: (table, done, left) => `${table}: ${done} elementos tienen sus valores nuevos, ${left} los esperan`,
  comparedWith: 'Comparada con',
  firstVersion: 'Con esta versión empezó el producto: no hay otra anterior con la que compararla.',
  whatWasDone: 'Qué hizo con lo que había',
  unreadableVersions: (versions) =>
    `No se puede comparar: ${versions.join(' y ')}. El texto no se conservó, o esta versión de Nonet no lo lee.`,
  noDifferences: (former) => `Dice lo mismo que la versión ${former}.`,
  concerns: 'A quién afecta',
  concernsNobody: 'Nada de esto les afecta.',
  audiences: { everybody: 'Todo el mundo', security: 'Seguridad', clients: 'Programas', people: 'Personas' },
  differenceGroups: {
    Data: 'Datos',
    Rights: 'Permisos',
    API: 'API',
    Behaviour: 'Comportamiento',
    Screens: 'Pantallas',
    Wording: 'Redacción',
  },
  differenceEffects: {
    lost: { name: 'perdido', means: 'Hay datos guardados que no tienen sitio en el documento nuevo.' },
    wider: { name: 'más amplio', means: 'Alguien puede ver o hacer más que antes.' },
    undecided: { name: 'sin decidir', means: 'No se sabe si permite más o menos.' },
    breaking: { name: 'incompatible', means: 'Los programas que usan la API dejan de funcionar.' },
    stricter: { name: 'más estricto', means: 'Lo guardado podría rechazarse.' },
    narrower: { name: 'más estrecho', means: 'Alguien puede ver o hacer menos que antes.' },
    behaviour: { name: 'comportamiento', means: 'El producto hace otra cosa.' },
    compatible: { name: 'compatible', means: 'Nada de lo que había se ve afectado.' },
  },
  forInstance: 'Por ejemplo',
  whereItIsSo: 'Dónde',
  itFollowsFrom: 'Se deduce de',
  whatWordsMean: 'Qué significan estas palabras',
  correctionsIntro:
    'A estos registros les falta lo que el documento pide de los nuevos. Para otro documento, elija sus archivos: entonces son los que no tienen lugar en él. `nonet correct` toma muchos a la vez de una tabla.',
  otherDocument: 'Otro documento',
  otherDocumentHint: 'Solo se compara, y no se guarda. Si tiene varios archivos, elíjalos todos, el principal primero.',
  documentHasErrors: 'El documento tiene errores',
  nothingToCorrect: 'Cada registro tiene lo que el documento pide de los nuevos.',
  everythingHasPlace: 'Cada registro tiene un lugar en ese documento.',
  leftToDocument: 'Ningún otro valor ayuda aquí: el documento tiene que decir qué será de estos',
  orInDocument: (remedy) => `O en el documento: ${remedy}.`,
  recordToCorrect: 'Registro',
  correct: 'Corregir',
  correctRecord: (title) => `Corregir ${title}`,
  notYoursToCorrect: 'Usted no puede cambiarlo',
  moreToCorrect: (count, more) =>
    `${more ? 'Y ' : ''}${count} ${more ? 'más' : 'registros'}: algunos no los puede ver, o siguen cuando estos se corrigen. \`nonet correct\` los nombra todos.`,
};
