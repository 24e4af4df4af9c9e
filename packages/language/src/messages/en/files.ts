import type { MessageFormat } from '../message-format.ts';

const ROWS = { one: 'row', other: 'rows' };
const CELLS = { one: 'cell', other: 'cells' };

export interface Named {
  /** The text of a person: a cell, or a name in the first line. */
  readonly name: string;
}

/** A field, as the head of a report's column names it. */
export interface Labelled {
  readonly label: string;
}

/** Messages about files: the values of fields, and files that are imported. */
export const files = {
  fileSize: ({ most }: { most: number }, format: MessageFormat) => `A file may have at most ${format.size(most)}.`,
  emptyFile: 'The file is empty.',
  waitingUploads: ({ count }: { count: number }, format: MessageFormat) =>
    `${format.count(count, { one: 'upload belongs', other: 'uploads belong' })} to no record yet. Save the records that they are for first.`,
  multipart: 'Send multipart/form-data.',
  oneFile: 'The body has one part, `file`, and nothing else.',

  csvType: 'Send text/csv.',
  emptyTable: 'The file is empty: its first line names fields.',
  spreadsheet: 'The file is a spreadsheet: save it as CSV, in UTF-8.',
  tabs: 'The columns stand between tabs: save the file as CSV with commas or semicolons between them.',
  manyRows: ({ most }: { most: number }, format: MessageFormat) =>
    `A file has at most ${format.count(most, ROWS)}; import the others after it.`,
  unevenLine: ({ line, cells, named }: { line: number; cells: number; named: number }, format: MessageFormat) =>
    `Line ${line} has ${format.count(cells, CELLS)}, and the first line has ${format.number(named)}.`,
  openQuote: 'The file is no CSV: a quotation mark is opened and never closed.',
  strayQuote: 'The file is no CSV: a quotation mark stands within a cell that is not in quotation marks.',
  behindQuote: 'The file is no CSV: something stands behind a closing quotation mark.',
  noCsv: 'The file is no CSV.',
  notUtf8: 'The file is not UTF-8 text.',
  rowsRefused: ({ refused, all }: { refused: number; all: number }, format: MessageFormat) =>
    `${format.number(refused)} of ${format.count(all, ROWS)} are refused.`,
  severalFields: ({ name, fields }: Named & { fields: readonly string[] }) =>
    `Several fields are called ${name}: name them ${fields.join(', ')}.`,
  sameField: ({ name, other, field }: Named & { other: string; field: string }) =>
    `“${other}” and “${name}” are both ${field}: leave one of them out.`,
  twoNumbers: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} may mean two numbers; write it without a sign between thousands.`,
  severalCalled: ({ label, name }: Named & { label: string }) => `${label}: several are called ${name}.`,
  noneCalled: ({ label, entity, name }: Named & { label: string; entity: string }) =>
    `${label}: there is no ${entity} called ${name}.`,
  noColumn: ({ entity, name }: Named & { entity: string }) => `${entity} has no field ${name} to load.`,

  // The heads and names of a report's file.
  reportCount: 'Count',
  reportSum: ({ label }: Labelled) => `${label}: sum`,
  reportAvg: ({ label }: Labelled) => `${label}: average`,
  reportMin: ({ label }: Labelled) => `${label}: smallest`,
  reportMax: ({ label }: Labelled) => `${label}: largest`,
  reportEarliest: ({ label }: Labelled) => `${label}: earliest`,
  reportLatest: ({ label }: Labelled) => `${label}: latest`,
  reportDay: ({ label }: Labelled) => `${label} (day)`,
  reportWeek: ({ label }: Labelled) => `${label} (week)`,
  reportMonth: ({ label }: Labelled) => `${label} (month)`,
  reportQuarter: ({ label }: Labelled) => `${label} (quarter)`,
  reportYear: ({ label }: Labelled) => `${label} (year)`,
  reportTotal: 'Total',
  reportNothing: 'Not stated',
  reportOthers: ({ groups }: { groups: number }, format: MessageFormat) =>
    format.count(groups, { one: 'other', other: 'others' }),
};
