import { type Diagnostic, hasCode } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName } from '../../../diagnostics/meaning.ts';
import type { Outline } from './outline.ts';
import type { Lines, Unread } from './range.ts';
import { byPlace, headersIn, tablesIn } from './tables.ts';
import { mayBeName, wordsOf } from './words.ts';

/** Mistakes of structure: what stands in their line, in their table or under their heading was not read as it was meant. */
function isOfStructure(one: Diagnostic): boolean {
  return UNREAD.some((trait) => hasTrait(one, trait)) || (hasTrait(one, 'naming heading') && one.code !== 'N027');
}

const UNREAD = ['unread row', 'unread table', 'unread heading'] as const;

/** The places of one file that could not be read, in order and apart: what lies in another one is a part of it. */
export function unreadIn(outline: Outline, found: readonly Diagnostic[]): readonly Unread[] {
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
  return withLostPoints(outline, places, found).map((lines) => unread(outline, lines));
}

function inOrder(left: Lines, right: Lines): number {
  return left.first - right.first || right.last - left.last || rankOf(left) - rankOf(right);
}

function isStructure(outline: Outline, error: Diagnostic): boolean {
  const { code, span, fix } = error;
  // A key that is near to none is a row of another table.
  if (code === 'N029') return fix === undefined;
  if (code === 'N016' || code === 'N019' || code === 'N710') return true;
  // A part that is a whole table.
  if (code === 'N211') return outline.lineAt(span.start) !== outline.lineAt(span.end);
  // In a row it is a name that there is not, and no more.
  if (code === 'N604') return outline.level(outline.lineAt(span.start)) > 0;
  return isOfStructure(error) || (code === 'N050' && outline.slice(span) === '`');
}

/** What stands under no heading of its kind: of several in a row the heading above the first is missing. */
function isOneWith(outline: Outline, before: Lines, next: Lines): boolean {
  // Under `### Answered` without a call, the first heading that is no call follows the missing heading.
  if (before.root.code === 'N016' && next.root.code === 'N730' && before.last + 1 === next.first) return true;
  if (!hasTrait(before.root, 'no heading above') || !hasTrait(next.root, 'no heading above')) return false;
  if ((before.root.code === 'N037' || before.root.code === 'N027') && before.kind !== 'table') return false;
  for (let line = before.last + 1; line <= next.first; line += 1)
    if (outline.level(line) > 0 && (outline.level(line) < 4 || next.root.code !== 'N011')) return false;
  return true;
}

/** Where a point is missing, what does not fit the one before it begins what stands under the missing heading. */
function withLostPoints(outline: Outline, places: readonly Lines[], found: readonly Diagnostic[]): readonly Lines[] {
  let left = places;
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

function unread(outline: Outline, { root, kind, first, last, isPoint = false }: Lines): Unread {
  // A table may be known by the heading that it stands under.
  const above = hasTrait(root, 'unread table') ? wordsOf(outline.text(outline.headingAbove(first)), false) : [];
  const header = kind === 'row' ? outline.headerOf(first) : first;
  const isOfRecords = kind === 'table' && (root.code === 'N315' || root.code === 'N316');
  const isStated = isOfRecords || (kind === 'structure' ? root.code === 'N037' : !outline.statesNames(header));
  const text = outline.textOf(first, last);
  // It may be meant for another table, wherever that stands.
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

/** An invisible character is the reason of whatever else is wrong in its line. */
function rankOf({ root, kind }: Lines): number {
  return root.code === 'N040' ? 0 : kind === 'row' ? 2 : 1;
}

/** The first and the last line of what a mistake of structure concerns. */
function rangeOf(outline: Outline, root: Diagnostic): { readonly first: number; readonly last: number } {
  const { code, span, fix } = root;
  const first = outline.lineAt(span.start);
  const level = outline.level(first);
  const above = outline.headingAbove(first);
  // Beside `none` nothing is read.
  if (code === 'N016' && level === 0 && above >= 0) return { first: above + 1, last: outline.endOfBody(above) };
  if (level === 0 || hasTrait(root, 'unread row') || hasTrait(root, 'unread table'))
    return { first, last: outline.lineAt(span.end) };
  // What stands behind a heading of a wrong level may be its parts, of the level that it was given.
  const isItem =
    code === 'N011' || (code === 'N730' && /^#+\s+(?:answered|made|shapes)\s*$/i.test(outline.text(first)));
  const last =
    isItem || (code === 'N017' && fix === undefined) ? outline.endOfItem(first) : outline.endOfSection(first);
  return { first: outline.withBareHeading(first), last };
}

/** Whether an error takes a row its meaning: a whole cell of it fits nothing, or its name is missing. */
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
