import type { fields as english } from '../en/fields.ts';

const UNITS = {
  character: { one: 'carácter', other: 'caracteres' },
  entry: { one: 'elemento', other: 'elementos' },
} as const;
const PLACES = { one: 'decimal', other: 'decimales' };

export const fields: typeof english = {
  required: ({ label }) => `${label} es obligatorio.`,
  exactly: ({ label, bound, of }, format) => `${label} debe tener exactamente ${format.count(bound, UNITS[of])}.`,
  atLeastLong: ({ label, bound, of }, format) => `${label} debe tener al menos ${format.count(bound, UNITS[of])}.`,
  atMostLong: ({ label, bound, of }, format) => `${label} debe tener como máximo ${format.count(bound, UNITS[of])}.`,
  atLeast: ({ label, bound, unit }, format) => `${label} debe ser al menos ${format.amount(bound, unit)}.`,
  atMost: ({ label, bound, unit }, format) => `${label} debe ser como máximo ${format.amount(bound, unit)}.`,
  pattern: ({ label, pattern }) => `${label} no tiene la forma correcta: /${pattern}/.`,
  notAmong: ({ label }) => `${label}: esta opción no es posible aquí.`,
  circle: ({ label, titles }) => `${label} formaría un círculo: ${titles.join(' → ')}.`,
  notSettable: ({ label }) => `${label} no se puede rellenar aquí.`,
  mayNotSet: ({ label }) => `No puedes rellenar ${label}.`,

  text: ({ label }) => `${label} debe ser texto.`,
  oneLine: ({ label }) => `${label} debe ser una sola línea sin caracteres de control.`,
  noControls: ({ label }) => `${label} no debe tener caracteres de control.`,
  email: ({ label }) => `${label} debe ser un correo electrónico, como nombre@example.com.`,
  url: ({ label }) => `${label} debe ser una dirección web que empiece por https:// o http://.`,
  phone: ({ label }) => `${label} debe ser un número de teléfono, como +34 912 34 56 78.`,
  json: ({ label }) => `${label} debe ser JSON.`,
  unkeptJson: ({ label }) => `${label} no debe tener el carácter U+0000 ni medio carácter.`,
  oneOf: ({ label, names }) => `${label} debe ser uno de estos: ${names.join(', ')}.`,
  roles: ({ label }) => `${label} debe ser una lista de roles.`,
  notGiven: ({ label, role }) => `${label} nombra un rol que no se puede dar: ${role}.`,
  givenRoles: ({ roles }) => `Los roles que se pueden dar son ${roles.join(', ')}.`,
  whole: ({ label }) => `${label} debe ser un número entero.`,
  beyondType: ({ label }) => `${label} superaría lo que cabe en este campo.`,
  beyondWhole: ({ label }) => `${label} supera lo que cabe en un número entero.`,
  number: ({ label }) => `${label} debe ser un número, escrito como "12.50".`,
  places: ({ label, places }, format) =>
    places === 0 ? `${label} no tiene decimales.` : `${label} tiene como máximo ${format.count(places, PLACES)}.`,
  digits: ({ label, digits }, format) =>
    `${label} tiene como máximo ${format.count(digits, { one: 'cifra', other: 'cifras' })} antes de la coma.`,
  boolean: ({ label }) => `${label} debe ser true o false.`,
  id: ({ label }) => `${label} debe ser un identificador (id).`,
  ids: ({ label }) => `${label} debe ser una lista de identificadores (ids).`,
  missing: ({ label }) => `${label}: no existe.`,
  twice: ({ label }) => `${label} nombra dos veces lo mismo.`,
  date: ({ label }) => `${label} debe ser una fecha, escrita como 2026-11-21.`,
  noDate: ({ label, text }) => `${label} no es una fecha del calendario: ${text}.`,
  time: ({ label }) => `${label} debe ser una hora, escrita como 09:30.`,
  instant: ({ label }) => `${label} debe ser una fecha y hora con zona horaria, escrita como 2026-11-21T09:30:00Z.`,
  years: ({ label, last }) => `${label} debe estar entre los años 1 y ${last} (UTC).`,
  duration: ({ label }) => `${label} debe ser una duración de menos de 10 000 años, escrita como P30D o PT2H.`,
  object: ({ label }) => `${label} debe ser un objeto.`,
  list: ({ label }) => `${label} debe ser una lista.`,
  name: ({ label }) => `${label} debe ser un nombre.`,

  noUpload: ({ label }) => `${label} no indica ningún archivo que hayas subido.`,
  usedFile: ({ label }) => `${label} indica un archivo que se usa en otro sitio.`,
  fileType: ({ label, types, file }) => `${label} admite ${types.join(', ')}; ${file} no lo es.`,
  noImage: ({ label, file }) => `${label} admite imágenes; ${file} no lo es.`,
  looksEncrypted: ({ label }) => `${label} no puede empezar como un valor que el producto ha cifrado.`,
};
