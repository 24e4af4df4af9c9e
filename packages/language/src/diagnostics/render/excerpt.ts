import { eastAsianWidth } from 'get-east-asian-width';
import { codePointOf, itemAt } from '../../collections.ts';
import { type LineMap, lineAt } from '../../source/lines.ts';
import type { Span } from '../../source/span.ts';

/** One line of source, cut to a width, and where its marks go, in columns of a terminal. */
export interface Excerpt {
  readonly line: number;
  readonly text: string;
  readonly markStart: number;
  /** At least 1: an empty range is marked too. */
  readonly markWidth: number;
  /** The last line (from 1) of a range that continues behind this line; null if it ends here. */
  readonly until: number | null;
}

const TAB = '    ';
// Characters that a terminal interprets or does not show are written out: a document must not control the reader's
// terminal.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first line of a span, at most `width` columns of it, cut around the span. */
export function excerpt(lines: LineMap, span: Span, width: number): Excerpt {
  const line = lineAt(lines, span.start);
  const lineStart = itemAt(lines.starts, line);
  const lineEnd = itemAt(lines.ends, line);
  const from = Math.min(Math.max(span.start, lineStart), lineEnd);
  const to = Math.min(Math.max(span.end, from), lineEnd);
  const lastLine = lineAt(lines, Math.max(span.start, span.end - 1));
  // Far ends of a very long line are not looked at.
  const head = graphemes(lines.file.text.slice(Math.max(lineStart, from - 4 * width), from));
  const marked = graphemes(lines.file.text.slice(from, Math.min(to, from + 4 * width)));
  const tail = graphemes(lines.file.text.slice(to, Math.min(lineEnd, to + 4 * width)));

  const markFull = total(marked);
  const room = Math.max(0, width - Math.min(markFull, width));
  const cutMark = markFull > width ? fit(marked, width - 1) : marked;
  const markText = cutMark === marked ? join(marked) : `${join(cutMark)}…`;
  const tailWidth = total(tail);
  const headRoom = Math.max(Math.floor(room / 2), room - tailWidth);
  const headText = cutHead(head, headRoom, Math.max(lineStart, from - 4 * width) > lineStart);
  const tailText = cutTail(tail, room - columns(headText), Math.min(lineEnd, to + 4 * width) < lineEnd);
  return {
    line: line + 1,
    text: `${headText}${markText}${tailText}`,
    markStart: columns(headText),
    markWidth: Math.max(1, columns(markText)),
    until: lastLine > line ? lastLine + 1 : null,
  };
}

/** Text of a document as a terminal may show it. */
export function shown(text: string): string {
  return Array.from(text)
    .map((character) => (INVISIBLE.test(character) && character !== '\u200d' ? named(character) : character))
    .join('');
}

/** The columns that a text takes in a terminal. */
export function columns(text: string): number {
  return total(graphemes(text));
}

interface Grapheme {
  readonly text: string;
  readonly width: number;
}

function graphemes(text: string): Grapheme[] {
  return Array.from(segmenter.segment(text), ({ segment }) => {
    if (segment === '\t') return { text: TAB, width: TAB.length };
    const first = codePointOf(segment);
    if (segment.length === 1 && first > 0x1f && first < 0x7f) return { text: segment, width: 1 };
    const text = shown(segment);
    if (text !== segment) return { text, width: Array.from(text).length };
    if (/^\p{M}+$/u.test(segment)) return { text, width: 0 };
    const emoji = /\p{Emoji_Presentation}|\ufe0f/u.test(segment);
    return { text, width: emoji ? 2 : eastAsianWidth(first) };
  });
}

function named(character: string): string {
  return `<U+${codePointOf(character).toString(16).toUpperCase().padStart(4, '0')}>`;
}

function total(all: readonly Grapheme[]): number {
  return all.reduce((sum, grapheme) => sum + grapheme.width, 0);
}

function join(all: readonly Grapheme[]): string {
  return all.map((grapheme) => grapheme.text).join('');
}

/** The first graphemes that fit into a width. */
function fit(all: readonly Grapheme[], width: number): Grapheme[] {
  let used = 0;
  const over = all.findIndex((grapheme) => {
    used += grapheme.width;
    return used > width;
  });
  return over === -1 ? [...all] : all.slice(0, over);
}

function cutHead(head: readonly Grapheme[], room: number, more: boolean): string {
  if (!more && total(head) <= room) return join(head);
  if (room < 1) return '';
  return `…${join(fit(head.toReversed(), room - 1).toReversed())}`;
}

function cutTail(tail: readonly Grapheme[], room: number, more: boolean): string {
  if (!more && total(tail) <= room) return join(tail);
  return room < 1 ? '' : `${join(fit(tail, room - 1))}…`;
}
