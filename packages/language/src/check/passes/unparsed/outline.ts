import { type LineMap, lineAt, lineMap, lineText } from '../../../source/lines.ts';
import type { SourceFile, Span } from '../../../source/span.ts';
import { wordsOf } from './words.ts';

type Range = Pick<Span, 'start' | 'end'>;

/** Whether a line is the dashes between the header of a table and its rows. */
function isDelimiterRow(text: string): boolean {
  return /^[ \t]*\|?[ \t]*:?-[ \t:|-]*$/.test(text) && text.includes('|');
}

/** A file as lines with headings and tables, also where its tree has nothing of them. Lines are counted from 0. */
export class Outline {
  private readonly lines: LineMap;
  /** The depth of the heading in each line; 0 for any other line. */
  private readonly levels: readonly number[];

  /** The line of the heading above each line; -1 if there is none. */
  private readonly above: readonly number[];
  /** The last line of the section of each heading. */
  private readonly ends: ReadonlyMap<number, number>;
  /** The line of the header of each row below a line of dashes; -1 for any other line. */
  private readonly headers: readonly number[];
  /** The line of the point (`##`) above each line; -1 if there is none. */
  private readonly points: readonly number[];
  /** The items (`###`) by the first word of their headings. */
  private readonly items: ReadonlyMap<string, readonly number[]>;
  private readonly seconds = new Map<number, boolean>();

  constructor(file: SourceFile) {
    this.lines = lineMap(file);
    let isInTable = false;
    this.levels = this.lines.starts.map((_, line) => {
      const text = lineText(this.lines, line);
      isInTable = text.trim() !== '' && (isInTable || isDelimiterRow(text));
      // A heading whose space is missing is read as one (N047), but for a row of a table that begins without a pipe.
      const heading = isInTable ? /^#{1,6}(?=\s|$)/ : /^(?:#{1,6}(?=\s|$)|#{2,4}(?=[^#]))/;
      const level = heading.exec(text)?.[0].length ?? 0;
      if (level > 0) isInTable = false;
      return level;
    });
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
    this.headers = this.headersOfRows();
    let point = -1;
    this.points = this.levels.map((level, line) => (point = level === 2 ? line : point));
    const items = this.levels.flatMap((level, line) => (level === 3 ? [line] : []));
    this.items = Map.groupBy(items, (line) => wordsOf(this.text(line), false)[0] ?? '');
  }

  private headersOfRows(): readonly number[] {
    const headers: number[] = [];
    for (const [line, level] of this.levels.entries()) {
      const before = headers.at(-1) ?? -1;
      const text = level > 0 ? '' : this.text(line);
      const isBelow = isDelimiterRow(this.text(line - 1));
      headers.push(text.trim() === '' ? -1 : isBelow ? line - 2 : before);
    }
    return headers;
  }

  /** The line of the header of the table that a row is in; -1 where a line is no row. */
  headerOf(line: number): number {
    return this.headers[line] ?? -1;
  }

  /** The text of a line's first cell; null if there is none. A row need not begin with a pipe. */
  firstCell(line: number): string | null {
    const text = this.text(line);
    const own = /^[ \t]*\|([^|]*)\|/.exec(text)?.[1]?.trim();
    if (own !== undefined || this.headerOf(line) < 0 || /^[ \t]*\|/.test(text)) return own ?? null;
    return text.split('|')[0]?.trim() ?? null;
  }

  /** The number of cells in a row; its outer pipes may be left out. */
  cells(line: number): number {
    return this.text(line).trim().replace(/^\|/, '').replace(/\|$/, '').split('|').length;
  }

  /** Whether the rows of a table state names: one of its columns is for them. */
  statesNames(header: number): boolean {
    return /\|\s*(?:field|state|event|role|rule|code|name|property)\s*\|/i.test(this.text(header));
  }

  /** Whether the column that identifies rows is not the first one of the table, as it is elsewhere. */
  isTurned(header: number): boolean {
    return /^(?:is|type|kind|is given to|of|from|to|by|on|must hold|error|status|message|value|meaning|shows)$/i.test(
      this.firstCell(header) ?? '',
    );
  }

  /**
   * Whether a table follows another one with the same columns under one heading, so that a heading may be missing
   * above it.
   */
  isSecond(header: number): boolean {
    const is = this.seconds.get(header) ?? this.hasBefore(header);
    this.seconds.set(header, is);
    return is;
  }

  private hasBefore(header: number): boolean {
    const words = this.text(header).trim();
    for (let line = header - 1; line >= 0 && this.level(line) === 0; line -= 1)
      if (this.text(line).trim() === words) return true;
    return false;
  }

  /** The number (from 0) of the cell of its line in which an offset is. */
  columnAt(offset: number): number {
    const { start } = this.range(this.lineAt(offset), this.lineAt(offset));
    const before = this.lines.file.text.slice(start, offset).replace(/^[ \t]*\|/, '');
    return before.split(/(?<!\\)\|/).length - 1;
  }

  /** The line of the point (`##`) that a line is under; -1 if there is none. */
  pointAbove(line: number): number {
    return this.points[line] ?? -1;
  }

  /** The number of the point that a line is under; null in a file that is a part of one. */
  pointNumber(line: number): string | null {
    return /^##[ \t]*([1-9])/.exec(this.text(this.pointAbove(line)))?.[1] ?? null;
  }

  get lastLine(): number {
    return this.levels.length - 1;
  }

  /** The lines of the items (`###`) of a name. */
  itemsOf(name: string): readonly number[] {
    return this.items.get(name) ?? [];
  }

  /** Whether a text is the whole content of a cell, without quotes and backticks. */
  isCell({ start, end }: Range): boolean {
    const line = this.lineAt(start);
    const { start: first, end: last } = this.range(line, line);
    const { text } = this.lines.file;
    const before = text.slice(first, start);
    const isFirst = this.headerOf(line) >= 0 && /^[ \t`"']*$/.test(before);
    // A cell that its row lacks is at its end, with or without a pipe there.
    const isLacking = start === end && text.slice(start, last).trim() === '';
    return (
      (isFirst || isLacking || /\|[ \t`"']*$/.test(before)) &&
      /^[ \t`"']*(?:\||$)/.test(text.slice(Math.min(end, last), last))
    );
  }

  slice({ start, end }: Range): string {
    return this.lines.file.text.slice(start, end);
  }

  /** The first words of items (`###`), as a field is written. */
  itemsInSmallLetters(): readonly string[] {
    return [...this.items.keys()].map((name) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase());
  }

  lineAt(offset: number): number {
    return lineAt(this.lines, offset);
  }

  level(line: number): number {
    return this.levels[line] ?? 0;
  }

  /** The text of a line; empty for a line beyond the end. */
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

  /** The last line of a heading's own body, before the next heading. */
  endOfBody(heading: number): number {
    let line = heading;
    while (line < this.lastLine && this.level(line + 1) === 0) line += 1;
    return line;
  }

  /** The last line before the next item (`###`) or point. */
  endOfItem(heading: number): number {
    let end = this.endOfSection(heading);
    while (this.level(end + 1) > 3) end = this.endOfSection(end + 1);
    return end;
  }

  /** A row need not begin with a pipe: a table continues to an empty line or a heading. */
  endOfTable(first: number): number {
    let line = first;
    while (this.level(line + 1) === 0 && /[^ \t\r]/.test(this.text(line + 1))) line += 1;
    return line;
  }

  /** The line of the heading that a line is under; -1 if there is none. */
  headingAbove(line: number): number {
    return this.above[line] ?? -1;
  }

  /** The first word of the heading that a line is under: of the fields of an entity its name. */
  itemAbove(line: number): string {
    return wordsOf(this.text(this.headingAbove(line)), false)[0] ?? '';
  }

  /** The section whose heading is at an offset, or around it. */
  sectionAt(offset: number): Range {
    const line = this.lineAt(offset);
    const heading = this.level(line) > 0 ? line : this.headingAbove(line);
    return heading < 0 ? this.range(line, line) : this.range(heading, this.endOfSection(heading));
  }

  /** The heading above this one if nothing is between them (its body is under this heading); else this one. */
  withBareHeading(heading: number): number {
    let line = heading - 1;
    while (line >= 0 && this.text(line).trim() === '') line -= 1;
    return this.level(line) > 1 ? line : heading;
  }

  /**
   * The names that rows (the pipe before the first cell may be missing) and headings may state: the words of the first
   * cell, or all.
   */
  namesIn(first: number, last: number): readonly string[] {
    const names: string[] = [];
    for (let line = first; line <= last; line += 1) {
      const text = this.text(line);
      const words = this.level(line) > 0 ? text : /^[ \t]*\|?([^|]*)(?:\||$)/.exec(text)?.[1];
      // `none` is never a name, and `of` separates two names of a heading.
      names.push(...(words?.match(/[A-Za-z_]\w+/g) ?? []).filter((word) => word !== 'none' && word !== 'of'));
    }
    return names;
  }
}
