import type { files as english } from '../en/files.ts';

const ROWS = { one: 'fila', other: 'filas' };
const CELLS = { one: 'celda', other: 'celdas' };

export const files: typeof english = {
  fileSize: ({ most }, format) => `Un archivo puede tener como máximo ${format.size(most)}.`,
  emptyFile: 'El archivo está vacío.',
  waitingUploads: ({ count }, format) =>
    `${format.count(count, { one: 'archivo subido no pertenece', other: 'archivos subidos no pertenecen' })} aún a ningún elemento. Guarda primero los elementos a los que van destinados.`,
  multipart: 'Envía multipart/form-data.',
  oneFile: 'El contenido tiene una parte, `file`, y nada más.',

  csvType: 'Envía text/csv.',
  emptyTable: 'El archivo está vacío: su primera línea nombra los campos.',
  spreadsheet: 'El archivo es una hoja de cálculo: guárdalo como CSV, en UTF-8.',
  tabs: 'Las columnas están separadas por tabuladores: guarda el archivo como CSV, con comas o puntos y comas.',
  manyRows: ({ most }, format) =>
    `Un archivo tiene como máximo ${format.count(most, ROWS)}; importa las demás después.`,
  unevenLine: ({ line, cells, named }, format) =>
    `La línea ${line} tiene ${format.count(cells, CELLS)}, y la primera tiene ${format.number(named)}.`,
  openQuote: 'El archivo no es CSV: se abre una comilla y no se cierra.',
  strayQuote: 'El archivo no es CSV: hay una comilla dentro de una celda sin comillas.',
  behindQuote: 'El archivo no es CSV: hay algo detrás de una comilla de cierre.',
  noCsv: 'El archivo no es CSV.',
  notUtf8: 'El archivo no es texto en UTF-8.',
  rowsRefused: ({ refused, all }, format) => `Se rechazan ${format.number(refused)} de ${format.count(all, ROWS)}.`,
  severalFields: ({ name, fields }) => `Varios campos se llaman ${name}: nómbralos ${fields.join(', ')}.`,
  sameField: ({ name, other, field }) => `«${other}» y «${name}» son ambos ${field}: deja fuera uno de los dos.`,
  twoNumbers: ({ label, text }) => `${label}: ${text} puede ser dos números; escríbelo sin signo entre los millares.`,
  severalCalled: ({ label, name }) => `${label}: hay varios que se llaman ${name}.`,
  noneCalled: ({ label, entity, name }) => `${label}: ningún elemento «${entity}» se llama ${name}.`,
  noColumn: ({ entity, name }) => `${entity} no tiene ningún campo ${name} que cargar.`,

  reportCount: 'Cantidad',
  reportSum: ({ label }) => `${label}: suma`,
  reportAvg: ({ label }) => `${label}: media`,
  reportMin: ({ label }) => `${label}: mínimo`,
  reportMax: ({ label }) => `${label}: máximo`,
  reportEarliest: ({ label }) => `${label}: lo más temprano`,
  reportLatest: ({ label }) => `${label}: lo más tardío`,
  reportDay: ({ label }) => `${label} (día)`,
  reportWeek: ({ label }) => `${label} (semana)`,
  reportMonth: ({ label }) => `${label} (mes)`,
  reportQuarter: ({ label }) => `${label} (trimestre)`,
  reportYear: ({ label }) => `${label} (año)`,
  reportTotal: 'Total general',
  reportNothing: 'Sin indicar',
  reportOthers: ({ groups }, format) => format.count(groups, { one: 'más', other: 'más' }),
};
