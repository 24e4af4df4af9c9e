import type { Span } from '../../source/span.ts';
import type { Cell, Code, Words } from '../../syntax/tree.ts';

/** A part of a cell, with the places of its characters where they don't follow each other in the source. */
export type Part = Words & { readonly emphasis?: Span };

/** The source span of the characters `start` to `end` of a cell's text. */
export function spanOf(words: Cell | Part, start: number, end: number): Span {
  const { offsets, span } = words;
  if (!offsets) return { file: span.file, start: span.start + start, end: span.start + end };
  const first = offsets[start] ?? span.end;
  const last = end > start ? (offsets[end - 1] ?? span.end) + 1 : first;
  return { file: span.file, start: first, end: last };
}

/** The characters `start` to `end` of a cell as words of their own, without the white space around them. */
export function part(words: Cell | Part, start: number, end: number): Part {
  const text = words.text;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  const offsets = words.offsets?.slice(start, end + 1);
  const span = spanOf(words, start, end);
  const { emphasis } = words;
  const emphasised = emphasis && emphasis.start < span.end && span.start < emphasis.end;
  return { text: text.slice(start, end), span, ...(offsets && { offsets }), ...(emphasised && { emphasis }) };
}

/** A code block's text with its places: those of the source where they follow each other, else the block as a whole. */
export function contentOf(block: Code): Part {
  const { content, text } = block;
  if (content.end - content.start >= text.length) return { text, span: content };
  return { text, span: content, offsets: Array.from({ length: text.length + 1 }, () => content.start) };
}

/** Words with others before and behind them, whose place is the words' own: `first(…)` around what a document writes. */
export function around(before: string, words: Part, after: string): Part {
  const place = (at: number): number => spanOf(words, at, at).start;
  const offsets = [
    ...Array.from(before, () => place(0)),
    ...Array.from({ length: words.text.length }, (_, index) => place(index)),
    ...Array.from({ length: after.length + 1 }, () => words.span.end),
  ];
  return { ...words, text: `${before}${words.text}${after}`, offsets };
}

/** Words that the language adds; their place is that of what asks for them. */
export function wordsAt(text: string, { span }: Cell | Part): Part {
  return { text, span, offsets: Array.from({ length: text.length + 1 }, () => span.start) };
}

/** Several words as one, each with its own place. */
export function joined(parts: readonly Part[]): Part {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('Nothing to join.');
  const offsets = parts.flatMap((words) =>
    Array.from({ length: words.text.length }, (_, index) => spanOf(words, index, index).start),
  );
  const text = parts.map((words) => words.text).join('');
  return { text, span: last.span, offsets: [...offsets, last.span.end] };
}

/** The words without a pair of backticks around them: `when \`a == b\`` inside a list. */
export function unquoted(words: Part): Part {
  return /^`[^`]+`$/.test(words.text) ? part(words, 1, words.text.length - 1) : words;
}

/**
 * Splits at a separator outside quotes, brackets and `/…/` (3). A `/` opens a regular expression only at a part's
 * beginning or after `matches`, so that a division doesn't. Empty parts are kept: `a,,b` has three. Each part may be
 * in backticks.
 */
export function splitList(words: Cell | Part, separator: ',' | ';' | '|' = ','): Part[] {
  return split(words, separator).map(unquoted);
}

/** Splits the effects of a `then` cell at `;` and line ends. Empty effects (a last `;`) are left out. */
export function splitEffects(words: Cell | Part): Part[] {
  return split(words, ';', '\n').flatMap((effect) => (effect.text === '' ? [] : [unquoted(effect)]));
}

const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function split(words: Cell | Part, separator: string, other = separator): Part[] {
  const text = words.text;
  if (!text.includes(separator) && !text.includes(other)) return [part(words, 0, text.length)];
  const parts: Part[] = [];
  const closing: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"' || character === "'" || character === '`') {
      index = skipQuoted(text, index, character);
    } else if (character === '/' && beginsPattern(text.slice(start, index))) {
      index = skipQuoted(text, index, '/');
    } else if (OPENING[character] !== undefined) {
      closing.push(OPENING[character]);
    } else if (closing.length > 0 && character === closing.at(-1)) {
      closing.pop();
    } else if (closing.length === 0 && (character === separator || character === other)) {
      parts.push(part(words, start, index));
      start = index + 1;
    }
  }
  parts.push(part(words, start, text.length));
  return parts;
}

function beginsPattern(before: string): boolean {
  return /(^|\bmatches)\s*$/.test(before);
}

/** The index of the closing mark, or of the last character where nothing closes it (an apostrophe in a sentence). */
function skipQuoted(text: string, start: number, mark: string): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') index += 1;
    else if (character === mark) return index;
  }
  return start;
}
