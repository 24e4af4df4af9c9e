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

/** Where there are more errors, or more places beside them, each error is reported as it is. */
const MOST_ERRORS = 8;
const MOST_PLACES = 80;
/** Each suggestion costs a check of the whole document; at most this many characters are read again, so that an editor stays quick. */
const MOST_READ = 200_000;
/** In a longer document even one more check takes noticeably long. */
const MOST_CHARACTERS = 60_000;

/** A fix that makes so many things right leaves no doubt of what is meant. */
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
 * Errors that one fix takes away, and that brings no other, are one mistake: it is reported once, with the others beside it.
 * What a fix does not take away is a mistake of its own, and stays.
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

/** How many wrong places there are: errors, and the places beside them. */
function evidenceOf(fixed: readonly Diagnostic[]): number {
  return fixed.reduce((sum, { related = [] }) => sum + 1 + related.length, 0);
}

/** The errors that a fix takes away; none where it brings what was not there before, or leaves something of what it is for. */
function errorsFixedBy(
  { fix, settles, isWritten }: Suggestion,
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
  // What is reported beside an error is fixed with it, unless it is a slip of its own.
  const isGone = (error: Diagnostic): boolean =>
    !error.related?.some(({ of }) => of !== undefined && still.has(mistakeOf(of)));
  const fixed = errors.filter((error) => !isLeft.take(mistakeOf(error)) && isGone(error));
  // An error that it uncovers may be a mistake of its own, where the fix makes so much else right.
  if (brought.length > 0 && (!isWritten || evidenceOf(fixed) < MUCH)) return [];
  // A fix that makes something readable may bring warnings about it.
  if (settles === null) return bringsMore(errors, left) ? [] : fixed;
  if (before.isReasoned && bringsMore(before.all.filter(isMistake), after.reported.filter(isMistake))) return [];
  const gaps = (list: readonly Diagnostic[]): number =>
    list.filter(({ severity, span }) => severity === 'gap' && isWithin(span, settles)).length;
  const isSettled = errors.every((error) => fixed.includes(error) || !isWithin(error.span, settles));
  return isSettled && gaps(after.read) <= gaps(before.read) ? fixed : [];
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}
