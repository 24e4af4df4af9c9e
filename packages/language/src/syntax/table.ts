import { itemAt } from '../collections.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { readCell } from './cell.ts';
import type { MarkdownBlock, MarkdownRow } from './markdown.ts';
import { codeIndent } from './markdown-lines.ts';
import { asTransition } from './transition.ts';
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
 * Reads a table's cells. Each row gets as many as there are headers; a row with more or fewer is reported. Markdown
 * joins two tables without an empty line between them: that is reported, and each is read.
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
    const reason = 'continued';
    const fix = { title: 'Put an empty line before it', edits };
    report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, row.span, { fix }));
  });
  return starts.map((start, index) => {
    const header = index === 0 ? block.header : itemAt(block.rows, start);
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
  const rows = body.map((row) => readRow(file, row, headers, report));
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

function readRow(
  file: SourceFile,
  row: MarkdownRow,
  columns: readonly Cell[],
  report: (diagnostic: Diagnostic) => void,
): Row {
  const headers = columns.length;
  const stray = row.cells.length > headers ? strayBars(file.text, row, headers) : null;
  // The row is read as it is meant: nothing is wrong with the halves of what a bar has split.
  const places = stray === null ? row.cells.slice(0, headers) : withoutSplits(row.cells, stray);
  const cells = places.map((cell) => readCell(file.text, cell));
  const counts = { cells: row.cells.length, headers };
  if (row.cells.length > headers) {
    const start = row.cells[headers]?.start ?? row.span.start;
    const isOr = stray !== null && areOr(file.text, row, stray);
    const fix = stray === null ? null : isOr ? saidAsOr(row, stray) : escaped(row, stray);
    const rest = { ...row.span, start: Math.min(start, row.span.end) };
    const place = isOr ? itemAt(fix?.edits ?? [], 0).span : rest;
    report(diagnose('N020', DOCUMENT_CODES.N020, { ...counts, isOr }, place, fix === null ? {} : { fix }));
  }
  if (row.cells.length < headers) {
    const arrow = cells.length < headers - 1 ? null : arrowAcross(cells, columns);
    const fix = arrow === null ? {} : { fix: { title: `Write ${arrow.meant}`, edits: [arrow.edit] } };
    const details = arrow === null ? counts : { ...counts, arrow };
    report(diagnose('N021', DOCUMENT_CODES.N021, details, arrow === null ? row.span : arrow.edit.span, fix));
    const end = { ...row.span, start: row.span.end };
    while (cells.length < headers) cells.push({ text: '', quoted: false, absence: 'empty', span: end });
  }
  return { cells, span: row.span };
}

/** A transition that stands in the column `from`, and leaves out the one beside it: `draft -> paid`. */
function arrowAcross(cells: readonly Cell[], columns: readonly Cell[]) {
  const from = columns.findIndex(({ text }) => text === 'from');
  const cell = cells[from];
  if (cell === undefined || columns[from + 1]?.text !== 'to') return null;
  const transition = asTransition(cell.text);
  if (transition === null) return null;
  const meant = `${transition.from} | ${transition.to}`;
  return { written: cell.text, meant, edit: { span: cell.span, text: meant } };
}

/** The bars inside backticks, where the row has as many cells as there are headers without them; else null. */
function strayBars(source: string, row: MarkdownRow, headers: number): readonly number[] | null {
  const text = source.slice(row.span.start, row.span.end);
  const stray: number[] = [];
  for (const quoted of text.matchAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g)) {
    for (const bar of quoted[0].matchAll(/(?<!\\)\|/g)) stray.push(row.span.start + quoted.index + bar.index);
  }
  return row.cells.length - stray.length === headers ? stray : null;
}

/** Whether these bars are all a `||` between two operands, and not a part of a text or of a pattern. */
function areOr(source: string, row: MarkdownRow, stray: readonly number[]): boolean {
  return (
    stray.length % 2 === 0 &&
    stray.every((at, place) => (place % 2 === 0 ? stray[place + 1] === at + 1 : source[at + 1] === ' ')) &&
    stray.every((at, place) => place % 2 === 1 || (source[at - 1] === ' ' && !isInText(source, row, at)))
  );
}

function isInText(source: string, { span }: MarkdownRow, at: number): boolean {
  const before = source.slice(span.start, at);
  const code = before.slice(before.lastIndexOf('`') + 1);
  return (code.match(/"/g) ?? []).length % 2 === 1 || /[(=] *\/[^/]*$/.test(code);
}

function saidAsOr({ span: { file } }: MarkdownRow, stray: readonly number[]): Fix {
  const edits = stray.flatMap((at, place) =>
    place % 2 === 0 ? [{ span: { file, start: at, end: at + 2 }, text: 'or' }] : [],
  );
  return { title: 'Write or', edits };
}

function escaped({ span: { file } }: MarkdownRow, stray: readonly number[]): Fix {
  const edits = stray.map((at) => ({ span: { file, start: at, end: at }, text: '\\' }));
  return { title: 'Write `\\|` inside the backticks', edits };
}

/** The cells of a row where these bars separate none. */
function withoutSplits(cells: readonly Span[], stray: readonly number[]): Span[] {
  const joined: Span[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const isSplit = last !== undefined && stray.some((at) => last.end <= at && at < cell.start);
    if (isSplit) joined[joined.length - 1] = { ...last, end: Math.max(last.end, cell.end) };
    else joined.push(cell);
  }
  return joined;
}
