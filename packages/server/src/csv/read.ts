import { type FieldError, Refusal, type ImportTable } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { CsvError, parse } from 'csv-parse/sync';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textOfCell } from './format.ts';

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * A file of RFC 4180 in UTF-8: its first line and its rows, empty lines left out. `locale`: of who is told of it.
 * @throws {Refusal} INVALID with the line, where it is no such file; TOO_LARGE where it has too many rows.
 */
export function readCsv(plan: Plan, bytes: Buffer, locale: string): ImportTable {
  const [header, ...rows] = parseRows(plan, bytes);
  if (header === undefined) throw invalid(plan, [problem('The file is empty: its first line names fields.', 1)]);
  const why = header.cells.length === 1 ? otherForm(header.cells[0] ?? '') : null;
  if (why !== null) throw invalid(plan, [problem(why, 1)]);
  if (rows.length > LIMITS.importRows) {
    const most = LIMITS.importRows.toLocaleString(locale);
    throw standardRefusal(plan, 'TOO_LARGE', {
      message: `A file has at most ${most} rows; import the others after it.`,
    });
  }
  const uneven = rows.filter(({ cells }) => cells.length !== header.cells.length);
  if (uneven.length > 0) {
    const named = header.cells.length;
    const errors = uneven.map(({ line, cells }) =>
      problem(`Line ${line} has ${cells.length} cells, and the first line has ${named}.`, line),
    );
    throw invalid(plan, errors);
  }
  return { header: header.cells.map((name) => name.trim()), rows };
}

/** What a spreadsheet saves that is asked for something else, as the first line shows it. */
function otherForm(header: string): string | null {
  if (header.startsWith('PK\u0003\u0004')) return 'The file is a spreadsheet: save it as CSV, in UTF-8.';
  const sign = header.includes(';') ? 'semicolons' : header.includes('\t') ? 'tabs' : null;
  return sign && `The columns stand between ${sign}: save the file as CSV with commas between them.`;
}

function parseRows(plan: Plan, bytes: Buffer): ImportTable['rows'] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const options = { bom: true, skip_empty_lines: true, relax_column_count: true, info: true } as const;
    const parsed = parse(text, options) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ line: firstLine(record, info.lines), cells: record.map(textOfCell) }));
  } catch (error) {
    if (error instanceof CsvError) {
      const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
      throw invalid(plan, [problem(`The file is no CSV: ${error.message}.`, line)]);
    }
    if (error instanceof TypeError) throw invalid(plan, [problem('The file is not UTF-8 text.', 1)]);
    throw error;
  }
}

/** The parser counts to where a row ends; one with line ends in its cells begins before. */
function firstLine(cells: readonly string[], last: number): number {
  return last - cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function problem(message: string, line: number): FieldError {
  return { field: null, code: 'INVALID', message, clause: null, line };
}

function invalid(plan: Plan, errors: readonly FieldError[]): Refusal {
  return standardRefusal(plan, 'INVALID', { message: errors.map(({ message }) => message).join(' '), errors });
}
