import { itemAt } from '../collections.ts';
import type { Position, SourceFile } from './span.ts';

/** The lines of one source file. Ends a line: `\n`, `\r\n` or `\r`. Build it once per file. */
export interface LineMap {
  readonly file: SourceFile;
  /** The offset of each line's first character. */
  readonly starts: readonly number[];
  /** The offset behind each line's last character, its line end left out. */
  readonly ends: readonly number[];
}

/** Finds the lines of a file. A mark of byte order (BOM) belongs to no line. */
export function lineMap(file: SourceFile): LineMap {
  const starts: number[] = [file.text.charCodeAt(0) === 0xfeff ? 1 : 0];
  const ends: number[] = [];
  const { text } = file;
  const next = (sign: string, from: number): number => (text.indexOf(sign, from) + 1 || Number.POSITIVE_INFINITY) - 1;
  let [feed, carriage] = [next('\n', 0), next('\r', 0)];
  for (let end = Math.min(feed, carriage); end < text.length; end = Math.min(feed, carriage)) {
    const start = end + (carriage + 1 === feed ? 2 : 1);
    ends.push(end);
    starts.push(start);
    if (feed < start) feed = next('\n', start);
    if (carriage < start) carriage = next('\r', start);
  }
  ends.push(text.length);
  return { file, starts, ends };
}

/** The index (from 0) of the line in which an offset lies; its line end belongs to the line. */
export function lineAt(lines: Pick<LineMap, 'starts'>, offset: number): number {
  let low = 0;
  let high = lines.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(lines.starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The text of a line (index from 0) without its line end. */
export function lineText(lines: LineMap, line: number): string {
  return lines.file.text.slice(lines.starts[line], lines.ends[line]);
}

/** The position of an offset for people: line and column from 1, columns in code points. */
export function positionAt(lines: LineMap, offset: number): Position {
  const line = lineAt(lines, offset);
  const start = itemAt(lines.starts, line);
  const before = lines.file.text.slice(start, Math.min(offset, itemAt(lines.ends, line)));
  return { file: lines.file.path, line: line + 1, column: Array.from(before).length + 1 };
}

/** The offset of a place; one behind the end of a line or file is drawn back to that end. */
export function offsetAt(lines: LineMap, place: { readonly line: number; readonly column: number }): number {
  if (place.line < 1) return itemAt(lines.starts, 0);
  const start = lines.starts[place.line - 1];
  if (start === undefined) return lines.file.text.length;
  const before = Array.from(lineText(lines, place.line - 1)).slice(0, Math.max(0, place.column - 1));
  return start + before.join('').length;
}
