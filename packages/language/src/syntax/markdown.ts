import type { SyntaxNode, TreeCursor } from '@lezer/common';
import { parser, Table } from '@lezer/markdown';
import { itemAt } from '../collections.ts';
import { type LineMap, lineAt, lineMap, lineText } from '../source/lines.ts';
import type { SourceFile, Span } from '../source/span.ts';
import { isTooDeep, tidyLine, withSingleBlanks } from './markdown-lines.ts';
import type { Words } from './tree.ts';

/** A block at the left margin of one file, as Markdown sees it, with its place in the source. */
export type MarkdownBlock = { readonly span: Span } & (
  | { readonly kind: 'heading'; readonly level: number; readonly words: Words; readonly underlined: boolean }
  | { readonly kind: 'paragraph'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly text: string;
      readonly tables: readonly Span[];
      readonly headings: readonly Words[];
      /** The code blocks inside. */
      readonly code: readonly Span[];
    }
  | {
      readonly kind: 'table';
      readonly header: MarkdownRow;
      readonly delimiter: Span;
      readonly rows: readonly MarkdownRow[];
    }
  /** `lazy`: the lines that belong to the quote without a `>` of their own; `code`: the code blocks inside. */
  | {
      readonly kind: 'quote';
      readonly text: string;
      readonly lazy: readonly Span[];
      readonly code: readonly Span[];
    }
  | {
      readonly kind: 'fence';
      readonly language: string;
      readonly content: Span;
      readonly opening: Span;
      readonly closed: boolean;
    }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'html' | 'rule' | 'indented' }
);

/** `cells`: the place of each cell without the blanks around it; of an empty one the place between its delimiters. */
export interface MarkdownRow {
  readonly cells: readonly Span[];
  readonly span: Span;
}

export interface MarkdownFile {
  readonly lines: LineMap;
  readonly blocks: readonly MarkdownBlock[];
  /** The lines outside of code that open too many quotes and lists. */
  readonly tooDeep: readonly Span[];
}

// The content of paragraphs and cells is read from the source; Markdown's inline constructs take quadratic time.
const blockParser = parser.configure([
  Table,
  { remove: ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd'] },
]);

/** Reads the blocks of a file. Line ends of any kind, a BOM and blanks at the ends of lines change nothing. */
export function readMarkdown(file: SourceFile): MarkdownFile {
  const lines = lineMap(file);
  const reader = new BlockReader(lines);
  const blocks: MarkdownBlock[] = [];
  for (let node = blockParser.parse(reader.masked).topNode.firstChild; node !== null; node = node.nextSibling) {
    blocks.push(reader.block(node));
  }
  const code = blocks.filter((block) => block.kind === 'fence');
  const tooDeep = reader.tooDeep.filter(
    (line) => !code.some(({ span }) => span.start <= line.start && line.end <= span.end),
  );
  return { lines, blocks, tooDeep };
}

/** Turns nodes over tidied lines into blocks with places in the source. */
class BlockReader {
  /** The tidied lines. */
  readonly text: string;
  /** The text that Markdown reads: the source, without lines that only an attack would contain. */
  readonly masked: string;
  readonly tooDeep: readonly Span[];
  private readonly lines: LineMap;
  private readonly tidyStarts: readonly number[];
  /** The line of the last place: most places are in the same one, or in the next. */
  private line = 0;

  constructor(lines: LineMap) {
    this.lines = lines;
    const raw = lines.starts.map((_, line) => lineText(lines, line));
    const tidy = raw.map((line, index) => tidyLine(line, raw[index + 1] ?? ''));
    this.text = tidy.join('\n');
    const deep = new Set(tidy.flatMap((line, index) => (isTooDeep(line) ? [index] : [])));
    this.masked = tidy.map((line, index) => (deep.has(index) ? 'x'.repeat(line.length) : line)).join('\n');
    const file = lines.file.path;
    this.tooDeep = [...deep].map((line) => ({
      file,
      start: itemAt(lines.starts, line),
      end: itemAt(lines.ends, line),
    }));
    let start = 0;
    this.tidyStarts = tidy.map((line) => (start += line.length + 1) - line.length - 1);
  }

  block(node: SyntaxNode): MarkdownBlock {
    const span = this.span(node.from, node.to);
    const text = this.text.slice(node.from, node.to).trimEnd();
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (level !== undefined) {
      return {
        kind: 'heading',
        level: Number(level),
        words: this.headingWords(node),
        underlined: node.name[0] === 'S',
        span,
      };
    }
    switch (node.name) {
      case 'BulletList':
      case 'OrderedList':
        return { kind: 'list', text, span, ...this.insideList(node), code: this.codeInside(node) };
      case 'Table':
        return this.table(node, span);
      case 'Blockquote':
        return this.quote(text, span, this.codeInside(node));
      case 'FencedCode':
        return this.fence(node, span);
      case 'CommentBlock':
        return { kind: 'comment', text: text.replace(/^<!--\s*/, '').replace(/\s*-->$/, ''), span };
      case 'HTMLBlock':
      case 'ProcessingInstructionBlock':
        return { kind: 'html', span };
      case 'HorizontalRule':
        return { kind: 'rule', span };
      case 'CodeBlock':
        return { kind: 'indented', span };
      default:
        // Paragraphs and the definitions of links, which belong to the prose that uses them.
        return { kind: 'paragraph', text, span };
    }
  }

  private offset(tidied: number): number {
    const starts = this.tidyStarts;
    const isIn = (line: number): boolean =>
      (starts[line] ?? Number.POSITIVE_INFINITY) <= tidied && tidied < (starts[line + 1] ?? Number.POSITIVE_INFINITY);
    if (!isIn(this.line)) this.line = isIn(this.line + 1) ? this.line + 1 : lineAt({ starts }, tidied);
    return itemAt(this.lines.starts, this.line) + tidied - itemAt(starts, this.line);
  }

  private span(from: number, to: number): Span {
    const end = from + this.text.slice(from, to).trimEnd().length;
    return { file: this.lines.file.path, start: this.offset(from), end: this.offset(Math.max(from, end)) };
  }

  private headingWords(node: SyntaxNode): Words {
    const marks = node.getChildren('HeaderMark');
    const opened = node.name.startsWith('ATX');
    const from = opened ? (marks[0]?.to ?? node.from) : node.from;
    const to = opened ? (marks[1]?.from ?? node.to) : (marks[0]?.from ?? node.to);
    const raw = this.text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    return withSingleBlanks({ text: raw.trim(), span: this.span(Math.min(start, to), to) });
  }

  private insideList(node: SyntaxNode): { tables: Span[]; headings: Words[] } {
    const tables: Span[] = [];
    const headings: Words[] = [];
    node.cursor().iterate((inside) => {
      if (inside.name === 'Table') tables.push(this.span(inside.from, inside.to));
      else if (inside.name.startsWith('ATXHeading')) headings.push(this.headingWords(inside.node));
      else return inside.name.endsWith('List') || inside.name === 'ListItem';
      return false;
    });
    return { tables, headings };
  }

  private codeInside(node: SyntaxNode): Span[] {
    const code: Span[] = [];
    node.cursor().iterate((inside) => {
      if (inside.name === 'FencedCode') code.push(this.span(inside.from, inside.to));
    });
    return code;
  }

  private table(node: SyntaxNode, span: Span): MarkdownBlock {
    // A cursor, for a node of each cell would cost more than all else about a table.
    const cursor = node.cursor();
    let header: MarkdownRow | null = null;
    let delimiter: Span | null = null;
    const rows: MarkdownRow[] = [];
    for (let more = cursor.firstChild(); more; more = cursor.nextSibling()) {
      if (cursor.name === 'TableRow') rows.push(this.row(cursor));
      else if (cursor.name === 'TableHeader') header = this.row(cursor);
      else if (cursor.name === 'TableDelimiter') delimiter = this.span(cursor.from, cursor.to);
    }
    if (header === null || delimiter === null)
      return { kind: 'paragraph', text: this.text.slice(node.from, node.to), span };
    return { kind: 'table', header, delimiter, rows, span };
  }

  /** Markdown's tree has no node for an empty cell, so a cell is the text between two delimiters. */
  private row(cursor: TreeCursor): MarkdownRow {
    const { from: start, to: end } = cursor;
    const cells: Span[] = [];
    let from = start;
    if (cursor.firstChild()) {
      do {
        if (cursor.name !== 'TableDelimiter') continue;
        if (cursor.from > start) cells.push(this.cell(from, cursor.from));
        from = cursor.to;
      } while (cursor.nextSibling());
      cursor.parent();
    }
    if (this.text.slice(from, end).trim() !== '') cells.push(this.cell(from, end));
    return { cells, span: this.span(start, end) };
  }

  /** A cell's place without the blanks around it. */
  private cell(from: number, to: number): Span {
    const raw = this.text.slice(from, to);
    const blanks = raw.length - raw.trimStart().length;
    return blanks === raw.length ? this.place(from, to) : this.span(from + blanks, to);
  }

  private place(from: number, to: number): Span {
    return { file: this.lines.file.path, start: this.offset(from), end: this.offset(to) };
  }

  private quote(text: string, span: Span, code: Span[]): MarkdownBlock {
    const lazy: Span[] = [];
    const last = lineAt(this.lines, span.end);
    for (let line = lineAt(this.lines, span.start); line <= last; line++) {
      const content = lineText(this.lines, line).trim();
      if (content.startsWith('>') || content === '') continue;
      const start = itemAt(this.lines.starts, line) + lineText(this.lines, line).indexOf(content);
      lazy.push({ file: span.file, start, end: start + content.length });
    }
    const inside = text.split('\n').map((line) => line.replace(/^ {0,3}> ?/, ''));
    return { kind: 'quote', text: inside.join('\n').trim(), lazy, code, span };
  }

  private fence(node: SyntaxNode, span: Span): MarkdownBlock {
    const marks = node.getChildren('CodeMark');
    const info = node.getChild('CodeInfo');
    const first = lineAt(this.lines, span.start);
    const closed = marks.length > 1;
    const last = lineAt(this.lines, span.end) - (closed ? 1 : 0);
    const path = span.file;
    const firstEnd = itemAt(this.lines.ends, first);
    const start = this.lines.starts[first + 1] ?? firstEnd;
    const end = last > first ? itemAt(this.lines.ends, last) : start;
    return {
      kind: 'fence',
      language: info === null ? '' : (this.text.slice(info.from, info.to).trim().split(/\s/)[0] ?? ''),
      content: { file: path, start, end },
      opening: { file: path, start: span.start, end: firstEnd },
      closed,
      span,
    };
  }
}
