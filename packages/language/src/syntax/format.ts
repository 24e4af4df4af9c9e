import { type LineMap, lineAt } from '../source/lines.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { bodyAbsence, cellAbsence } from './absence.ts';
import { isUnseenLine } from './characters.ts';
import { codeIndent, tidyLine } from './markdown-lines.ts';
import { type MarkdownBlock, type MarkdownRow, readMarkdown } from './markdown.ts';

/**
 * Writes a document's text in the standard form without changing its meaning: unpadded tables with one row a line, one
 * empty line around headings and tables, `not shown` for its synonyms, no blanks at the ends of lines, one line end at
 * the end. Code blocks stay as they are. Formatting twice changes nothing.
 */
export function format(text: string): string {
  const file: SourceFile = { path: '', text };
  const { lines, blocks } = readMarkdown(file);
  // A file with line ends of several kinds gets the plain one, so that a code block's own can't change the choice.
  const lineEnd = text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
  const pieces: string[] = [text.startsWith('\ufeff') ? '\ufeff' : ''];
  let inPoint = false;
  let before: MarkdownBlock | null = null;
  for (const block of blocks) {
    if (before !== null) pieces.push(lineEnd.repeat(linesBetween(lines, before, block)));
    if (block.kind === 'heading' && block.level > 1 && block.level < 5) inPoint = true;
    pieces.push(formatBlock(lines, block, inPoint, lineEnd));
    before = block;
  }
  if (before !== null) pieces.push(lineEnd);
  return pieces.join('');
}

/** The number of line ends between two blocks: one empty line around headings and tables, elsewhere at most one. */
function linesBetween(lines: LineMap, before: MarkdownBlock, block: MarkdownBlock): number {
  const between = Math.min(2, lineAt(lines, block.span.start) - lineAt(lines, before.span.end));
  // A table and a list or quote that touch may be an error (N022), and not the formatter's to fix.
  if (block.kind === 'table' && (before.kind === 'list' || before.kind === 'quote')) return between;
  if (block.kind === 'list' && before.kind === 'table') return between;
  return standsAlone(before) || standsAlone(block) ? 2 : between;
}

function standsAlone(block: MarkdownBlock): boolean {
  return block.kind === 'heading' || block.kind === 'table';
}

function formatBlock(lines: LineMap, block: MarkdownBlock, inPoint: boolean, lineEnd: string): string {
  const source = lines.file.text;
  const first = lineAt(lines, block.span.start);
  const last = lineAt(lines, block.span.end);
  const indent = source.slice(lines.starts[first], block.span.start);
  switch (block.kind) {
    case 'table':
      return formatTable(source, block).join(lineEnd);
    case 'paragraph':
      if (inPoint && bodyAbsence(block.text) === 'not shown') return 'not shown';
      break;
    case 'fence':
      return `${indent}${source.slice(block.span.start, block.closed ? block.span.end : lines.ends[last])}`;
    case 'comment':
    case 'heading':
    case 'html':
    case 'indented':
    case 'list':
    case 'quote':
    case 'rule':
      break;
  }
  const code = block.kind === 'list' || block.kind === 'quote' ? block.code : [];
  const out: string[] = [];
  for (let line = first; line <= last; line++) {
    const raw = source.slice(lines.starts[line], lines.ends[line]);
    const next = line < last ? source.slice(lines.starts[line + 1], lines.ends[line + 1]) : '';
    const untouched = code.some((span) => lineAt(lines, span.start) <= line && line <= lineAt(lines, span.end));
    out.push(untouched ? raw : tidyLine(raw, next));
  }
  return out.join(lineEnd);
}

function formatTable(source: string, table: MarkdownBlock & { readonly kind: 'table' }): string[] {
  const rows = table.rows.map((row) => {
    const line = source.slice(row.span.start, row.span.end);
    // Without its invisible characters (N040) it is the empty line between two tables, and not a row.
    if (isUnseenLine(line)) return line;
    const cells = formatRow(row, (cell) => {
      const text = source.slice(cell.start, cell.end).trim();
      return cellAbsence(text) === 'not shown' ? 'not shown' : text;
    });
    return indentOf(source, row.span) + cells;
  });
  return [
    formatRow(table.header, (cell) => source.slice(cell.start, cell.end).trim()),
    indentOf(source, table.delimiter) + formatRow(table.header, () => '---'),
    ...rows,
  ];
}

/** Indentation that makes code of a row is an error, and not the formatter's to fix. */
function indentOf(source: string, place: Span): string {
  return codeIndent(source, place.start) === null ? '' : '    ';
}

function formatRow(row: MarkdownRow, textOf: (cell: Span) => string): string {
  return `|${row.cells.map((cell) => (textOf(cell) === '' ? ' |' : ` ${textOf(cell)} |`)).join('')}`;
}
