import { edited } from '../../diagnostics/apply-fixes.ts';
import { beside, type Diagnostic, type Fix } from '../../diagnostics/diagnostic.ts';
import { mistakeOf } from '../../diagnostics/meaning.ts';
import { Counted } from '../../source/counted.ts';
import { isWithin } from '../../source/span.ts';
import { bringsMore, broughtBy, type CheckedOnce, type CheckFiles, isError } from './checked-once.ts';
import { foundAfterFixes } from './found-after-fixes.ts';
import { boldHeading } from './suggestions/bold-heading.ts';
import { lostHeading } from './suggestions/lost-heading.ts';
import { lostUnit } from './suggestions/lost-unit.ts';
import type { Suggestion, Suggest } from './suggestions/suggestion.ts';
import { misspelt } from './suggestions/misspelt.ts';
import { ownFix } from './suggestions/own-fix.ts';
import { strayRow } from './suggestions/stray-row.ts';
import { swappedCells, swappedColumns } from './suggestions/swapped.ts';

/** The maximum number of errors, and of their related places, for which a common fix is searched. */
const MOST_ERRORS = 8;
const MOST_PLACES = 80;
/** Each suggestion costs a check of the whole document; at most this many characters are read again, so that an editor stays quick. */
const MOST_READ = 200_000;
/** The maximum number of characters: in a longer document one more check takes noticeably long. */
const MOST_CHARACTERS = 60_000;

/** A fix that corrects so many places is certain. */
const MUCH = 5;

/** They are tried in this order. */
const SUGGESTIONS: readonly Suggest[] = [
  boldHeading,
  lostHeading,
  ownFix,
  misspelt,
  lostUnit,
  swappedColumns,
  swappedCells,
  strayRow,
];

/**
 * Errors that one fix removes without causing another are one mistake: it is reported once, with the others as related
 * places. An error that the fix does not remove is a separate mistake, and stays.
 */
export function withCommonFixes(before: CheckedOnce, check: CheckFiles): readonly Diagnostic[] {
  const { tree, reported: found } = before;
  const errors = found.filter(isError);
  const length = tree.files.reduce((sum, { text }) => sum + text.length, 1);
  if (
    length > MOST_CHARACTERS ||
    errors.length === 0 ||
    errors.length > MOST_ERRORS ||
    evidenceOf(errors) > MOST_PLACES
  )
    return found;
  const tried = SUGGESTIONS.flatMap((suggest) => suggest(tree, { errors, all: before.all.filter(isError) }))
    .slice(0, Math.floor(MOST_READ / length))
    .map((suggestion) => ({ suggestion, fixed: errorsFixedBy(suggestion, before, check) }))
    .toSorted((left, right) => right.fixed.length - left.fixed.length);
  let reported = found;
  const fixes: Fix[] = [];
  for (const { suggestion, fixed } of tried) {
    const [first] = fixed;
    if (first === undefined || evidenceOf(fixed) < suggestion.least) continue;
    if (!fixed.every((error) => reported.includes(error))) continue;
    const root = suggestion.report();
    const related = fixed.filter(({ span }) => span !== root.span).map(beside);
    const one = { ...root, related: [...(root.related ?? []), ...related] };
    reported = reported.flatMap((diagnostic) =>
      diagnostic === first ? one : fixed.includes(diagnostic) ? [] : diagnostic,
    );
    fixes.push(suggestion.fix);
  }
  return [...reported, ...foundAfterFixes(reported, fixes, before, check)];
}

/** The number of wrong places: errors, and their related places. */
function evidenceOf(fixed: readonly Diagnostic[]): number {
  return fixed.reduce((sum, { related = [] }) => sum + 1 + related.length, 0);
}

/** The errors that a fix removes; none if it causes new errors, or does not remove all that it is for. */
function errorsFixedBy(
  { fix, mustClear, isWritten }: Suggestion,
  before: CheckedOnce,
  check: CheckFiles,
): readonly Diagnostic[] {
  const { tree, reported } = before;
  const after = check(edited(tree.files, [fix]));
  const brought = broughtBy(before.read.filter(isError), after.read.filter(isError));
  if (brought.length > 1) return [];
  const errors = reported.filter(isError);
  const left = after.reported.filter(isError);
  const isLeft = new Counted(left.map(mistakeOf));
  const still = new Set(left.flatMap((error) => (error.fix === undefined ? [mistakeOf(error)] : [])));
  // Related places of an error are fixed with it, unless they are mistakes of their own.
  const isGone = (error: Diagnostic): boolean =>
    !error.related?.some(({ of }) => of !== undefined && still.has(mistakeOf(of)));
  const fixed = errors.filter((error) => !isLeft.take(mistakeOf(error)) && isGone(error));
  // An error that it uncovers may be a separate mistake, if the fix corrects so much else.
  if (brought.length > 0 && (!isWritten || evidenceOf(fixed) < MUCH)) return [];
  // A fix that makes something readable may bring warnings about it.
  if (mustClear === null) return bringsMore(errors, left) ? [] : fixed;
  if (before.isReasoned && bringsMore(before.all.filter(isMistake), after.reported.filter(isMistake))) return [];
  const gaps = (list: readonly Diagnostic[]): number =>
    list.filter(({ severity, span }) => severity === 'gap' && isWithin(span, mustClear)).length;
  const isSettled = errors.every((error) => fixed.includes(error) || !isWithin(error.span, mustClear));
  return isSettled && gaps(after.read) <= gaps(before.read) ? fixed : [];
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}
