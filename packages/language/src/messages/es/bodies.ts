import type { bodies as english } from '../en/bodies.ts';

const BYTES = { one: 'byte', other: 'bytes' };

export const bodies: typeof english = {
  jsonObject: 'El contenido es un objeto JSON.',
  bodyObject: 'El contenido debe ser un objeto.',
  anObject: 'Esto debe ser un objeto.',
  aList: 'Esto debe ser una lista.',
  notThere: 'Esto no existe.',
  byName: ({ names }, format) => `Esto debe indicar un elemento por ${format.or(names.map((name) => `\`${name}\``))}.`,
  noSuch: ({ label }) => `${label}: no existe.`,
  noFieldToSet: ({ name }) => `No hay ningún campo ${name} que rellenar.`,
  notAsked: ({ name }) => `Aquí no se pide ${name}.`,
  unsettableKey: ({ key }) => `\`${key}\` no se puede rellenar aquí.`,
  unknownKey: ({ key }) => `\`${key}\` no se conoce aquí.`,
  missingKey: ({ key }) => `Falta \`${key}\`.`,
  textKey: ({ key }) => `\`${key}\` es un texto.`,
  numberKey: ({ key }) => `\`${key}\` es un número.`,
  reportOf: ({ key }) =>
    `\`${key}\` es un objeto con el texto \`rows\`, \`columns\` (un texto o null) y los textos \`measures\`.`,
  objectKey: ({ key }) => `\`${key}\` es un objeto.`,
  textOrNull: ({ key }) => `\`${key}\` es un texto, o null.`,
  textsOrNone: ({ key }) => `\`${key}\` es una lista de textos, o se omite.`,
  textsOrNull: ({ key, most }) => `\`${key}\` es una lista de ${most} textos como máximo, o null.`,
  listSlug: ({ key }) => `\`${key}\` es el nombre corto de una lista.`,
  roleOrNull: ({ key }) => `\`${key}\` es un rol, o null.`,
  filtersOf: ({ key, most }) => `\`${key}\` es un objeto de textos, con ${most} claves como máximo.`,
  pageSize: ({ key }) => `\`${key}\` es un número entero a partir de 1, \`all\`, o null.`,
  bulkAction: '`action` es `event`, `delete` o `restore`.',
  bulkEvent: '`event` nombra un evento.',
  bulkItems: ({ most }) => `\`items\` es una lista de 1 a ${most} elementos.`,
  bulkId: '`id` indica un elemento.',
  bulkTag: '`if_match` es el ETag del elemento, o `*`.',

  bodySize: ({ most }, format) => `El contenido de una petición tiene como máximo ${format.count(most, BYTES)}.`,
  bodyUtf8: 'El contenido no es UTF-8.',
  notJson: ({ found, expected }, format) =>
    `El contenido no es JSON: ${found === null ? 'termina' : `aparece ${found}`} donde debe venir ${format.message(expected)}`,
  theEnd: 'el final',
  aJsonValue: 'un valor',
  aJsonKey: 'una clave entre comillas dobles',
  commaOr: ({ end }) => `\`,\` o \`${end}\``,
  colon: '`:`',
  longNumber: ({ number }) =>
    `El número \`${number}\` tiene más cifras de las que conservan los lectores de JSON; escríbelo entre comillas`,
  deepBody: ({ most }) => `El contenido está anidado en más de ${most} niveles`,
  manyKeys: ({ most }) => `El contenido tiene más de ${most} claves`,
  forbiddenKey: ({ key }) => `La clave \`${key}\` no está permitida`,
  keyTwice: ({ key }) => `La clave \`${key}\` aparece dos veces en un objeto`,
  atPlace: ({ what, line, column }, format) => `${format.message(what)} (línea ${line}, columna ${column}).`,
  filesKey: 'Los archivos de un documento son una lista de `path` y `text`, con el principal primero.',
};
