import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../source/span.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { Outline } from './unread/outline.ts';

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Mistakes of structure: what stands in their line, in their table or under their heading was not read as it was meant. */
const ROWS = codes('N020 N021 N039 N040');
const TABLES = codes('N018 N022 N023 N024 N025 N028');
const HEADINGS = codes('N002 N003 N004 N005 N010 N011 N012 N013 N014 N015 N017 N036 N038 N719 N730');
/** Headings and headers that name what is not there: a mistake of their own, unless what they name could not be read. */
const NAMING = codes('N027 N401 N402 N403 N604 N719');
/** Of these, what states names of its own. */
const STATING = codes('N027 N719');
/** A point that seems to be missing may be what stands under such a heading. */
const POINTS = codes('N002 N003 N004 N005 N015 N036');
const ALL = new Set([...ROWS, ...TABLES, ...HEADINGS, ...NAMING].filter((code) => code !== 'N027'));

type Range = Pick<Span, 'start' | 'end'>;

/** A part of a file that could not be read. */
interface Unread extends Range {
  readonly root: Diagnostic;
  /** The names that it may have stated: of rows the first cell, of headings all words. */
  readonly names: readonly string[];
  /** Everything that it may have named. */
  readonly words: readonly string[];
}

/** Whether a diagnostic only follows from a mistake that is told already. */
export type IsConsequence = (diagnostic: Diagnostic) => boolean;

/**
 * What follows from rows, tables, headings and names that could not be read: whatever is said at their place besides, that
 * a name is not known which stands there, and that something is not stated which may stand there. So one slip is one error.
 */
export function consequencesOf(tree: SpecTree, found: readonly Diagnostic[]): IsConsequence {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return () => false;
  const sources = new Map(tree.files.map((file) => [file.path, file]));
  const sourceOf = ({ file, start, end }: Span): string => sources.get(file)?.text.slice(start, end) ?? '';
  const outlines = new Map(tree.files.map((file) => [file.path, new Outline(file)]));
  const roots = Map.groupBy(
    errors.filter(({ code, span }) => ALL.has(code) || (code === 'N050' && sourceOf(span) === '`')),
    ({ span }) => span.file,
  );
  const unread = new Map([...outlines].map(([path, outline]) => [path, unreadIn(outline, roots.get(path) ?? [])]));
  const all = [...unread.values()].flat();
  const columns = new Map([...outlines].map(([path, outline]) => [path, columnsIn(outline, errors, path)]));
  const placeOf = new Map([...all, ...[...columns.values()].flat()].map((place) => [place.root, place]));
  const names = firstPlaces(
    [...placeOf.values()].filter(({ root: { code } }) => STATING.has(code) || !NAMING.has(code)),
    found,
  );
  const meant = new Set(
    all.flatMap(({ root: { code, fix } }) => (HEADINGS.has(code) ? (fix?.edits ?? []) : [])).map(({ text }) => text),
  );
  const words = new Set(all.flatMap((place) => place.words));
  const slips = slipsIn(sourceOf, errors);
  const hasLostPoint = all.some(({ root }) => POINTS.has(root.code));
  const order = new Map(found.map((diagnostic, index) => [diagnostic, index]));

  const isUnstated = ({ code, severity, span, clause = '' }: Diagnostic): boolean => {
    const named = wordsOf(clause);
    if (severity === 'warning') return code !== 'N099' && named.some((word) => words.has(word) || slips.has(word));
    if (hasLostPoint && /^\d$/.test(clause)) return true;
    const section = outlines.get(span.file)?.sectionAt(span.start);
    if (named.some((word) => words.has(word))) return true;
    if (section === undefined) return false;
    const places = [unread.get(span.file), ...named.map((word) => slips.get(word)?.get(span.file))];
    return places.some((own) => own !== undefined && hasOneIn(own, section));
  };

  return (diagnostic) => {
    const { code, severity, span, message } = diagnostic;
    if (severity === 'hint' || severity === 'disclosure') return false;
    const own = placeOf.get(diagnostic);
    if (own === undefined && isInside(unread.get(span.file) ?? [], span)) return true;
    if (hasLostPoint && (code === 'N007' || code === 'N009')) return true;
    if (code === 'N317' && isInside(columns.get(span.file) ?? [], span)) return true;
    if (severity !== 'error') return isUnstated(diagnostic);
    if (own !== undefined && !NAMING.has(code)) return false;
    // What could not be read may have been the one place that raises it, and parameters are entities in small letters.
    if (code === 'N805' || code === 'N204') return quotedIn(message).some((name) => words.has(name.toLowerCase()));
    // Of two such mistakes the first one is told.
    const isNamed = (name: string): boolean =>
      own === undefined
        ? names.has(name) || meant.has(name)
        : (names.get(name) ?? Infinity) < (order.get(diagnostic) ?? 0);
    return isNamed(bare(sourceOf(span))) || quotedIn(message).some(isNamed);
  };
}

/** Names that could not be read, with the first diagnostic of which it is so. */
function firstPlaces(
  places: readonly Omit<Unread, 'words'>[],
  found: readonly Diagnostic[],
): ReadonlyMap<string, number> {
  const namesOf = new Map(places.map(({ root, names }) => [root, names]));
  const first = new Map<string, number>();
  for (const [index, diagnostic] of found.entries())
    for (const name of namesOf.get(diagnostic) ?? []) if (!first.has(name)) first.set(name, index);
  return first;
}

/** The places of one file that could not be read, in order and apart: what lies in another one is a part of it. */
function unreadIn(outline: Outline, roots: readonly Diagnostic[]): readonly Unread[] {
  const ranges = roots
    .map((root) => ({ root, ...rangeOf(outline, root) }))
    .toSorted(
      (left, right) => left.first - right.first || right.last - left.last || rankOf(left.root) - rankOf(right.root),
    );
  const places: Unread[] = [];
  let covered = -1;
  for (const { root, first, last } of ranges) {
    if (last <= covered) continue;
    covered = last;
    // A table may be known by the heading that it stands under.
    const above = TABLES.has(root.code) ? wordsOf(outline.text(outline.headingAbove(first)), false) : [];
    const names = [...outline.namesIn(first, last), ...above];
    places.push({
      root,
      ...outline.range(first, last),
      names,
      words: [...wordsOf(outline.textOf(first, last)), ...above],
    });
  }
  return places;
}

/** An invisible character is the reason of whatever else is wrong in its line. */
function rankOf({ code }: Diagnostic): number {
  return code === 'N040' ? 0 : 1;
}

/** The first and the last line of what a mistake of structure concerns. */
function rangeOf(outline: Outline, { code, span, fix }: Diagnostic): { readonly first: number; readonly last: number } {
  const first = outline.lineAt(span.start);
  const level = outline.level(first);
  if (level === 0 || ROWS.has(code) || TABLES.has(code)) return { first, last: outline.lineAt(span.end) };
  // What stands behind a heading of a wrong level may be its parts, of the level that it was given.
  const isItem = code === 'N730' && /^#+\s+(?:answered|made|shapes)\s*$/i.test(outline.text(first));
  const last =
    isItem || (code === 'N017' && fix === undefined) ? outline.endOfItem(first) : outline.endOfSection(first);
  return { first: outline.withBareHeading(first), last };
}

/** Tables with a column that is not known: of their rows that column is missing. */
function columnsIn(outline: Outline, errors: readonly Diagnostic[], path: string): readonly Omit<Unread, 'words'>[] {
  const tables: Omit<Unread, 'words'>[] = [];
  for (const root of errors) {
    if (root.code !== 'N027' || root.span.file !== path) continue;
    const first = outline.lineAt(root.span.start);
    const last = outline.endOfTable(first);
    tables.push({ root, ...outline.range(first, last), names: outline.namesIn(first + 1, last) });
  }
  return tables;
}

/** Where errors offer another name, by the name that is written and the one that is offered, file by file in order. */
function slipsIn(
  sourceOf: (span: Span) => string,
  errors: readonly Diagnostic[],
): ReadonlyMap<string, ReadonlyMap<string, readonly Range[]>> {
  const slips = new Map<string, Map<string, Range[]>>();
  for (const { span: place, fix } of errors) {
    for (const { span, text } of fix?.edits ?? []) {
      for (const word of wordsOf(`${sourceOf(span)} ${text}`)) {
        const files = slips.get(word) ?? new Map<string, Range[]>();
        slips.set(word, files);
        const places = files.get(place.file);
        if (places) places.push(place);
        else files.set(place.file, [place]);
      }
    }
  }
  return slips;
}

/** Whether one of the places, which are in order and apart, begins within a section. */
function hasOneIn(places: readonly Range[], section: Range): boolean {
  const place = places[firstFrom(places, section.start)];
  return place !== undefined && place.start >= section.start && place.end <= section.end;
}

function isInside(places: readonly Range[], span: Range): boolean {
  const place = places[firstFrom(places, span.end)];
  return place !== undefined && place.start <= span.start;
}

/** The index of the first place that ends at an offset or behind it. */
function firstFrom(places: readonly Range[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words that a message names: those in quotes and backticks. */
function quotedIn(message: string): readonly string[] {
  return [...message.matchAll(/“([^”]*)”|`([^`]*)`/g)].flatMap(([, quoted, code]) =>
    wordsOf(quoted ?? code ?? '', false),
  );
}

/** The names in a text, in small letters where their case may differ from that of a clause. */
function wordsOf(text: string, small = true): readonly string[] {
  return (small ? text.toLowerCase() : text).match(/[A-Za-z_]\w+/g) ?? [];
}

function bare(text: string): string {
  return text.replaceAll(/^["'`]|["'`]$/g, '');
}
