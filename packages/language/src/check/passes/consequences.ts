import { beside, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUnknownName } from '../../diagnostics/meaning.ts';
import type { Span } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { nameOf } from './name-of.ts';
import { consequencesOf, isHidden } from './unparsed/consequence.ts';
import { unreadPartsIn } from './unparsed/unread-parts.ts';
import { Outline } from './unparsed/outline.ts';
import { unparsedIn } from './unparsed/places.ts';
import { mayState, placeAround, type Unparsed } from './unparsed/range.ts';

/**
 * Removes consequences of rows, tables, headings and names that could not be read: other errors at the same place,
 * unknown names that the unread text may declare, and gaps that it may fill. So one mistake is one error. `found` is in
 * the order of the text.
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
  const unparsed = new Map([...outlines].map(([path, outline]) => [path, unparsedIn(outline, byFile.get(path) ?? [])]));
  const isConsequence = consequencesOf(tree, found, outlines, unreadPartsIn(tree, found, outlines, unparsed));
  const own = errors.filter((error) => !again.has(error) && !isConsequence(error));
  // If each error could follow from another one, those that report more than an unknown name are kept.
  const kept = new Set(own.length > 0 ? own : errors.filter((error) => !isUnknownName(error)));
  if (kept.size === 0) for (const error of errors) kept.add(error);
  const reported = found.filter((one) => (one.severity === 'error' ? kept.has(one) : !isConsequence(one)));
  return withOthers(withoutTheOneName(tree, reported, unparsed), errors, unparsed);
}

/** Duplicates (N037) of a row that is wrong itself because it belongs to another table. */
function statedAgain(outlines: ReadonlyMap<string, Outline>, errors: readonly Diagnostic[]): ReadonlySet<Diagnostic> {
  const textOf = ({ file, start }: Span): string => {
    const outline = outlines.get(file);
    return outline?.text(outline.lineAt(start)).trim() ?? '';
  };
  const lineOf = ({ file, start }: Span): string => `${file} ${outlines.get(file)?.lineAt(start)}`;
  const twice = errors.filter(({ code }) => code === 'N037');
  if (twice.length === 0) return new Set();
  const wrong = new Set(errors.filter(({ code }) => code !== 'N037').map(({ span }) => lineOf(span)));
  const isStray = (first: Span, second: Span): boolean => wrong.has(lineOf(first)) && textOf(first) !== textOf(second);
  return new Set(twice.filter(({ span, related: [first] = [] }) => first !== undefined && isStray(first.span, span)));
}

/** Rows and tables that fit nowhere, each with the other errors inside it as related places. */
function withOthers(
  reported: readonly Diagnostic[],
  errors: readonly Diagnostic[],
  unparsed: ReadonlyMap<string, readonly Unparsed[]>,
): readonly Diagnostic[] {
  const hidden = Map.groupBy(errors, (error) => {
    const place = placeAround(unparsed.get(error.span.file) ?? [], error.span);
    return place && place.kind !== 'structure' && place.root !== error && isHidden(place, error) ? place.root : null;
  });
  return reported.map((root) => {
    const others = hidden.get(root);
    if (others === undefined) return root;
    return { ...root, related: [...(root.related ?? []), ...others.map(beside)] };
  });
}

/**
 * If a declaration without a readable name exists and one name is unknown, the declaration is taken to state that
 * name.
 */
function withoutTheOneName(
  tree: SpecTree,
  reported: readonly Diagnostic[],
  unparsed: ReadonlyMap<string, readonly Unparsed[]>,
): readonly Diagnostic[] {
  const places = [...unparsed.values()].flat().filter(({ root, isNameless }) => isNameless && reported.includes(root));
  if (places.length === 0) return reported;
  const tables = [...unparsed.values()].flat().filter(({ kind }) => kind === 'table');
  const roots = new Set([...places, ...tables].map(({ root }) => root));
  const isOther = (diagnostic: Diagnostic): boolean =>
    isUnknownName(diagnostic) &&
    !roots.has(diagnostic) &&
    // One name of a row is often near to the next one's, as `V5` to `V6`.
    places.some((place) => mayState(place, diagnostic) && (place.isRow || diagnostic.offered === undefined));
  const names = new Set(reported.filter(isOther).map((diagnostic) => nameOf(tree, diagnostic)));
  return names.size === 1 ? reported.filter((diagnostic) => !isOther(diagnostic)) : reported;
}
