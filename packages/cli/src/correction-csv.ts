import type { RecordToCorrect } from '@nonet/engine';
import { messageFormatIn } from '@nonet/language';
import { csvRow, parseCsv, textCell } from '@nonet/server';
import { Failure } from './failure.ts';

const COLUMNS = ['entity', 'id', 'field', 'problem', 'value', 'new_value'] as const;
/** The columns without which it is unclear how which record is to change. */
const NEEDED = ['entity', 'id', 'field', 'new_value'] as const;
/** A number: it may begin with a sign, and is no formula. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** A row of the file, and the line that it begins in. */
export interface CorrectionRow extends Readonly<Record<(typeof COLUMNS)[number], string>> {
  readonly line: number;
}

export interface CorrectionRows {
  /** Whether a spreadsheet has written the file for a region with a decimal comma. */
  readonly isLocal: boolean;
  readonly rows: readonly CorrectionRow[];
}

/**
 * The records as CSV (RFC 4180) with an empty column `new_value`, in which no spreadsheet takes a text for a formula.
 */
export function correctionCsv(records: readonly RecordToCorrect[]): string {
  const rows = records.map(({ entity, id, field, problem, value }) => [entity, id, field, problem, value ?? '', '']);
  return [COLUMNS, ...rows].map((row) => csvRow(row.map(cellOf))).join('');
}

function cellOf(text: string): string {
  return NUMBER.test(text) ? text : textCell(text);
}

/**
 * Reads the file that `correctionCsv` has written, or a spreadsheet has saved since; columns in any order.
 * @throws {Failure} With the line, if it is not such a file.
 */
export function readCorrectionCsv(bytes: Buffer, file: string): CorrectionRows {
  const table = parseCsv(bytes);
  if ('problem' in table)
    throw new Failure(`${file}:${table.line}: ${messageFormatIn('en').message(table.problem)} Nothing was written.`);
  const [header, ...others] = table.rows;
  const places = new Map(header?.cells.map((name, place) => [name.trim(), place]));
  const missing = NEEDED.filter((name) => !places.has(name));
  if (missing.length > 0)
    throw new Failure(
      `${file} lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}: \`nonet correct --output\` writes them all. Nothing was written.`,
    );
  const rows = others.map(({ line, cells }): CorrectionRow => {
    if (cells.length !== header?.cells.length)
      throw new Failure(
        `${file}:${line}: The line has ${cells.length} cells, and the first one names ${header?.cells.length} columns. Nothing was written.`,
      );
    const [entity, id, field, problem, value, given] = COLUMNS.map((name) => cells[places.get(name) ?? -1] ?? '');
    return { entity, id, field, problem, value, new_value: given, line } as CorrectionRow;
  });
  return { isLocal: table.isLocal, rows };
}
