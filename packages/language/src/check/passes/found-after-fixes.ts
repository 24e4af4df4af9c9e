import { edited, placeBefore, withoutOverlaps } from '../../diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName, mistakeOf } from '../../diagnostics/meaning.ts';
import { Counted } from '../../source/counted.ts';
import type { Span } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { bringsMore, type CheckedOnce, type CheckFiles, isError } from './checked-once.ts';
import { oncePerName } from './once-per-name.ts';
import { atDeclarations } from './misspelt-declarations.ts';
import { Outline } from './unparsed/outline.ts';

/**
 * Further errors that appear once all reported errors with a fix are fixed: errors that counted as consequences and
 * remain, or else errors that could not be found before. `commonFixes` are the fixes that replace several errors by
 * one.
 */
export function foundAfterFixes(
  reported: readonly Diagnostic[],
  commonFixes: readonly Fix[],
  before: CheckedOnce,
  check: CheckFiles,
): readonly Diagnostic[] {
  const { tree, all, own, isReasoned } = before;
  const errors = reported.filter(isError);
  const ofStructure = fixesOf(errors.filter((error) => hasTrait(error, 'surely fixed')));
  const sure = withoutOverlaps([...commonFixes, ...ofStructure]);
  const likely = fixesOf(errors.filter((error) => hasTrait(error, 'likely fixed') || isUnknownName(error)));
  const fixes = withoutOverlaps([...sure, ...likely]);
  if (fixes.length === 0 || (sure.length === 0 && isReasoned)) return [];
  const fixed = sure.length > 0 ? check(edited(tree.files, sure)) : null;
  if (fixed !== null && !bringsMore(all.filter(isError), fixed.own.filter(isError))) {
    const beside = new Counted(
      errors.flatMap(({ related = [] }) => related.flatMap(({ of }) => (of ? mistakeOf(of) : []))),
    );
    const stays = new Counted(fixed.own.filter(isError).map(mistakeOf));
    for (const error of own) stays.take(mistakeOf(error));
    const hidden = all.filter((one) => isError(one) && !own.includes(one) && !beside.take(mistakeOf(one)));
    const still = hidden.filter((one) => stays.take(mistakeOf(one)));
    if (still.length > 0) return oncePerName(tree, atDeclarations(tree, still));
  }
  if (fixed !== null && fixes.length === sure.length) return broughtToLight(tree, errors, fixes, fixed);
  // A likely fix may be the wrong one: errors that exist without it may be consequences of it.
  return broughtToLight(tree, [...all.filter(isError), ...errors], fixes, check(edited(tree.files, fixes)));
}

function fixesOf(errors: readonly Diagnostic[]): readonly Fix[] {
  return errors.flatMap(({ fix }) => fix ?? []);
}

/**
 * The one error that fixes uncover, in a point that they don't change. If they uncover several, one of the fixes is
 * wrong, and nothing is reported.
 */
function broughtToLight(
  tree: SpecTree,
  found: readonly Diagnostic[],
  fixes: readonly Fix[],
  { reported }: CheckedOnce,
): readonly Diagnostic[] {
  const known = new Counted(found.map(mistakeOf));
  const [one, ...more] = reported.filter((error) => isError(error) && !known.take(mistakeOf(error)));
  if (one === undefined || more.length > 0) return [];
  const placeOf = placeBefore(fixes);
  const span = placeOf(one.span);
  const pointOf = ({ file, start }: Span): string => {
    const outline = outlines.get(file);
    return `${file} ${outline?.pointNumber(outline.lineAt(start))}`;
  };
  const outlines = new Map(tree.files.map((file) => [file.path, new Outline(file)]));
  const changed = new Set(fixes.flatMap(({ edits }) => edits.map((edit) => pointOf(edit.span))));
  if (changed.has(pointOf(span))) return [];
  const { related, fix } = one;
  return [
    {
      ...one,
      span,
      ...(related && { related: related.map((other) => ({ ...other, span: placeOf(other.span) })) }),
      ...(fix && { fix: { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: placeOf(edit.span) })) } }),
    },
  ];
}
