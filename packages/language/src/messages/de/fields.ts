import type { fields as english } from '../en/fields.ts';

const UNITS = {
  character: { one: 'Zeichen', other: 'Zeichen' },
  entry: { one: 'Eintrag', other: 'Einträge' },
} as const;
const PLACES = { one: 'Nachkommastelle', other: 'Nachkommastellen' };

export const fields: typeof english = {
  required: ({ label }) => `${label} ist eine Pflichtangabe.`,
  exactly: ({ label, bound, of }, format) => `${label} muss genau ${format.count(bound, UNITS[of])} haben.`,
  atLeastLong: ({ label, bound, of }, format) => `${label} muss mindestens ${format.count(bound, UNITS[of])} haben.`,
  atMostLong: ({ label, bound, of }, format) => `${label} darf höchstens ${format.count(bound, UNITS[of])} haben.`,
  atLeast: ({ label, bound, unit }, format) => `${label} muss mindestens ${format.amount(bound, unit)} sein.`,
  atMost: ({ label, bound, unit }, format) => `${label} darf höchstens ${format.amount(bound, unit)} sein.`,
  pattern: ({ label, pattern }) => `${label} hat nicht die richtige Form: /${pattern}/.`,
  notAmong: ({ label }) => `${label}: Diese Auswahl ist hier nicht möglich.`,
  circle: ({ label, titles }) => `${label} würde im Kreis führen: ${titles.join(' → ')}.`,
  notSettable: ({ label }) => `${label} lässt sich hier nicht setzen.`,
  mayNotSet: ({ label }) => `Sie dürfen ${label} nicht setzen.`,

  text: ({ label }) => `${label} muss Text sein.`,
  oneLine: ({ label }) => `${label} muss eine Zeile ohne Steuerzeichen sein.`,
  noControls: ({ label }) => `${label} darf keine Steuerzeichen haben.`,
  email: ({ label }) => `${label} muss eine E-Mail-Adresse sein, etwa name@example.com.`,
  url: ({ label }) => `${label} muss eine Webadresse sein, die mit https:// oder http:// beginnt.`,
  phone: ({ label }) => `${label} muss eine Telefonnummer sein, etwa +49 30 1234567.`,
  json: ({ label }) => `${label} muss JSON sein.`,
  unkeptJson: ({ label }) => `${label} darf weder das Zeichen U+0000 noch ein halbes Zeichen haben.`,
  oneOf: ({ label, names }) => `${label} muss eines von diesen sein: ${names.join(', ')}.`,
  roles: ({ label }) => `${label} muss eine Liste von Rollen sein.`,
  notGiven: ({ label, role }) => `${label} nennt eine Rolle, die sich nicht vergeben lässt: ${role}.`,
  givenRoles: ({ roles }) => `Vergeben lassen sich ${roles.join(', ')}.`,
  whole: ({ label }) => `${label} muss eine ganze Zahl sein.`,
  beyondType: ({ label }) => `${label} würde größer, als dort Platz hat.`,
  beyondWhole: ({ label }) => `${label} ist zu groß für eine ganze Zahl.`,
  number: ({ label }) => `${label} muss eine Zahl sein, geschrieben wie "12.50".`,
  places: ({ label, places }, format) =>
    places === 0 ? `${label} hat keine Nachkommastellen.` : `${label} hat höchstens ${format.count(places, PLACES)}.`,
  digits: ({ label, digits }, format) =>
    `${label} hat höchstens ${format.count(digits, { one: 'Stelle', other: 'Stellen' })} vor dem Komma.`,
  boolean: ({ label }) => `${label} muss true oder false sein.`,
  id: ({ label }) => `${label} muss eine Kennung (id) sein.`,
  ids: ({ label }) => `${label} muss eine Liste von Kennungen (ids) sein.`,
  missing: ({ label }) => `${label}: Das gibt es nicht.`,
  twice: ({ label }) => `${label} nennt dasselbe zweimal.`,
  date: ({ label }) => `${label} muss ein Datum sein, geschrieben wie 2026-11-21.`,
  noDate: ({ label, text }) => `${label} ist kein Datum des Kalenders: ${text}.`,
  time: ({ label }) => `${label} muss eine Uhrzeit sein, geschrieben wie 09:30.`,
  instant: ({ label }) => `${label} muss Datum und Uhrzeit mit Zeitzone sein, geschrieben wie 2026-11-21T09:30:00Z.`,
  years: ({ label, last }) => `${label} muss in den Jahren 1 bis ${last} (UTC) liegen.`,
  duration: ({ label }) => `${label} muss eine Dauer unter 10.000 Jahren sein, geschrieben wie P30D oder PT2H.`,
  object: ({ label }) => `${label} muss ein Objekt sein.`,
  list: ({ label }) => `${label} muss eine Liste sein.`,
  name: ({ label }) => `${label} muss ein Name sein.`,

  noUpload: ({ label }) => `${label} nennt keine Datei, die Sie hochgeladen haben.`,
  usedFile: ({ label }) => `${label} nennt eine Datei, die anderswo benutzt wird.`,
  fileType: ({ label, types, file }) => `${label}: nur ${types.join(', ')}; ${file} ist nichts davon.`,
  noImage: ({ label, file }) => `${label}: nur Bilder; ${file} ist keines.`,
  looksEncrypted: ({ label }) => `${label} darf nicht beginnen wie ein Wert, den das Produkt verschlüsselt hat.`,
};
