import type { DetailsOf } from '../diagnostics/catalogue.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { type LineMap, lineAt } from '../source/lines.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { bodyAbsence } from './absence.ts';
import type { MarkdownBlock } from './markdown.ts';
import { readTables } from './table.ts';
import type { Block } from './tree.ts';

/*
 * paragraph ──▶┬─ `none`, `not shown`, … alone, in a point ──▶ marker
 *              └─ other words ───────────────────────────────▶ prose
 * list ──────────────────────────────────────────────────────▶ prose (N023 a table inside, N014 a heading inside)
 * > quote, <!-- comment --> ─────────────────────────────────▶ remark
 * ``` fence ─────────────────────────────────────────────────▶ code (N041 not closed)
 * | table | ─────────────────────────────────────────────────▶ one table, or more (N022)
 * <html>, --- rule, indented code ───────────────────────────▶ nothing (N042, N043, N044)
 */

/**
 * The tree's node for a block of Markdown (except headings and includes); nothing if the block is reported. Outside of
 * points a marker is ordinary prose.
 */
export function readBlock(
  file: SourceFile,
  block: Exclude<MarkdownBlock, { kind: 'heading' }>,
  inPoint: boolean,
  report: (diagnostic: Diagnostic) => void,
): Block[] {
  const span = block.span;
  switch (block.kind) {
    case 'paragraph': {
      const absence = inPoint ? bodyAbsence(block.text) : null;
      if (absence !== null) return [{ kind: 'marker', value: absence, span }];
      mistakenLines(file, span, report);
      return [{ kind: 'prose', text: block.text, span }];
    }
    case 'list':
      for (const table of block.tables) report(diagnose('N023', DOCUMENT_CODES.N023, {}, table));
      for (const heading of block.headings) {
        report(diagnose('N014', DOCUMENT_CODES.N014, { heading: heading.text }, heading.span));
      }
      mistakenLines(file, span, report, [
        ...block.code,
        ...block.tables,
        ...block.headings.map((heading) => heading.span),
      ]);
      return [{ kind: 'prose', text: block.text, span }];
    case 'quote':
      for (const line of block.lazy) report(diagnose('N045', DOCUMENT_CODES.N045, {}, line));
      return [{ kind: 'remark', text: block.text, span }];
    case 'comment':
      return [{ kind: 'remark', text: block.text, span }];
    case 'fence': {
      const taken = takenIn(file, block);
      const isClosed = block.closed && taken === null;
      const fix = taken && closedBefore(block, taken);
      if (!isClosed) {
        const details = { takesIn: taken && file.text.slice(taken.start, taken.end) };
        report(diagnose('N041', DOCUMENT_CODES.N041, details, block.opening, fix ? { fix } : {}));
      }
      const { language, content } = block;
      return [{ kind: 'code', language, isClosed, text: file.text.slice(content.start, content.end), content, span }];
    }
    case 'table':
      return readTables(file, block, report);
    case 'html':
      report(diagnose('N042', DOCUMENT_CODES.N042, {}, span));
      return [];
    case 'rule': {
      const fix = { title: 'Take the line out', edits: [{ span, text: '' }] };
      report(diagnose('N043', DOCUMENT_CODES.N043, {}, span, { fix }));
      return [];
    }
    case 'indented':
      report(diagnose('N044', DOCUMENT_CODES.N044, {}, span));
      return [];
  }
}

type Fence = Extract<MarkdownBlock, { kind: 'fence' }>;

/** The languages of blocks that a document's own parts are written in, or none: what they show is no Markdown. */
const OWN_LANGUAGES = new Set(['', 'json', 'expr']);

/**
 * The first line in a block that is a heading or opens another block: where one fence is missing, or is one too many.
 */
function takenIn(file: SourceFile, { language, content }: Fence): Span | null {
  if (!OWN_LANGUAGES.has(language)) return null;
  const line = /^(?:#{2,4} \S.*|```\w+)$/m.exec(file.text.slice(content.start, content.end));
  if (line === null) return null;
  const start = content.start + line.index;
  return { file: content.file, start, end: start + line[0].length };
}

/** The fix: a block that names its language is closed; one without may be a fence too many. */
function closedBefore({ language, opening }: Fence, taken: Span): Fix {
  if (language !== '')
    return { title: 'Close it above', edits: [{ span: { ...taken, end: taken.start }, text: '```\n\n' }] };
  return {
    title: 'Take this line out',
    isOffer: true,
    edits: [{ span: { ...opening, end: opening.end + 1 }, text: '' }],
  };
}

/** Some readers of Markdown take a table into the list or quote above it, unless an empty line separates them. */
export function separated(
  lines: LineMap,
  before: MarkdownBlock,
  block: MarkdownBlock,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (block.kind !== 'table' || (before.kind !== 'list' && before.kind !== 'quote')) return;
  if (lineAt(lines, block.span.start) > lineAt(lines, before.span.end) + 1) return;
  const edits = [{ span: { ...block.span, end: block.span.start }, text: '\n' }];
  const reason = { because: 'takenIn', above: before.kind } as const;
  const fix = { title: 'Put an empty line before it', edits };
  report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, block.header.span, { fix }));
}

/**
 * Reports a list that is in the place of a table's rows: right below it, with rows behind it or as many values as the
 * table has columns. False for any other block.
 */
export function bulletsForRows(
  file: SourceFile,
  lines: LineMap,
  before: MarkdownBlock,
  block: MarkdownBlock,
  report: (diagnostic: Diagnostic) => void,
): boolean {
  if (block.kind !== 'list' || before.kind !== 'table') return false;
  if (lineAt(lines, block.span.start) > lineAt(lines, before.span.end) + 1) return false;
  const [first = '', ...others] = file.text.slice(block.span.start, block.span.end).split(/\r\n|\n|\r/);
  const values = first.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').split(/\s*[,;\t]\s*/);
  const isRow = values.length === before.header.cells.length;
  if (!isRow && !others.some((line) => line.trimStart().startsWith('|'))) return false;
  const edits = [{ span: { ...block.span, end: block.span.start + first.length }, text: `| ${values.join(' | ')} |` }];
  const fix = { title: 'Write it as a row', edits };
  const reason = 'bullet';
  report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, block.span, isRow ? { fix } : {}));
  return true;
}

/** Lines of a paragraph or list that were surely meant as something else, and would be lost as prose. */
export function mistakenLines(
  file: SourceFile,
  span: Span,
  report: (diagnostic: Diagnostic) => void,
  read: readonly Span[] = [],
): void {
  const text = file.text.slice(span.start, span.end);
  let table = false;
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0].trim();
    const start = span.start + match.index + match[0].indexOf(line);
    if (read.some((other) => other.start < start + line.length && start < other.end)) continue;
    const place = { file: span.file, start, end: start + line.length };
    if (/^#{2,}[^#]/.test(line)) {
      const signs = /^#+/.exec(line)?.[0].length ?? 0;
      const at = start + signs;
      const missing = { title: 'Add the space', edits: [{ span: { file: span.file, start: at, end: at }, text: ' ' }] };
      const fixable = signs <= 6 && line[signs] !== ' ';
      report(diagnose('N047', DOCUMENT_CODES.N047, { line }, place, fixable ? { fix: missing } : {}));
    } else if (!table && (line.startsWith('|') || /^:?-+:?\s*\|[\s:|-]*$/.test(line))) {
      table = true;
      const whole = { file: span.file, start, end: span.end };
      const torn = tornRow(file, start, line);
      const reason = torn === null ? whyNoTable(text.slice(start - span.start)) : 'torn';
      report(diagnose('N022', DOCUMENT_CODES.N022, { reason }, whole, torn ?? underlined(place, line, reason)));
    }
  }
}

/**
 * The fix of a line that an empty line separates from the table above it: another row, of as many cells, or the rest of
 * the last row, where both together have as many cells as the table has columns. Null for any other line.
 */
function tornRow({ path, text }: SourceFile, start: number, row: string): Pick<Diagnostic, 'fix'> | null {
  const before = text.slice(0, start);
  const end = before.trimEnd().length;
  const gap = before.slice(end);
  const lineEnd = /\r\n|\n|\r/.exec(gap);
  const lines = before.slice(0, end).split(/\r\n|\n|\r/);
  const above = lines.at(-1) ?? '';
  if (lineEnd === null || !above.startsWith('|')) return null;
  const dashes = lines.findLast((line) => /^\|[\s:|-]*-[\s:|-]*$/.test(line));
  const isRest = dashes !== undefined && cells(above) + cells(row) === cells(dashes);
  if (isRest) {
    const edits = [{ span: { file: path, start: end, end: above.endsWith('|') ? start + 1 : start }, text: '' }];
    return { fix: { title: 'Write it on one line', edits } };
  }
  if (cells(above) !== cells(row)) return null;
  const edits = [{ span: { file: path, start: end + lineEnd.index + lineEnd[0].length, end: start }, text: '' }];
  return { fix: { title: 'Take the empty line away', edits } };
}

/** A line of dashes below the first line of a table that has none: that first line may be the header row. */
function underlined(place: Span, line: string, reason: TableReason): Pick<Diagnostic, 'fix'> {
  if (reason !== 'dashes') return {};
  const text = `\n|${' --- |'.repeat(cells(line))}`;
  const edits = [{ span: { ...place, start: place.end }, text }];
  return { fix: { title: 'Put a line of dashes below it', isOffer: true, edits } };
}

type TableReason = DetailsOf<'N022'>['reason'];

function whyNoTable(text: string): TableReason {
  const [header = '', delimiter] = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  if (delimiter === undefined || !/^[\s:|-]+$/.test(delimiter)) return 'dashes';
  return { because: 'cells', headers: cells(header), cells: cells(delimiter) };
}

function cells(line: string): number {
  const inside = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).length;
}
