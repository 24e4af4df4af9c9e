import type { Words } from './tree.ts';

/** The maximum number of quotes and lists around a line. */
export const DEEPEST = 32;
const OPENS = '(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))';
/**
 * More of them would take the Markdown parser quadratic time: such a line is read as plain words (N097). Each list that
 * was opened before takes at most four columns of indentation.
 */
const TOO_DEEP = new RegExp(`^(?:(?:[ \\t]*${OPENS}){${DEEPEST + 1}}|[ \\t]{${DEEPEST * 4 + 1},}${OPENS})`);

/** Whether a line is in more than `DEEPEST` quotes and lists. */
export function isTooDeep(line: string): boolean {
  return TOO_DEEP.test(line);
}

/** A line as Markdown is to read it: without blanks at its end, except two spaces that break a paragraph's line. */
export function tidyLine(line: string, next: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  const tidy = line.slice(0, end);
  const breaks = line.endsWith('  ') && tidy !== '' && !tidy.includes('|') && /[^ \t]/.test(next);
  return breaks ? `${tidy}  ` : tidy;
}

/**
 * The start of a line's indentation, if it is so deep (four columns) that Markdown reads code there, even if the line
 * looks like a row of the table above. Null if it is less. `start` is the offset of the line's first other character.
 */
export function codeIndent(source: string, start: number): number | null {
  let from = start;
  while (from > 0 && (source[from - 1] === ' ' || source[from - 1] === '\t')) from--;
  let column = 0;
  for (let at = from; at < start; at++) column += source[at] === '\t' ? 4 - (column % 4) : 1;
  return column < 4 ? null : from;
}

/** Several blanks or tabs in a row are one blank, as Markdown's readers show them; not inside backticks. */
export function withSingleBlanks({ text, span }: Words): Words {
  if (!/[ \t]{2}|\t/.test(text)) return { text, span };
  const offsets: number[] = [];
  let single = '';
  for (const { 0: found, index } of text.matchAll(/`[^`]*`|[ \t]+|[^ \t`]+|`/g)) {
    const kept = /^[ \t]/.test(found) ? ' ' : found;
    for (let at = 0; at < kept.length; at++) offsets.push(span.start + index + at);
    single += kept;
  }
  return { text: single, span, offsets: [...offsets, span.end] };
}
