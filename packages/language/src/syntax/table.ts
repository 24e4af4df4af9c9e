import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { readCell } from './cell.ts';
import { codeIndent } from './markdown-lines.ts';
import type { MarkdownBlock, MarkdownRow } from './markdown.ts';
import type { Cell, Row, Table } from './tree.ts';

/*
 * | state | kind    | meaning |    header: words, each once (N024 empty, N025 twice)
 * | ---   | ---     | ---     |    delimiter: what makes it a table (N022 without it, N044 indented)
 * | draft | initial |         |    row: as many cells as headers (N020 more, N021 fewer)
 * | paid  | final   | `a \| b` |    `\|` is a bar inside of a cell, also between backticks
 *
 * table ──▶ header ──▶ delimiter ──▶┬▶ row ─┬──▶ empty line, heading or end
 *                                   └───◀───┘
 */

/**
 * Reads a table's cells. Each row gets as many as there are headers; one that had more or fewer is reported. Without an
 * empty line between them Markdown makes one table of two: that is reported, and each is read.
 */
export function readTables(
  file: SourceFile,
  block: MarkdownBlock & { readonly kind: 'table' },
  report: (diagnostic: Diagnostic) => void,
): Table[] {
  for (const place of [block.delimiter, ...block.rows.map((row) => row.span)]) {
    const indent = codeIndent(file.text, place.start);
    if (indent === null) continue;
    const edits = [{ span: { ...place, start: indent, end: place.start }, text: '' }];
    report(diagnose('N044', DOCUMENT_CODES.N044, {}, place, { fix: { title: 'Take the indentation away', edits } }));
  }
  const starts = [0];
  block.rows.forEach((row, index) => {
    const next = block.rows[index + 1];
    if (next === undefined || next.cells.length !== row.cells.length || !isDelimiter(file.text, next)) return;
    starts.push(index);
    const edits = [{ span: { ...row.span, end: row.span.start }, text: '\n' }];
    const reason = 'without an empty line before it, it continues the table above';
    const fix = { title: 'Put an empty line before it', edits };
    report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, row.span, { fix }));
  });
  return starts.map((start, index) => {
    const header = index === 0 ? block.header : (block.rows[start] as MarkdownRow);
    const rows = block.rows.slice(index === 0 ? 0 : start + 2, starts[index + 1]);
    const span = { ...header.span, end: (rows.at(-1) ?? block.rows[start + 1] ?? header).span.end };
    return readTable(file, header, rows, starts.length === 1 ? block.span : span, report);
  });
}

function readTable(
  file: SourceFile,
  header: MarkdownRow,
  body: readonly MarkdownRow[],
  span: Span,
  report: (diagnostic: Diagnostic) => void,
): Table {
  const headers = header.cells.map((cell) => readCell(file.text, cell));
  checkHeaders(headers, report);
  const rows = body.map((row) => readRow(file, row, headers.length, report));
  return { kind: 'table', headers, rows, span };
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

/** One or two dashes may be a cell's data. */
function isDelimiter(source: string, row: MarkdownRow): boolean {
  return row.cells.every((cell) => /^:?-{3,}:?$/.test(source.slice(cell.start, cell.end)));
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
