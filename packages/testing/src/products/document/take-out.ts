import type { Span } from '@nonet/language';

interface Line {
  readonly at: number;
  readonly lines: string[];
}

function lineOf(text: string, { start }: Span): Line {
  return { at: text.slice(0, start).split('\n').length - 1, lines: text.split('\n') };
}

/** The text without the row or line in which a place is. */
export function withoutRow(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  return lines.toSpliced(at, 1).join('\n');
}

/** Without the item (`###`) in which it is. */
export function withoutSection(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  let from = at;
  while (lines[from]?.startsWith('### ') === false && from > 0) from -= 1;
  const next = lines.findIndex((line, place) => place > from && /^#{2,3} /.test(line));
  const left = lines.toSpliced(from, next - from);
  // A point without items says so.
  const isEmpty = left[from - 2]?.startsWith('## ') === true && left[from]?.startsWith('## ') === true;
  return (isEmpty ? left.toSpliced(from, 0, 'none', '') : left).join('\n');
}

/** Without the part (`####`) in which it is, or its row where it is a short one. */
export function withoutPart(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  let from = at;
  while (!/^#{2,4} /.test(lines[from] ?? '') && from > 0) from -= 1;
  if (lines[from]?.startsWith('#### ') !== true) return withoutRow(text, span);
  const next = lines.findIndex((line, place) => place > from && /^#{2,4} /.test(line));
  return lines.toSpliced(from, next - from).join('\n');
}

/**
 * A row of events without its guard, and without the error that this alone could raise. A row without a guard of its own
 * is taken out: what never holds is the condition of all events.
 */
export function withoutGuard(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  const columns = cellsOf(headOf(lines, at));
  const cells = cellsOf(lines[at] ?? '');
  if (cells[columns.indexOf('when')] === '') return withoutRow(text, span);
  const left = cells.map((cell, place) => (['when', 'error'].includes(columns[place] ?? '') ? '' : cell));
  return lines.with(at, rowOf(left)).join('\n');
}

/** A part of a screen without one of its items; the row without its last one, the screen without its kind. */
export function withoutItem(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  const [part = '', is, ...others] = cellsOf(lines[at] ?? '');
  if (part === 'kind' || part === 'for' || lines[at]?.startsWith('#') === true) return withoutSection(text, span);
  if (is === undefined || others.length > 0 || /[:`(]/.test(is)) return withoutRow(text, span);
  const gone = text.slice(span.start, span.end).replace(/ (asc|desc)$/, '');
  const left = is.split(/\s*,\s*/).filter((item) => item !== gone && item.replace(/ (asc|desc)$/, '') !== gone);
  if (left.length === 0 || left.join(', ') === is) return withoutRow(text, span);
  return lines.with(at, rowOf([part, left.join(', ')])).join('\n');
}

/** A row of events without the papers that it keeps; of a mail, the row with the files that it brings. */
export function withoutPaper(text: string, span: Span): string {
  const { at, lines } = lineOf(text, span);
  const line = lines[at] ?? '';
  if (line.startsWith('| attach |')) return withoutRow(text, span);
  const left = line
    .replaceAll(/; \w+ = paper \w+(?=[;`])/g, '')
    .replaceAll(/\w+ = paper \w+(?:; )?(?=[^|]*`)/g, '')
    .replace(/\| `` \|/, '|  |');
  return lines.with(at, left).join('\n');
}

function headOf(lines: readonly string[], at: number): string {
  let rule = at;
  while (lines[rule]?.startsWith('| --- ') !== true && rule > 0) rule -= 1;
  return lines[rule - 1] ?? '';
}

/** A bar within a cell has a backslash before it. */
function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
