import { type FieldError, Refusal, type ImportTable } from '@nonet/engine';
import { message, type Message, type Plan } from '@nonet/language';
import { CsvError, parse } from 'csv-parse/sync';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textOfCell } from './format.ts';

/** So many characters tell how the columns of a file are separated. */
const LONGEST_HEADER = 100_000;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * A file of RFC 4180 in UTF-8: its first line and its rows, empty lines left out. Where semicolons stand between its
 * columns, a spreadsheet has written it in the way of the reader's `locale`.
 * @throws {Refusal} INVALID with the line, where it is no such file; TOO_LARGE where it has too many rows.
 */
export function readCsv(plan: Plan, bytes: Buffer, locale: string): ImportTable {
  const text = decoded(plan, bytes);
  const isSpreadsheets = standsBetween(text, ';');
  const [header, ...rows] = parseRows(plan, text, isSpreadsheets ? ';' : ',');
  if (header === undefined) throw invalid(plan, [problem(message('emptyTable'), 1)]);
  const why = header.cells.length === 1 ? otherForm(header.cells[0] ?? '') : null;
  if (why !== null) throw invalid(plan, [problem(why, 1)]);
  if (rows.length > LIMITS.importRows)
    throw standardRefusal(plan, 'TOO_LARGE', { words: message('manyRows', { most: LIMITS.importRows }) });
  const uneven = rows.filter(({ cells }) => cells.length !== header.cells.length);
  if (uneven.length > 0) {
    const named = header.cells.length;
    const errors = uneven.map(({ line, cells }) =>
      problem(message('unevenLine', { line, cells: cells.length, named }), line),
    );
    throw invalid(plan, errors);
  }
  return { locale: isSpreadsheets ? locale : null, header: header.cells.map((name) => name.trim()), rows };
}

/** What a spreadsheet saves that is asked for something else, as the first line shows it. */
function otherForm(header: string): Message | null {
  if (header.startsWith('PK\u0003\u0004')) return message('spreadsheet');
  return header.includes('\t') ? message('tabs') : null;
}

/** What is wrong where the parser gives up, by its codes. */
const WHY: Partial<Record<CsvError['code'], 'openQuote' | 'strayQuote' | 'behindQuote'>> = {
  CSV_QUOTE_NOT_CLOSED: 'openQuote',
  INVALID_OPENING_QUOTE: 'strayQuote',
  CSV_INVALID_CLOSING_QUOTE: 'behindQuote',
};

/** Whether the first line has this sign between its columns, and no comma: what stands in quotes is none. */
function standsBetween(text: string, sign: string): boolean {
  const [line = ''] = text
    .slice(0, LONGEST_HEADER)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  return line.includes(sign) && !line.includes(',');
}

function decoded(plan: Plan, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw invalid(plan, [problem(message('notUtf8'), 1)]);
    throw error;
  }
}

function parseRows(plan: Plan, text: string, delimiter: string): ImportTable['rows'] {
  try {
    const options = { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true, info: true } as const;
    const parsed = parse(text, options) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ line: firstLine(record, info.lines), cells: record.map(textOfCell) }));
  } catch (error) {
    if (error instanceof CsvError) {
      const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
      throw invalid(plan, [problem(message(WHY[error.code] ?? 'noCsv'), line)]);
    }
    throw error;
  }
}

/** The parser counts to where a row ends; one with line ends in its cells begins before. */
function firstLine(cells: readonly string[], last: number): number {
  return last - cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function problem(words: Message, line: number): FieldError {
  return { field: null, code: 'INVALID', message: words, clause: null, line };
}

function invalid(plan: Plan, errors: readonly FieldError[]): Refusal {
  return standardRefusal(plan, 'INVALID', { words: errors.map((error) => error.message), errors });
}
