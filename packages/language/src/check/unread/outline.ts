import { type LineMap, lineAt, lineMap, lineText } from '../../source/lines.ts';
import type { SourceFile, Span } from '../../source/span.ts';

type Range = Pick<Span, 'start' | 'end'>;

/** A file as lines with headings and tables, also where its tree has nothing of them. Lines are counted from 0. */
export class Outline {
  private readonly lines: LineMap;
  /** Of each line how deep a heading it is; 0 for any other line. */
  private readonly levels: readonly number[];

  /** Of each line the heading that it stands under; -1 where there is none. */
  private readonly above: readonly number[];
  /** Of each heading the last line of its section. */
  private readonly ends: ReadonlyMap<number, number>;

  constructor(file: SourceFile) {
    this.lines = lineMap(file);
    this.levels = this.lines.starts.map((_, line) => /^#{1,6}(?=\s)/.exec(lineText(this.lines, line))?.[0].length ?? 0);
    const above: number[] = [];
    const ends = new Map<number, number>();
    const open: number[] = [];
    let last = -1;
    for (const [line, level] of this.levels.entries()) {
      above.push(last);
      if (level === 0) continue;
      while (open.length > 0 && this.level(open.at(-1) ?? 0) >= level) ends.set(open.pop() ?? 0, line - 1);
      open.push(line);
      last = line;
    }
    for (const heading of open) ends.set(heading, this.levels.length - 1);
    this.above = above;
    this.ends = ends;
  }

  lineAt(offset: number): number {
    return lineAt(this.lines, offset);
  }

  level(line: number): number {
    return this.levels[line] ?? 0;
  }

  /** The text of a line; empty for one that there is not. */
  text(line: number): string {
    return line < 0 || line >= this.levels.length ? '' : lineText(this.lines, line);
  }

  textOf(first: number, last: number): string {
    const { start, end } = this.range(first, last);
    return this.lines.file.text.slice(start, end);
  }

  range(first: number, last: number): Range {
    const start = this.lines.starts[first] ?? 0;
    return { start, end: this.lines.ends[last] ?? start };
  }

  /** The last line of a heading's section. */
  endOfSection(heading: number): number {
    return this.ends.get(heading) ?? heading;
  }

  /** The last line before the next item (`###`) or point. */
  endOfItem(heading: number): number {
    let end = this.endOfSection(heading);
    while (this.level(end + 1) > 3) end = this.endOfSection(end + 1);
    return end;
  }

  /** A row need not begin with a pipe: a table goes on to an empty line or a heading. */
  endOfTable(first: number): number {
    let line = first;
    while (this.level(line + 1) === 0 && /[^ \t\r]/.test(this.text(line + 1))) line += 1;
    return line;
  }

  /** The line of the heading that a line stands under; -1 where there is none. */
  headingAbove(line: number): number {
    return this.above[line] ?? -1;
  }

  /** The section whose heading stands at an offset, or around it. */
  sectionAt(offset: number): Range {
    const line = this.lineAt(offset);
    const heading = this.level(line) > 0 ? line : this.headingAbove(line);
    return heading < 0 ? this.range(line, line) : this.range(heading, this.endOfSection(heading));
  }

  /** The heading above this one where nothing stands between them: it has lost what stands here. */
  withBareHeading(heading: number): number {
    let line = heading - 1;
    while (line >= 0 && this.text(line).trim() === '') line -= 1;
    return this.level(line) > 1 ? line : heading;
  }

  /** What rows (a pipe before the first cell may be left out) and headings may state: the words of the first cell, or all. */
  namesIn(first: number, last: number): readonly string[] {
    const names: string[] = [];
    for (let line = first; line <= last; line += 1) {
      const text = this.text(line);
      const words = this.level(line) > 0 ? text : /^[ \t]*\|?([^|]*)(?:\||$)/.exec(text)?.[1];
      // `none` is no name, wherever it stands.
      names.push(...(words?.match(/[A-Za-z_]\w+/g) ?? []).filter((word) => word !== 'none'));
    }
    return names;
  }
}
