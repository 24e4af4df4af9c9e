import type { later as en } from '../en/later.ts';

export const later: typeof en = {
  nextEntry: (date) => `Siguiente: ${date}`,
  lastEntry: (date) => `Última: ${date}`,
  ofLimit: (limit) => `de ${limit}`,
  pastedCells: (count) => (count === 1 ? 'Un valor guardado' : `${count} valores guardados`),
  refusedCells: (count) => (count === 1 ? 'No se guardó un valor' : `No se guardaron ${count} valores`),
  beyondRows: (count) => (count === 1 ? 'Una fila no tiene sitio debajo.' : `${count} filas no tienen sitio debajo.`),
  documentIntro: 'Este producto es lo que dice su documento. Lo que el documento deja abierto, el producto no lo hace.',
  documentOpen:
    'Aún no se ha fijado nada del comportamiento de este producto. No se inventa nada en su lugar: solo se puede ver el propio documento.',
  documentFollows: (file) => `Sigue lo que guardas en \`${file}\`.`,
  noGaps: 'Sin lagunas: el documento responde a todo lo que se pregunta al producto.',
  gapsTitle: 'Lo que queda abierto',
  consequence: 'Qué se sigue de ello',
  disclosures: (count) =>
    count === 1
      ? '1 lugar donde un resultado revela lo que no se muestra'
      : `${count} lugares donde un resultado revela lo que no se muestra`,
  hitCount: (count) =>
    count === 0 ? 'nunca preguntado' : count === 1 ? 'preguntado una vez' : `preguntado ${count} veces`,
  mergeTitle: (title) => `Combinar ${title}`,
  mergeOther: 'Combinar con',
  mergeStays: 'Permanece',
  mergeBoth: (label) => `${label}: de ambos`,
  mergeDetail: (goes, stays) => `Lo que remite a «${goes}» remitirá a «${stays}». «${goes}» desaparece para siempre.`,
  given: 'Dado por archivos, sin demostrar',
  givenBeyond: (what: string) =>
    `Esta parte ha pedido ${what}, que el documento no declara para ella. No lo ha recibido.`,
  givenEnds: {
    flood: 'Esta parte se ha detenido: ha enviado más mensajes de los que puede necesitar.',
    left: 'Esta parte se ha ido a otra dirección y se ha cerrado.',
    silent: 'Esta parte no responde.',
  },
  shortcutSearch: 'Buscar en la lista',
  shortcutRows: 'Fila siguiente y anterior de una lista',
  shortcutSelect: 'Seleccionar la fila',
  shortcutEdit: 'Editar el elemento de la fila',
  shortcutPanel: 'Abrir el elemento activo junto a su lista',
  shortcutPanelStep: 'Junto a una lista: elemento siguiente y anterior',
  shortcutDate: 'Abrir el calendario de una fecha o el reloj de una hora',
  shortcutStep: 'Cambiar la parte de una fecha u hora donde está el cursor',
  shortcutOrder: 'Mover la tarjeta o la fila enfocada',
  shortcutShift: 'Mover el elemento activo de un calendario',
  shortcutTab: 'Recorrer enlaces, botones y campos',
  shortcutEscape: 'Cerrar lo que está abierto',
  repeats: {
    firstDate: 'Primera fecha',
    every: 'Se repite cada',
    unit: 'Unidad',
    units: { daily: 'días', weekly: 'semanas', monthly: 'meses', yearly: 'años' },
    on: 'El',
    ends: 'Termina',
    endsBy: { never: 'Nunca', date: 'En una fecha', count: 'Después de un número de veces' },
    lastDate: 'Última fecha',
    times: 'Número de veces',
    nextDates: 'Próximas fechas',
  },
};
