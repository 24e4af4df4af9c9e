import { type FieldError, firstLines, type ImportTable, Refusal } from '@nonet/engine';
import { message, type Message, type Plan } from '@nonet/language';
import { CsvError, parse } from 'csv-parse/sync';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textOfCell } from './format.ts';

/** The number of characters from which the separator of a file's columns is determined. */
const LONGEST_HEADER = 100_000;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The rows of a file, the first one included, with the line that each begins in. */
export interface CsvTable {
  /** Whether a spreadsheet has written it for a region with a decimal comma, with semicolons between its columns. */
  readonly isLocal: boolean;
  readonly rows: ImportTable['rows'];
}

/** Why a file is no CSV, and in which line. */
export interface CsvProblem {
  readonly problem: Message;
  readonly line: number;
}

/**
 * A file of RFC 4180 in UTF-8: its first line and its rows, without empty lines. If semicolons separate its columns, a
 * spreadsheet has written it in the reader's `locale`.
 * @throws {Refusal} INVALID with the line if it is not such a file; TOO_LARGE if it has too many rows.
 */
export function readCsv(plan: Plan, bytes: Buffer, locale: string): ImportTable {
  const table = parseCsv(bytes);
  if ('problem' in table) throw invalid(plan, [problem(table.problem, table.line)]);
  const [header, ...rows] = table.rows;
  if (header === undefined) throw invalid(plan, [problem(message('emptyTable'), 1)]);
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
  return { locale: table.isLocal ? locale : null, header: header.cells.map((name) => name.trim()), rows };
}

/**
 * The rows of a file of RFC 4180 in UTF-8, without empty lines, or the reason why it is not one. The prefix that
 * `textCell` adds to a text is removed.
 */
export function parseCsv(bytes: Buffer): CsvTable | CsvProblem {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return { problem: message('notUtf8'), line: 1 };
    throw error;
  }
  const isLocal = standsBetween(text, ';');
  try {
    const delimiter = isLocal ? ';' : ',';
    const options = { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true, info: true } as const;
    const parsed = parse(text, options) as unknown as Parsed[];
    const firstLine = firstLines();
    const rows = parsed.map(({ record, info }) => ({
      line: firstLine(record, info.lines),
      cells: record.map(textOfCell),
    }));
    const header = rows[0]?.cells ?? [];
    const other = header.length === 1 ? otherForm(header[0] ?? '') : null;
    return other === null ? { isLocal, rows } : { problem: other, line: 1 };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { problem: message(WHY[error.code] ?? 'noCsv'), line };
  }
}

/** The message for another form that a spreadsheet may save, as its first line shows. */
function otherForm(header: string): Message | null {
  if (header.startsWith('PK\u0003\u0004')) return message('spreadsheet');
  return header.includes('\t') ? message('tabs') : null;
}

/** The message for each code with which the parser stops. */
const WHY: Partial<Record<CsvError['code'], 'openQuote' | 'strayQuote' | 'behindQuote'>> = {
  CSV_QUOTE_NOT_CLOSED: 'openQuote',
  INVALID_OPENING_QUOTE: 'strayQuote',
  CSV_INVALID_CLOSING_QUOTE: 'behindQuote',
};

/** Whether the first line separates its columns with this sign, and has no comma; quoted text does not count. */
function standsBetween(text: string, sign: string): boolean {
  const [line = ''] = text
    .slice(0, LONGEST_HEADER)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  return line.includes(sign) && !line.includes(',');
}

function problem(words: Message, line: number): FieldError {
  return { field: null, code: 'INVALID', message: words, clause: null, line };
}

function invalid(plan: Plan, errors: readonly FieldError[]): Refusal {
  return standardRefusal(plan, 'INVALID', { words: errors.map((error) => error.message), errors });
}
