import { type Diagnostic, hasCode } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName } from '../../../diagnostics/meaning.ts';
import type { Outline } from './outline.ts';
import type { Lines, Unparsed } from './range.ts';
import { byPlace, headersIn, tablesIn } from './tables.ts';
import { mayBeName, wordsOf } from './words.ts';

/** Errors of structure: their row, table or section was not read in the intended way. */
function isOfStructure(one: Diagnostic): boolean {
  return UNREAD.some((trait) => hasTrait(one, trait)) || (hasTrait(one, 'naming heading') && one.code !== 'N027');
}

const UNREAD = ['unread row', 'unread table', 'unread heading'] as const;

/**
 * The places of one file that could not be read, in order and without overlaps: a place within another one is part of
 * it.
 */
export function unparsedIn(outline: Outline, found: readonly Diagnostic[]): readonly Unparsed[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const structure = errors
    .filter((root) => isStructure(outline, root))
    .map((root): Lines => ({ root, kind: 'structure', ...rangeOf(outline, root) }));
  const rows = errors.flatMap((root): Lines[] => {
    const line = outline.lineAt(root.span.start);
    return isDamage(outline, root, line) ? [{ root, kind: 'row', first: line, last: line }] : [];
  });
  const tables = tablesIn(outline, errors, rows);
  const ranges = [...structure, ...rows, ...tables, ...headersIn(outline, errors), ...misplacedIn(outline, errors)];
  const places: Lines[] = [];
  for (const range of ranges.toSorted(inOrder)) {
    const before = places.at(-1);
    if (before !== undefined && range.last <= before.last) continue;
    if (before !== undefined && isOneWith(outline, before, range))
      places[places.length - 1] = { ...before, last: range.last };
    else places.push(range);
  }
  return withLostPoints(outline, places, found).map((lines) => unparsed(outline, lines));
}

function inOrder(left: Lines, right: Lines): number {
  return left.first - right.first || right.last - left.last || rankOf(left) - rankOf(right);
}

function isStructure(outline: Outline, error: Diagnostic): boolean {
  const { code, span, fix } = error;
  // A key that is near to none is a row of another table.
  if (code === 'N029') return fix === undefined;
  if (code === 'N016' || code === 'N019' || code === 'N041' || code === 'N710') return true;
  // A part that is a whole table.
  if (code === 'N211') return outline.lineAt(span.start) !== outline.lineAt(span.end);
  // In a row it is only an unknown name.
  if (code === 'N604') return outline.level(outline.lineAt(span.start)) > 0;
  return isOfStructure(error) || (code === 'N050' && outline.slice(span) === '`');
}

/**
 * Whether two unread parts are one: without a heading of their kind, the heading above the first of several is missing.
 */
function isOneWith(outline: Outline, before: Lines, next: Lines): boolean {
  // Under `### Answered` without a call, the first heading that is no call follows the missing heading.
  if (before.root.code === 'N016' && next.root.code === 'N730' && before.last + 1 === next.first) return true;
  if (!hasTrait(before.root, 'no heading above') || !hasTrait(next.root, 'no heading above')) return false;
  if ((before.root.code === 'N037' || before.root.code === 'N027') && before.kind !== 'table') return false;
  for (let line = before.last + 1; line <= next.first; line += 1)
    if (outline.level(line) > 0 && (outline.level(line) < 4 || next.root.code !== 'N011')) return false;
  return true;
}

/** If a point is missing, the first block that does not fit the previous point begins the missing one. */
function withLostPoints(outline: Outline, places: readonly Lines[], found: readonly Diagnostic[]): readonly Lines[] {
  let left = places;
  // A fence that is wrong takes in points as well.
  if (found.some(({ code }) => code === 'N041')) return left;
  for (const { code, span } of found) {
    if (code !== 'N007') continue;
    const next = outline.lineAt(span.start);
    const isPoint = outline.level(next) === 2;
    const last = isPoint ? next - 1 : outline.lastLine;
    const point = outline.pointAbove(last);
    const [root] = found
      .filter((one) => hasTrait(one, 'no point above') && outline.pointAbove(outline.lineAt(one.span.start)) === point)
      .toSorted(byPlace);
    if (root === undefined || point < 0) continue;
    const first = outline.lineAt(root.span.start);
    left = [
      ...left.filter((one) => one.first < first || one.first > last),
      { root, kind: 'structure' as const, first, last, isPoint: true },
    ].toSorted(inOrder);
  }
  return left;
}

function unparsed(outline: Outline, { root, kind, first, last, isPoint = false }: Lines): Unparsed {
  // A table may be known by the heading that it is under.
  const above = hasTrait(root, 'unread table') ? wordsOf(outline.text(outline.headingAbove(first)), false) : [];
  const header = kind === 'row' ? outline.headerOf(first) : first;
  const isOfRecords = kind === 'table' && (root.code === 'N315' || root.code === 'N316');
  const isStated = isOfRecords || (kind === 'structure' ? root.code === 'N037' : !outline.statesNames(header));
  const text = outline.textOf(first, last);
  // The row may belong to another table, anywhere in the document.
  const isRow = kind !== 'table' && first === last && outline.level(first) === 0;
  const isSecond =
    hasCode(root, 'N037', 'N055', 'N057', 'N063') &&
    outline.isSecond(outline.headerOf(outline.lineAt(root.span.start)));
  return {
    root,
    kind,
    isPoint,
    isRow,
    point:
      isPoint || (isRow && !isUnknownName(root)) || hasTrait(root, 'hidden point') ? null : outline.pointNumber(first),
    ...outline.range(first, last),
    names: isStated ? [] : [...(kind === 'table' ? wordsOf(text, false) : outline.namesIn(first, last)), ...above],
    words: isRow ? wordsOf(text, false) : [...wordsOf(text, false), ...above].filter(mayBeName),
    statesNames: !isStated,
    ownsChildren: /\blist of [A-Z]/.test(text),
    isNaming: hasTrait(root, 'naming heading'),
    isNameless:
      (outline.firstCell(first) === '' && outline.statesNames(outline.headerOf(first))) ||
      isSecond ||
      hasTrait(root, 'nameless') ||
      (hasCode(root, 'N019') && root.details.where === 'terms') ||
      (kind === 'table' && root.code === 'N027'),
  };
}

/** An invisible character is the cause of all other mistakes in its line. */
function rankOf({ root, kind }: Lines): number {
  return root.code === 'N040' ? 0 : kind === 'row' ? 2 : 1;
}

/** The first and the last line of what a mistake of structure concerns. */
function rangeOf(outline: Outline, root: Diagnostic): { readonly first: number; readonly last: number } {
  const { code, span, fix } = root;
  const first = outline.lineAt(span.start);
  const level = outline.level(first);
  const above = outline.headingAbove(first);
  if (code === 'N041') return { first, last: outline.lastLine };
  // Nothing is read next to `none`.
  if (code === 'N016' && level === 0 && above >= 0) return { first: above + 1, last: outline.endOfBody(above) };
  if (level === 0 || hasTrait(root, 'unread row') || hasTrait(root, 'unread table'))
    return { first, last: outline.lineAt(span.end) };
  // Text after a heading of a wrong level may be the heading's parts, at the level that it was given.
  const isItem =
    code === 'N011' || (code === 'N730' && /^#+\s+(?:answered|made|shapes)\s*$/i.test(outline.text(first)));
  const last =
    isItem || (code === 'N017' && fix === undefined) ? outline.endOfItem(first) : outline.endOfSection(first);
  return { first: outline.withBareHeading(first), last };
}

/** Whether an error makes a row meaningless: a whole cell of it fits nothing, or its name is missing. */
function isDamage(outline: Outline, error: Diagnostic, line: number): boolean {
  const { code, span, offered, fix } = error;
  if ((isOfStructure(error) && code !== 'N604') || outline.headerOf(line) < 0) return false;
  if (outline.firstCell(line) === '' && (code === 'N314' || code === 'N419' || code === 'N506')) return true;
  if (code === 'N606' || code === 'N608') return fix === undefined;
  return hasTrait(error, 'foreign cell') && fix === undefined && offered === undefined && outline.isCell(span);
}

/** Headings in a row of which none fits its point. */
function misplacedIn(outline: Outline, errors: readonly Diagnostic[]): readonly Lines[] {
  const headings = errors
    .filter((one) => hasTrait(one, 'misplaced heading') && outline.level(outline.lineAt(one.span.start)) > 2)
    .toSorted((left, right) => left.span.start - right.span.start);
  const runs: (Lines & { readonly length: number })[] = [];
  for (const root of headings) {
    const first = outline.lineAt(root.span.start);
    const last = outline.endOfSection(first);
    const run = runs.at(-1);
    if (run?.root.code === root.code && run.last + 1 === first)
      runs[runs.length - 1] = { ...run, last, length: run.length + 1 };
    else runs.push({ root, kind: 'structure', first, last, length: 1 });
  }
  return runs.filter(({ length }) => length > 1);
}
