import { parser } from '@lezer/markdown';
import { itemAt } from '../collections.ts';
import type { Span } from '../source/span.ts';
import { cellAbsence } from './absence.ts';
import type { Cell } from './tree.ts';

/** Only a text with one of these can be emphasised: a `_` within a word is part of it. */
const EMPHATIC = /\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;
const LINE_END = /<br\s*\/?>/gi;
/** Longer cells are not looked at for emphasis: the search takes quadratic time, and no expression is that long. */
const LONGEST_EXPRESSION = 4000;

/*
 * The source of a cell, without the blanks around it:
 *
 * ──▶┬───────────────────────────────────────────────▶ absence `empty`
 *    ├── ` text ` ───────────────────────────────────▶ quoted: the text, never an absence
 *    ├── ` text ` ──▶┬─ <br> ──▶ ` text ` ─┬─────────▶ quoted: a line for each
 *    │               └──────────◀──────────┘
 *    └──▶┬── a character ─────────────────┬──────────▶ unquoted: text, absence, emphasis
 *        ├── \\ : a backslash ────────────┤
 *        ├── \| : a bar ──────────────────┤
 *        ├── <br> : a line end ───────────┤
 *        ├── blanks and tabs : one blank ─┤
 *        └───────────────◀────────────────┘
 */

/** Reads one cell from its source text. `span` is the cell's place without the blanks around it, or its empty place. */
export function readCell(source: string, span: Span): Cell {
  const raw = source.slice(span.start, span.end);
  if (raw.trim() === '') return { text: '', quoted: false, absence: 'empty', span };

  if (!raw.includes('`') && !raw.includes('\\|') && !raw.includes('<') && !/\t| {2}/.test(raw)) {
    return withEmphasis({ text: raw, quoted: false, absence: cellAbsence(raw), span }, raw);
  }
  const whole = codeSpan(raw, 0, raw.length);
  if (whole !== null && !/[\\<]/.test(raw)) {
    const place: Span = { file: span.file, start: span.start + whole.start, end: span.start + whole.end };
    return { text: raw.slice(whole.start, whole.end), quoted: true, absence: null, span: place };
  }
  const segments = whole === null ? split(raw, 0, raw.length) : split(raw, whole.start, whole.end);
  const unquoted = whole === null ? segments.map((segment) => codeSpan(raw, segment.start, segment.end)) : [];
  const everyLineQuoted = unquoted.length > 1 && unquoted.every((segment) => segment !== null);
  const quoted = whole !== null || everyLineQuoted;

  const read = unescape(raw, everyLineQuoted ? unquoted.filter((segment) => segment !== null) : segments, quoted);
  const offsets = read.offsets.map((offset) => span.start + offset);
  const start = itemAt(offsets, 0);
  const place: Span = { file: span.file, start, end: itemAt(offsets, -1) };
  const plain = offsets.every((offset, index) => offset === start + index);
  const absence = quoted ? null : cellAbsence(read.text);
  const cell: Cell = { text: read.text, quoted, absence, span: place, ...(plain ? {} : { offsets }) };
  return quoted ? cell : withEmphasis(cell, raw);
}

/**
 * The first part of an unquoted cell that CommonMark shows as emphasis, which hides its `*` or `_` from readers; null
 * if there is none. An expression in such a cell is an error (N026).
 */
export function emphasisIn(cell: Cell): Span | null {
  return cell.emphasis ?? null;
}

/** The offset in the source of an index of a cell's text. */
export function cellOffset(cell: Cell, index: number): number {
  return cell.offsets === undefined ? cell.span.start + index : (cell.offsets[index] ?? cell.span.end);
}

interface Segment {
  readonly start: number;
  readonly end: number;
}

/** The inside of a code span that is all of `raw` between two indexes; null if it is anything else. */
function codeSpan(raw: string, start: number, end: number): Segment | null {
  const text = raw.slice(start, end);
  const ticks = /^`+/.exec(text)?.[0].length ?? 0;
  if (ticks === 0 || text.length <= 2 * ticks) return null;
  const inside = text.slice(ticks, -ticks);
  if (text.slice(-ticks) !== '`'.repeat(ticks) || inside.endsWith('`')) return null;
  for (const run of inside.matchAll(/`+/g)) if (run[0].length === ticks) return null;
  return trim(raw, start + ticks, end - ticks);
}

/** The lines of a cell between two indexes. */
function split(raw: string, start: number, end: number): Segment[] {
  const segments: Segment[] = [];
  let from = start;
  for (const lineEnd of raw.slice(start, end).matchAll(LINE_END)) {
    segments.push(trim(raw, from, start + lineEnd.index));
    from = start + lineEnd.index + lineEnd[0].length;
  }
  segments.push(trim(raw, from, end));
  return segments;
}

function trim(raw: string, start: number, end: number): Segment {
  const text = raw.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: Math.max(from, start + text.trimEnd().length) };
}

/**
 * The text of some lines with `\|` read as `|`, and where each of its characters and its end are in `raw`. Outside of
 * backticks several blanks or tabs are one blank, as Markdown's readers show them.
 */
function unescape(raw: string, segments: readonly Segment[], quoted: boolean): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  let text = '';
  segments.forEach((segment, line) => {
    for (let at = segment.start; at < segment.end; at++) {
      if (!quoted && (raw[at] === ' ' || raw[at] === '\t')) {
        if (text.endsWith(' ')) continue;
        text += ' ';
        offsets.push(at);
        continue;
      }
      const escaped = raw[at] === '\\' && at + 1 < segment.end ? raw[at + 1] : undefined;
      if (escaped === '\\') {
        text += '\\';
        offsets.push(at);
        at++;
      } else if (escaped === '|') {
        at++;
      }
      text += raw[at];
      offsets.push(escaped === '|' ? at - 1 : at);
    }
    if (line < segments.length - 1) {
      text += '\n';
      offsets.push(segment.end);
    }
  });
  offsets.push(segments.at(-1)?.end ?? 0);
  return { text, offsets };
}

function withEmphasis(cell: Cell, raw: string): Cell {
  if (raw.length > LONGEST_EXPRESSION || !EMPHATIC.test(raw)) return cell;
  const start = cell.offsets?.[0] ?? cell.span.start;
  for (const element of parser.parseInline(raw, start)) {
    const name = parser.nodeSet.types[element.type]?.name;
    if (name === 'Emphasis' || name === 'StrongEmphasis') {
      return { ...cell, emphasis: { file: cell.span.file, start: element.from, end: element.to } };
    }
  }
  return cell;
}
