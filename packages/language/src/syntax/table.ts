import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { readCell } from './cell.ts';
import type { MarkdownBlock, MarkdownRow } from './markdown.ts';
import type { Cell, Row, Table } from './tree.ts';

/** Reads a table's cells. Each row gets as many as there are headers; one that had more or fewer is reported. */
export function readTable(
  file: SourceFile,
  table: MarkdownBlock & { readonly kind: 'table' },
  report: (diagnostic: Diagnostic) => void,
): Table {
  const headers = table.header.cells.map((cell) => readCell(file.text, cell));
  checkHeaders(headers, report);
  const delimiter = table.rows.findIndex((row) => isDelimiter(file.text, row));
  const second = delimiter < 1 ? table.rows.length : delimiter - 1;
  if (second < table.rows.length) reportSecondTable(table.rows.slice(second), report);
  const rows = table.rows.slice(0, second).map((row) => readRow(file, row, headers.length, report));
  return { kind: 'table', headers, rows, span: table.span };
}

function checkHeaders(headers: readonly Cell[], report: (diagnostic: Diagnostic) => void): void {
  const seen = new Map<string, Span>();
  for (const header of headers) {
    const word = header.text.toLowerCase();
    const first = seen.get(word);
    if (header.text === '') report(diagnose('N024', DOCUMENT_CODES.N024, {}, header.span));
    else if (first === undefined) seen.set(word, header.span);
    else {
      const related = [{ span: first, message: 'the first one' }];
      report(diagnose('N025', DOCUMENT_CODES.N025, { header: header.text }, header.span, { related }));
    }
  }
}

function isDelimiter(source: string, row: MarkdownRow): boolean {
  return row.cells.every((cell) => /^:?-+:?$/.test(source.slice(cell.start, cell.end)));
}

/** Without an empty line between them Markdown makes one table of two, and the second one's headers become cells. */
function reportSecondTable(rows: readonly MarkdownRow[], report: (diagnostic: Diagnostic) => void): void {
  const [header] = rows;
  if (header === undefined) return;
  const place = { ...header.span, end: rows.at(-1)?.span.end ?? header.span.end };
  const edits = [{ span: { ...header.span, end: header.span.start }, text: '\n' }];
  const fix = { title: 'Put an empty line before it', edits };
  const reason = 'without an empty line before it, it continues the table above';
  report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, place, { fix }));
}

function readRow(file: SourceFile, row: MarkdownRow, headers: number, report: (diagnostic: Diagnostic) => void): Row {
  const cells = row.cells.slice(0, headers).map((cell) => readCell(file.text, cell));
  const holes = { cells: row.cells.length, headers };
  if (row.cells.length > headers) {
    const start = row.cells[headers]?.start ?? row.span.start;
    const fix = escapeStrayBars(file.text, row, headers);
    const place = { ...row.span, start: Math.min(start, row.span.end) };
    report(diagnose('N020', DOCUMENT_CODES.N020, holes, place, fix === null ? {} : { fix }));
  }
  if (row.cells.length < headers) {
    report(diagnose('N021', DOCUMENT_CODES.N021, holes, row.span));
    const end = { ...row.span, start: row.span.end };
    while (cells.length < headers) cells.push({ text: '', quoted: false, absence: 'empty', span: end });
  }
  return { cells, span: row.span };
}

/** Escapes the bars inside backticks, where this gives the row as many cells as there are headers. */
function escapeStrayBars(source: string, row: MarkdownRow, headers: number): Fix | null {
  const text = source.slice(row.span.start, row.span.end);
  const stray: number[] = [];
  for (const quoted of text.matchAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g)) {
    for (const bar of quoted[0].matchAll(/(?<!\\)\|/g)) stray.push(row.span.start + quoted.index + bar.index);
  }
  if (row.cells.length - stray.length !== headers) return null;
  const edits = stray.map((at) => ({ span: { file: row.span.file, start: at, end: at }, text: '\\' }));
  return { title: 'Write `\\|` inside the backticks', edits };
}
