import type { files as english } from '../en/files.ts';

const ROWS = { one: 'Zeile', other: 'Zeilen' };
const CELLS = { one: 'Zelle', other: 'Zellen' };

export const files: typeof english = {
  fileSize: ({ most }, format) => `Eine Datei darf höchstens ${format.size(most)} groß sein.`,
  emptyFile: 'Die Datei ist leer.',
  waitingUploads: ({ count }, format) =>
    `${format.count(count, { one: 'hochgeladene Datei gehört', other: 'hochgeladene Dateien gehören' })} noch zu keinem Eintrag. Speichern Sie zuerst die Einträge, für die sie gedacht sind.`,
  multipart: 'Senden Sie multipart/form-data.',
  oneFile: 'Der Inhalt hat einen Teil, `file`, und sonst nichts.',

  csvType: 'Senden Sie text/csv.',
  emptyTable: 'Die Datei ist leer: Ihre erste Zeile nennt Felder.',
  spreadsheet: 'Die Datei ist eine Tabellenkalkulation: Speichern Sie sie als CSV in UTF-8.',
  tabs: 'Die Spalten sind durch Tabulatoren getrennt: Speichern Sie die Datei als CSV mit Komma oder Semikolon.',
  manyRows: ({ most }, format) =>
    `Eine Datei hat höchstens ${format.count(most, ROWS)}; importieren Sie die übrigen danach.`,
  unevenLine: ({ line, cells, named }, format) =>
    `Zeile ${line} hat ${format.count(cells, CELLS)}, die erste Zeile hat ${format.number(named)}.`,
  openQuote: 'Die Datei ist kein CSV: Ein Anführungszeichen wird geöffnet und nie geschlossen.',
  strayQuote: 'Die Datei ist kein CSV: Ein Anführungszeichen steht in einer Zelle ohne Anführungszeichen.',
  behindQuote: 'Die Datei ist kein CSV: Hinter einem schließenden Anführungszeichen steht etwas.',
  noCsv: 'Die Datei ist kein CSV.',
  notUtf8: 'Die Datei ist kein Text in UTF-8.',
  rowsRefused: ({ refused, all }, format) =>
    `${format.number(refused)} von ${format.count(all, ROWS)} werden abgelehnt.`,
  severalFields: ({ name, fields }) => `Mehrere Felder heißen ${name}: Nennen Sie sie ${fields.join(', ')}.`,
  sameField: ({ name, other, field }) => `„${other}“ und „${name}“ sind beide ${field}: Lassen Sie eines davon weg.`,
  twoNumbers: ({ label, text }) =>
    `${label}: ${text} kann zwei Zahlen bedeuten; schreiben Sie es ohne Zeichen zwischen den Tausendern.`,
  severalCalled: ({ label, name }) => `${label}: Mehrere heißen ${name}.`,
  noneCalled: ({ label, entity, name }) => `${label}: Es gibt kein ${entity} mit dem Namen ${name}.`,
  noColumn: ({ entity, name }) => `${entity} hat kein Feld ${name}, das sich laden ließe.`,

  reportCount: 'Anzahl',
  reportSum: ({ label }) => `${label}: Summe`,
  reportAvg: ({ label }) => `${label}: Durchschnitt`,
  reportMin: ({ label }) => `${label}: kleinster Wert`,
  reportMax: ({ label }) => `${label}: größter Wert`,
  reportEarliest: ({ label }) => `${label}: frühester Wert`,
  reportLatest: ({ label }) => `${label}: spätester Wert`,
  reportDay: ({ label }) => `${label} (Tag)`,
  reportWeek: ({ label }) => `${label} (Woche)`,
  reportMonth: ({ label }) => `${label} (Monat)`,
  reportQuarter: ({ label }) => `${label} (Quartal)`,
  reportYear: ({ label }) => `${label} (Jahr)`,
  reportTotal: 'Gesamt',
  reportNothing: 'Nicht angegeben',
  reportOthers: ({ groups }, format) => format.count(groups, { one: 'anderes', other: 'andere' }),
};
