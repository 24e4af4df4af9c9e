import type { Fix } from '../diagnostics/diagnostic.ts';
import { lineAt, lineMap } from '../source/lines.ts';
import type { SourceFile, Span } from '../source/span.ts';
import type { Row, Table } from '../syntax/tree.ts';
import { writeRow } from './written.ts';

export type Edits = Fix['edits'];

/** Adds rows below a table's last one. */
export function addRows(file: SourceFile, table: Table, rows: readonly (readonly string[])[]): Edits {
  const end = endOfLine(file, table.rows.at(-1)?.span ?? delimiterOf(file, table));
  return [insertion(file, end, rows.map((row) => `\n${writeRow(row)}`).join(''))];
}

/** Adds a column behind the last one; `cell` says what each row has there. */
export function addColumn(file: SourceFile, table: Table, header: string, cell: (row: Row) => string): Edits {
  const head = table.headers[0]?.span ?? table.span;
  return [
    addCell(file, head, header),
    addCell(file, delimiterOf(file, table), '---'),
    ...table.rows.map((row) => addCell(file, row.span, cell(row))),
  ];
}

/** Adds text to a row's cell in a column of this name, after its present text; adds the column if it is missing. */
export function addCellText(file: SourceFile, table: Table, row: Row, column: string, text: string): Edits {
  const at = table.headers.findIndex((header) => header.text.trim().toLowerCase() === column);
  const cell = row.cells[at];
  if (cell === undefined) return addColumn(file, table, column, (each) => (each === row ? text : ''));
  if (cell.absence === null) return [insertion(file, cell.span.end, `, ${text}`)];
  if (cell.absence !== 'empty') return [{ span: cell.span, text }];
  const start = file.text.slice(0, cell.span.start).trimEnd().length;
  const end = cell.span.start + (/^[ \t]*/.exec(file.text.slice(cell.span.start))?.[0].length ?? 0);
  return [{ span: { file: file.path, start, end }, text: ` ${text} ` }];
}

/** An edit that adds text and takes none away. */
export function insertion(file: SourceFile, at: number, text: string): Edits[number] {
  return { span: { file: file.path, start: at, end: at }, text };
}

function addCell(file: SourceFile, place: Span, cell: string): Edits[number] {
  const end = endOfLine(file, place);
  const before = file.text.slice(0, end);
  const closed = /(?<!\\)\|$/.test(before);
  return insertion(file, end, `${closed ? '' : ' |'}${cell === '' ? ' |' : ` ${cell} |`}`);
}

/** The offset behind the last character of a place that is no blank. */
function endOfLine(file: SourceFile, place: Span): number {
  const lines = lineMap(file);
  const line = lineAt(lines, Math.max(place.start, place.end - 1));
  return file.text.slice(0, lines.ends[line]).trimEnd().length;
}

/** The line of dashes, which follows the headers. */
function delimiterOf(file: SourceFile, table: Table): Span {
  const lines = lineMap(file);
  const line = lineAt(lines, (table.headers[0]?.span ?? table.span).start) + 1;
  return { file: file.path, start: lines.starts[line] ?? file.text.length, end: lines.ends[line] ?? file.text.length };
}
