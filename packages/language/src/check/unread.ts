import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Span } from '../source/span.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { isUnknownName, nameOf } from './consequences.ts';
import { Outline } from './unread/outline.ts';
import {
  columnsIn,
  HEADINGS,
  hasOneIn,
  placeAround,
  POINTS,
  type Range,
  STATING,
  type Unread,
  unreadIn,
} from './unread/places.ts';
import { bare, quotedIn, wordsOf } from './unread/words.ts';

/** Whether a diagnostic only follows from a mistake that is told already. */
type IsConsequence = (diagnostic: Diagnostic) => boolean;

/**
 * Without what follows from rows, tables, headings and names that could not be read: whatever is said at their place
 * besides, that a name is not known which stands there, and that something is not stated which may stand there. So one slip
 * is one error. `found` is in the order of the text.
 */
export function withoutConsequences(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return found;
  const outlines = new Map(tree.files.map((file) => [file.path, new Outline(file)]));
  const again = statedAgain(outlines, errors);
  const byFile = Map.groupBy(
    found.filter((diagnostic) => !again.has(diagnostic)),
    ({ span }) => span.file,
  );
  const unread = new Map([...outlines].map(([path, outline]) => [path, unreadIn(outline, byFile.get(path) ?? [])]));
  const isConsequence = consequencesOf(tree, found, outlines, unread);
  const told = found.filter((diagnostic) => !again.has(diagnostic) && !isConsequence(diagnostic));
  return withoutTheOneName(tree, told, unread).map((diagnostic) => withOthers(diagnostic, errors, unread));
}

/** What is stated twice only beside a row that is wrong in itself: a row of another table. */
function statedAgain(outlines: ReadonlyMap<string, Outline>, errors: readonly Diagnostic[]): ReadonlySet<Diagnostic> {
  const lineOf = ({ file, start }: Span): string => `${file} ${outlines.get(file)?.lineAt(start)}`;
  const twice = errors.filter(({ code }) => code === 'N037');
  if (twice.length === 0) return new Set();
  const wrong = new Set(errors.filter(({ code }) => code !== 'N037').map(({ span }) => lineOf(span)));
  return new Set(twice.filter(({ related: [first] = [] }) => first !== undefined && wrong.has(lineOf(first.span))));
}

/** The row or table that fits nothing, with what else is wrong in it beside it. */
function withOthers(
  root: Diagnostic,
  errors: readonly Diagnostic[],
  unread: ReadonlyMap<string, readonly Unread[]>,
): Diagnostic {
  const place = placeAround(unread.get(root.span.file) ?? [], root.span);
  if (place?.root !== root || place.kind === 'structure') return root;
  const others = errors.filter(
    (other) =>
      other !== root &&
      other.span.file === root.span.file &&
      isHidden(place, other) &&
      other.span.start >= place.start &&
      other.span.end <= place.end,
  );
  if (others.length === 0) return root;
  return { ...root, related: [...(root.related ?? []), ...others.map(({ span, message }) => ({ span, message }))] };
}

/** What stands in a place that could not be read is not told besides, unless it is a slip of its own in a row. */
function isHidden(place: Unread, { severity, fix }: Diagnostic): boolean {
  return place.kind !== 'row' || severity !== 'error' || fix === undefined;
}

/** What states a name without saying it, states the only one that is not known. */
function withoutTheOneName(
  tree: SpecTree,
  told: readonly Diagnostic[],
  unread: ReadonlyMap<string, readonly Unread[]>,
): readonly Diagnostic[] {
  const nameless = new Set([...unread.values()].flat().flatMap(({ root, isNameless }) => (isNameless ? [root] : [])));
  if (!told.some((diagnostic) => nameless.has(diagnostic))) return told;
  const isOther = (diagnostic: Diagnostic): boolean => isUnknownName(diagnostic) && !nameless.has(diagnostic);
  const names = new Set(told.filter(isOther).map((diagnostic) => nameOf(tree, diagnostic)));
  return names.size === 1 ? told.filter((diagnostic) => !isOther(diagnostic)) : told;
}

/** What is said of permissions and calls that use what could not be read. */
const OF_WHOLE: ReadonlySet<string> = new Set(['N612', 'N723', 'N724', 'N725', 'N726', 'N728', 'N731']);

/** What says that there is no such event or state: its row may be missing. */
const STEPS: ReadonlySet<string> = new Set(['N063', 'N212', 'N407', 'N408', 'N420', 'N703']);

/** What is said of a field, and follows from its type and rules. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  'N064',
  'N065',
  'N205',
  'N313',
  'N317',
  'N321',
  'N411',
  'N417',
  'N418',
  'N721',
]);

/** The fields in whose rows something is wrong. */
function damagedFields(outlines: ReadonlyMap<string, Outline>, errors: readonly Diagnostic[]): ReadonlySet<string> {
  const fields = errors.flatMap(({ code, span }) => {
    if (OF_FIELDS.has(code)) return [];
    const outline = outlines.get(span.file);
    const line = outline?.lineAt(span.start) ?? 0;
    const header = outline?.headerOf(line) ?? -1;
    return outline && header >= 0 && /\|\s*field\s*\|/i.test(outline.text(header)) ? outline.namesIn(line, line) : [];
  });
  return new Set(fields);
}

function wordsBesides(words: readonly string[], name: string | null): readonly string[] {
  return words.map((word) => word.toLowerCase()).filter((word) => word !== name);
}

/** What is missing from a workflow that could not be read whole. */
const MISSING: ReadonlySet<string> = new Set(['N404', 'N405', 'N406']);

function consequencesOf(
  tree: SpecTree,
  found: readonly Diagnostic[],
  outlines: ReadonlyMap<string, Outline>,
  unread: ReadonlyMap<string, readonly Unread[]>,
): IsConsequence {
  const errors = found.filter(({ severity }) => severity === 'error');
  const sourceOf = ({ file, ...range }: Span): string => outlines.get(file)?.slice(range) ?? '';
  const all = [...unread.values()].flat();
  const columns = new Map(
    [...outlines].map(([path, outline]) => [
      path,
      columnsIn(
        outline,
        errors.filter(({ span }) => span.file === path),
      ),
    ]),
  );
  const isAround = (span: Span): Unread | undefined => placeAround(unread.get(span.file) ?? [], span);
  const headers = [...columns.values()].flat().filter(({ root }) => isAround(root.span) === undefined);
  const placeOf = new Map(
    [...headers, ...all].map(
      (place): [Diagnostic, Pick<Unread, 'root' | 'kind' | 'names' | 'statesNames' | 'isNaming'>] => [
        place.root,
        place,
      ],
    ),
  );
  const stated = [...placeOf.values()].filter(({ root: { code }, isNaming }) => STATING.has(code) || !isNaming);
  const names = firstPlaces(stated, found);
  const structure = all.filter(({ kind, isNaming }) => kind === 'structure' && !isNaming);
  const first = new Set(structure.map(({ root }) => root));
  const lost = new Set(structure.flatMap((place) => place.names));
  const turned = new Set(all.flatMap(({ kind, names: own }) => (kind === 'table' ? own : [])));
  const below = new Set(headers.flatMap((place) => place.names));
  const meant = new Set(
    all.flatMap(({ root: { code, fix } }) => (HEADINGS.has(code) ? (fix?.edits ?? []) : [])).map(({ text }) => text),
  );
  const small = (places: readonly Unread[]): ReadonlySet<string> =>
    new Set(places.flatMap((place) => place.words.map((word) => word.toLowerCase())));
  const words = small(all);
  const naming = all.filter(({ statesNames, isNaming }) => statesNames && !isNaming);
  const readWords = small(naming);
  const lostWords = small(naming.filter(({ kind }) => kind === 'structure'));
  const turnedWords = small(naming.filter(({ kind }) => kind === 'table'));
  const damaged = naming.filter(({ kind }) => kind === 'row');
  const wordsBy = firstPlaces(
    damaged.map(({ root, words: own }) => ({
      root,
      names: wordsBesides(own, isUnknownName(root) ? nameOf(tree, root) : null),
    })),
    found,
  );
  const misnamed = structure.flatMap(({ root, names: own }) => (root.code === 'N038' ? own : []));
  const offered = new Set(errors.flatMap(({ message }) => /did you mean “([^”]*)”/i.exec(message)?.[1] ?? []));
  const fields = damagedFields(outlines, errors);
  const lineOf = ({ file, start }: Span): string => `${file} ${outlines.get(file)?.lineAt(start)}`;
  const wrongLines = new Map(
    [...Map.groupBy(errors, ({ span }) => lineOf(span))].map(([line, own]) => [line, own.length]),
  );
  const slips = slipsIn(sourceOf, errors);
  const hasLostPoint = all.some(({ root, isPoint }) => isPoint || POINTS.has(root.code));
  const hasUnknownStep = errors.some(({ code }) => STEPS.has(code));
  const order = new Map(found.map((diagnostic, index) => [diagnostic, index]));
  /** Whether something is wrong with an entity: then its titles are not known. */
  const isDamaged = memoized((entity) =>
    [...outlines].some(([path, outline]) => {
      return outline.itemsOf(entity).some((item) => {
        const { start, end } = outline.range(item, outline.endOfSection(item));
        const stated = outline.range(item, outline.endOfBody(item));
        return (
          structure.some(({ root: { span } }) => span.file === path && span.start >= start && span.end <= end) ||
          errors.some(({ span }) => span.file === path && span.start >= stated.start && span.end <= stated.end)
        );
      });
    }),
  );

  const isUnstated = ({ code, severity, message, span, clause = '' }: Diagnostic): boolean => {
    const named = wordsOf(clause);
    if (code === 'N076') return quotedIn(message).some((name) => fields.has(name));
    if (severity === 'warning') return code !== 'N099' && named.some((word) => words.has(word) || slips.has(word));
    if (hasLostPoint && /^\d$/.test(clause)) return true;
    const section = outlines.get(span.file)?.sectionAt(span.start);
    if (named.some((word) => words.has(word))) return true;
    if (section === undefined) return false;
    const places = [unread.get(span.file), ...named.map((word) => slips.get(word)?.get(span.file))];
    return places.some((own) => own !== undefined && hasOneIn(own, section));
  };

  /** Whether a field is set to null that may be optional, in what could not be read of its row. */
  const isNullFor = ({ code, span, message }: Diagnostic): boolean => {
    if (code !== 'N060' || !message.startsWith('This is null')) return false;
    const before = sourceOf({ ...span, start: Math.max(0, span.start - 80), end: span.start });
    const name = /(\w+)\s*=\s*$/.exec(before)?.[1] ?? '';
    return lost.has(name) || fields.has(name);
  };

  return (diagnostic) => {
    const { code, severity, span, message } = diagnostic;
    if (severity === 'hint' || severity === 'disclosure') return false;
    const own = placeOf.get(diagnostic);
    const around = own === undefined ? isAround(span) : undefined;
    if (around !== undefined && isHidden(around, diagnostic)) return true;
    if (hasLostPoint && (code === 'N007' || code === 'N009')) return true;
    if (code === 'N317' && placeAround(columns.get(span.file) ?? [], span) !== undefined) return true;
    if (severity !== 'error') return isUnstated(diagnostic);
    if (first.has(diagnostic)) return false;
    if (MISSING.has(code) && (hasUnknownStep || isUnstated(diagnostic))) return true;
    if (code === 'N316' && isDamaged(/of (\w+) has/.exec(message)?.[1] ?? '')) return true;
    // What could not be read may have been the one place that raises it, and parameters are entities in small letters.
    if (code === 'N805' || code === 'N204')
      return quotedIn(message).some((name) => words.has(name.toLowerCase()) || (code === 'N805' && offered.has(name)));
    if (OF_FIELDS.has(code) && quotedIn(message).some((name) => fields.has(name))) return true;
    if (code === 'N418' && quotedIn(message).some((name) => offered.has(name))) return true;
    if (code === 'N317' && (wrongLines.get(lineOf(span)) ?? 0) > 1) return true;
    // Of two such mistakes the first one is told.
    const isNamed = (name: string): boolean =>
      lost.has(name) ||
      (own?.kind !== 'table' && turned.has(name)) ||
      (!own?.isNaming && below.has(name)) ||
      (own === undefined
        ? names.has(name) || meant.has(name)
        : (names.get(name) ?? Infinity) < (order.get(diagnostic) ?? 0));
    if (isNamed(bare(sourceOf(span))) || quotedIn(message).some(isNamed)) return true;
    if (OF_WHOLE.has(code) && quotedIn(message).some((name) => words.has(name.toLowerCase()))) return true;
    if (isNullFor(diagnostic)) return true;
    if (!isUnknownName(diagnostic)) return false;
    const name = nameOf(tree, diagnostic);
    if (misnamed.length > 0 && nearest(name, misnamed) !== null) return true;
    if (own === undefined) return readWords.has(name);
    // A row that states names itself is damaged by what is damaged before it, so that the first one is told.
    const before = own.statesNames ? (order.get(diagnostic) ?? 0) : Infinity;
    if (lostWords.has(name) || (own.kind === 'row' && turnedWords.has(name))) return true;
    return own.kind !== 'table' && (wordsBy.get(name) ?? Infinity) < before;
  };
}

function memoized(of: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const is = known.get(name) ?? of(name);
    known.set(name, is);
    return is;
  };
}

/** Names that could not be read, with the first diagnostic of which it is so. */
function firstPlaces(
  places: readonly Pick<Unread, 'root' | 'names'>[],
  found: readonly Diagnostic[],
): ReadonlyMap<string, number> {
  const namesOf = new Map(places.map(({ root, names }) => [root, names]));
  const first = new Map<string, number>();
  for (const [index, diagnostic] of found.entries())
    for (const name of namesOf.get(diagnostic) ?? []) if (!first.has(name)) first.set(name, index);
  return first;
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
