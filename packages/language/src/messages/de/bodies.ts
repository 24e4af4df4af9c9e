import type { bodies as english } from '../en/bodies.ts';

const BYTES = { one: 'Byte', other: 'Byte' };

export const bodies: typeof english = {
  jsonObject: 'Der Inhalt ist ein JSON-Objekt.',
  bodyObject: 'Der Inhalt muss ein Objekt sein.',
  anObject: 'Dies muss ein Objekt sein.',
  aList: 'Dies muss eine Liste sein.',
  notThere: 'Dies gibt es nicht.',
  byName: ({ names }, format) =>
    `Dies muss einen Eintrag über ${format.or(names.map((name) => `\`${name}\``))} nennen.`,
  noSuch: ({ label }) => `${label}: Das gibt es nicht.`,
  noFieldToSet: ({ name }) => `Es gibt kein Feld ${name}, das sich setzen ließe.`,
  notAsked: ({ name }) => `Nach ${name} wird hier nicht gefragt.`,
  unsettableKey: ({ key }) => `\`${key}\` lässt sich hier nicht setzen.`,
  unknownKey: ({ key }) => `\`${key}\` ist hier nicht bekannt.`,
  missingKey: ({ key }) => `\`${key}\` fehlt.`,
  textKey: ({ key }) => `\`${key}\` ist ein Text.`,
  numberKey: ({ key }) => `\`${key}\` ist eine Zahl.`,
  reportOf: ({ key }) =>
    `\`${key}\` ist ein Objekt mit dem Text \`rows\`, mit \`columns\` (Text oder null) und den Texten \`measures\`.`,
  objectKey: ({ key }) => `\`${key}\` ist ein Objekt.`,
  textOrNull: ({ key }) => `\`${key}\` ist ein Text oder null.`,
  textsOrNone: ({ key }) => `\`${key}\` ist eine Liste von Texten oder wird weggelassen.`,
  textsOrNull: ({ key, most }) => `\`${key}\` ist eine Liste von höchstens ${most} Texten oder null.`,
  listSlug: ({ key }) => `\`${key}\` ist der Kurzname einer Liste.`,
  roleOrNull: ({ key }) => `\`${key}\` ist eine Rolle oder null.`,
  filtersOf: ({ key, most }) => `\`${key}\` ist ein Objekt aus Texten mit höchstens ${most} Schlüsseln.`,
  pageSize: ({ key }) => `\`${key}\` ist eine ganze Zahl ab 1, \`all\` oder null.`,
  bulkAction: '`action` ist `event`, `delete` oder `restore`.',
  bulkEvent: '`event` nennt ein Ereignis.',
  bulkItems: ({ most }) => `\`items\` ist eine Liste von 1 bis ${most} Einträgen.`,
  bulkId: '`id` nennt einen Eintrag.',
  bulkTag: '`if_match` ist das ETag des Eintrags oder `*`.',

  bodySize: ({ most }, format) => `Der Inhalt einer Anfrage hat höchstens ${format.count(most, BYTES)}.`,
  bodyUtf8: 'Der Inhalt ist kein UTF-8.',
  notJson: ({ found, expected }, format) =>
    `Der Inhalt ist kein JSON: ${found === null ? 'Er endet' : `${found} steht`}, wo ${format.message(expected)} kommen muss`,
  theEnd: 'das Ende',
  aJsonValue: 'ein Wert',
  aJsonKey: 'ein Schlüssel in doppelten Anführungszeichen',
  commaOr: ({ end }) => `\`,\` oder \`${end}\``,
  colon: '`:`',
  longNumber: ({ number }) =>
    `Die Zahl \`${number}\` hat mehr Stellen, als JSON-Leser behalten; schreiben Sie sie in Anführungszeichen`,
  deepBody: ({ most }) => `Der Inhalt ist tiefer als ${most} Ebenen verschachtelt`,
  manyKeys: ({ most }) => `Der Inhalt hat mehr als ${most} Schlüssel`,
  forbiddenKey: ({ key }) => `Der Schlüssel \`${key}\` ist nicht erlaubt`,
  keyTwice: ({ key }) => `Der Schlüssel \`${key}\` steht zweimal in einem Objekt`,
  atPlace: ({ what, line, column }, format) => `${format.message(what)} (Zeile ${line}, Spalte ${column}).`,
  filesKey: 'Die Dateien eines Dokuments sind eine Liste von `path` und `text`, die Hauptdatei zuerst.',
};
