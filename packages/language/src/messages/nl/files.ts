import type { files as english } from '../en/files.ts';

const ROWS = { one: 'rij', other: 'rijen' };
const CELLS = { one: 'cel', other: 'cellen' };

export const files: typeof english = {
  fileSize: ({ most }, format) => `Een bestand mag hoogstens ${format.size(most)} groot zijn.`,
  emptyFile: 'Het bestand is leeg.',
  waitingUploads: ({ count }, format) =>
    `${format.count(count, { one: 'geüpload bestand hoort', other: 'geüploade bestanden horen' })} nog bij geen record. Sla eerst de records op waar ze voor zijn.`,
  multipart: 'Stuur multipart/form-data.',
  oneFile: 'De inhoud heeft één deel, `file`, en verder niets.',

  csvType: 'Stuur text/csv.',
  emptyTable: 'Het bestand is leeg: de eerste regel noemt velden.',
  spreadsheet: 'Het bestand is een spreadsheet: sla het op als CSV, in UTF-8.',
  tabs: 'Tussen de kolommen staan tabs: sla het bestand op als CSV met komma’s of puntkomma’s ertussen.',
  manyRows: ({ most }, format) =>
    `Een bestand heeft hoogstens ${format.count(most, ROWS)}; importeer de andere daarna.`,
  unevenLine: ({ line, cells, named }, format) =>
    `Regel ${line} heeft ${format.count(cells, CELLS)}, en de eerste regel ${format.number(named)}.`,
  openQuote: 'Het bestand is geen CSV: een aanhalingsteken gaat open en niet meer dicht.',
  strayQuote: 'Het bestand is geen CSV: in een cel zonder aanhalingstekens eromheen staat er toch een.',
  behindQuote: 'Het bestand is geen CSV: achter een sluitend aanhalingsteken staat nog iets.',
  noCsv: 'Het bestand is geen CSV.',
  notUtf8: 'Het bestand is geen tekst in UTF-8.',
  rowsRefused: ({ refused, all }, format) => `${format.number(refused)} van ${format.count(all, ROWS)} geweigerd.`,
  severalFields: ({ name, fields }) => `Meer velden heten ${name}: noem ze ${fields.join(', ')}.`,
  sameField: ({ name, other, field }) => `“${other}” en “${name}” zijn allebei ${field}: laat een ervan weg.`,
  twoNumbers: ({ label, text }) =>
    `${label}: ${text} kan twee getallen betekenen; schrijf het zonder teken tussen duizendtallen.`,
  severalCalled: ({ label, name }) => `${label}: er heet er meer dan een ${name}.`,
  noneCalled: ({ label, entity, name }) => `${label}: geen ${entity} heet ${name}.`,
  noColumn: ({ entity, name }) => `${entity} heeft geen veld ${name} om te vullen.`,

  reportCount: 'Aantal',
  reportSum: ({ label }) => `${label}: som`,
  reportAvg: ({ label }) => `${label}: gemiddelde`,
  reportMin: ({ label }) => `${label}: kleinste`,
  reportMax: ({ label }) => `${label}: grootste`,
  reportEarliest: ({ label }) => `${label}: vroegste`,
  reportLatest: ({ label }) => `${label}: laatste`,
  reportDay: ({ label }) => `${label} (dag)`,
  reportWeek: ({ label }) => `${label} (week)`,
  reportMonth: ({ label }) => `${label} (maand)`,
  reportQuarter: ({ label }) => `${label} (kwartaal)`,
  reportYear: ({ label }) => `${label} (jaar)`,
  reportTotal: 'Totaal',
  reportNothing: 'Niet vermeld',
  reportOthers: ({ groups }, format) => format.count(groups, { one: 'andere', other: 'andere' }),
};
