import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUnknownName } from '../consequences.ts';
import type { Outline } from './outline.ts';
import type { Lines, Unread } from './range.ts';
import { byPlace, headersIn, tablesIn } from './tables.ts';
import { codes, mayBeName, wordsOf } from './words.ts';

/** Mistakes of structure: what stands in their line, in their table or under their heading was not read as it was meant. */
const ROWS = codes('N020 N021 N039 N040');
const TABLES = codes('N018 N022 N023 N024 N025 N028');
export const HEADINGS = codes('N002 N003 N004 N005 N010 N011 N012 N013 N014 N015 N017 N036 N037 N038 N401 N719 N730');
/** Headings and headers that name what is not there: a mistake of their own, unless what they name could not be read. */
export const NAMING = codes('N027 N402 N403 N604 N719');
/** Of these, what states names of its own. */
export const STATING = codes('N027 N719');
/** A point that seems to be missing may be what stands under such a heading. */
export const POINTS = codes('N002 N003 N004 N005 N015 N036');
/** Headings that do not fit their point: of several in a row, the point's own heading is missing above the first. */
const MISPLACED = codes('N017 N201 N402 N604 N730 N904');
const ALL = new Set([...ROWS, ...TABLES, ...HEADINGS, ...NAMING].filter((code) => code !== 'N027'));

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

function isStructure(outline: Outline, { code, span, fix }: Diagnostic): boolean {
  // A key that is near to none is a row of another table.
  if (code === 'N029') return fix === undefined;
  if (code === 'N016' || code === 'N019' || code === 'N710') return true;
  // A part that is a whole table.
  if (code === 'N211') return outline.lineAt(span.start) !== outline.lineAt(span.end);
  // In a row it is a name that there is not, and no more.
  if (code === 'N604') return outline.level(outline.lineAt(span.start)) > 0;
  return ALL.has(code) || (code === 'N050' && outline.slice(span) === '`');
}

/** What stands under no heading of its kind: of several in a row the heading above the first is missing. */
const HOMELESS = codes('N011 N016 N018 N019 N027 N037 N211 N710');

function isOneWith(outline: Outline, before: Lines, next: Lines): boolean {
  // Under the calls that are answered, of which there are none, the first that is none follows the missing heading.
  if (before.root.code === 'N016' && next.root.code === 'N730' && before.last + 1 === next.first) return true;
  if (!HOMELESS.has(before.root.code) || !HOMELESS.has(next.root.code)) return false;
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
      .filter((one) => LOST.has(one.code) && outline.pointAbove(outline.lineAt(one.span.start)) === point)
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

const LOST = codes('N016 N017 N018 N019 N027 N028 N038 N201 N401 N402 N604 N904');

function unread(outline: Outline, { root, kind, first, last, isPoint = false }: Lines): Unread {
  // A table may be known by the heading that it stands under.
  const above = TABLES.has(root.code) ? wordsOf(outline.text(outline.headingAbove(first)), false) : [];
  const header = kind === 'row' ? outline.headerOf(first) : first;
  const isOfRecords = kind === 'table' && (root.code === 'N315' || root.code === 'N316');
  const isStated = isOfRecords || (kind === 'structure' ? root.code === 'N037' : !outline.statesNames(header));
  const text = outline.textOf(first, last);
  // It may be meant for another table, wherever that stands.
  const isRow = kind !== 'table' && first === last && outline.level(first) === 0;
  const isSecond =
    /^N0(?:37|55|57|63)$/.test(root.code) && outline.isSecond(outline.headerOf(outline.lineAt(root.span.start)));
  return {
    root,
    kind,
    isPoint,
    isRow,
    point: isPoint || (isRow && !isUnknownName(root)) || POINTS.has(root.code) ? null : outline.pointNumber(first),
    ...outline.range(first, last),
    names: isStated ? [] : [...(kind === 'table' ? wordsOf(text, false) : outline.namesIn(first, last)), ...above],
    words: isRow ? wordsOf(text, false) : [...wordsOf(text, false), ...above].filter(mayBeName),
    statesNames: !isStated,
    ownsChildren: /\blist of [A-Z]/.test(text),
    isNaming: NAMING.has(root.code),
    isNameless:
      (outline.firstCell(first) === '' && outline.statesNames(outline.headerOf(first))) ||
      isSecond ||
      NAMELESS.has(root.code) ||
      (root.code === 'N019' && root.message.includes('### Terms')) ||
      (kind === 'table' && root.code === 'N027'),
  };
}

/** Tables that stand under no heading of their kind, or under that of another one. */
const NAMELESS = codes('N018 N401 N605');

/** An invisible character is the reason of whatever else is wrong in its line. */
function rankOf({ root, kind }: Lines): number {
  return root.code === 'N040' ? 0 : kind === 'row' ? 2 : 1;
}

/** The first and the last line of what a mistake of structure concerns. */
function rangeOf(outline: Outline, { code, span, fix }: Diagnostic): { readonly first: number; readonly last: number } {
  const first = outline.lineAt(span.start);
  const level = outline.level(first);
  const above = outline.headingAbove(first);
  // Beside `none` nothing is read.
  if (code === 'N016' && level === 0 && above >= 0) return { first: above + 1, last: outline.endOfBody(above) };
  if (level === 0 || ROWS.has(code) || TABLES.has(code)) return { first, last: outline.lineAt(span.end) };
  // What stands behind a heading of a wrong level may be its parts, of the level that it was given.
  const isItem =
    code === 'N011' || (code === 'N730' && /^#+\s+(?:answered|made|shapes)\s*$/i.test(outline.text(first)));
  const last =
    isItem || (code === 'N017' && fix === undefined) ? outline.endOfItem(first) : outline.endOfSection(first);
  return { first: outline.withBareHeading(first), last };
}

/** What says that a cell holds something of another kind than its column. */
export const FOREIGN = codes(
  'N050 N051 N052 N053 N054 N055 N206 N208 N209 N216 N218 N301 N302 N304 N306 N408 N409 N411 N412 N416 N419 N420 N431 N432 N433 ' +
    'N501 N503 N504 N601 N604 N608 N702 N703 N716 N717 N718 N801 N802 N804 N806 N810',
);

/** Whether an error takes a row its meaning: a whole cell of it fits nothing, or its name is missing. */
function isDamage(outline: Outline, { code, span, offered, fix }: Diagnostic, line: number): boolean {
  if ((ALL.has(code) && code !== 'N604') || outline.headerOf(line) < 0) return false;
  if (outline.firstCell(line) === '' && (code === 'N314' || code === 'N419' || code === 'N506')) return true;
  if (code === 'N606' || code === 'N608') return fix === undefined;
  return FOREIGN.has(code) && fix === undefined && offered === undefined && outline.isCell(span);
}

/** Headings in a row of which none fits its point. */
function misplacedIn(outline: Outline, errors: readonly Diagnostic[]): readonly Lines[] {
  const headings = errors
    .filter(({ code, span }) => MISPLACED.has(code) && outline.level(outline.lineAt(span.start)) > 2)
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
