import { edited } from '../diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { Counted } from '../source/counted.ts';
import { isWithin } from '../source/span.ts';
import { bringsMore, broughtBy, type CheckedOnce, type CheckFiles, isError, mistakeOf } from './checked-once.ts';
import { foundMended } from './found-mended.ts';
import { boldHeading } from './mends/bold-heading.ts';
import { lostHeading } from './mends/lost-heading.ts';
import { lostUnit } from './mends/lost-unit.ts';
import type { Mend, Suggest } from './mends/mend.ts';
import { misspelt } from './mends/misspelt.ts';
import { ownFix } from './mends/own-fix.ts';
import { strayRow } from './mends/stray-row.ts';
import { swappedCells, swappedColumns } from './mends/swapped.ts';

/** Where there are more errors, or more is told beside them, each is told as it is. */
const MOST_ERRORS = 8;
const MOST_PLACES = 80;
/** Each mend is tried by a check of the whole document: so many characters are read again at most, so that nobody waits as they type. */
const MOST_READ = 200_000;
/** Of a longer document already one check more would be felt. */
const MOST_CHARACTERS = 60_000;

/** So many things that a mend makes right leave no doubt of what is meant. */
const MUCH = 5;

/** In the order in which they are tried. */
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
 * Errors that one mend takes away, and that brings no other, are one mistake: it is told once, with the others beside it.
 * What a mend does not take away is a mistake of its own, and stays.
 */
export function withOneMend(before: CheckedOnce, check: CheckFiles): readonly Diagnostic[] {
  const { tree, told: found } = before;
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
    .map((mend) => ({ mend, mended: mendedBy(mend, before, check) }))
    .toSorted((left, right) => right.mended.length - left.mended.length);
  let told = found;
  const fixes: Fix[] = [];
  for (const { mend, mended } of tried) {
    const [first] = mended;
    if (first === undefined || evidenceOf(mended) < mend.least) continue;
    if (!mended.every((error) => told.includes(error))) continue;
    const root = mend.tell();
    const related = mended.filter(({ span }) => span !== root.span).map(({ span, message }) => ({ span, message }));
    const one = { ...root, related: [...(root.related ?? []), ...related] };
    told = told.flatMap((diagnostic) => (diagnostic === first ? one : mended.includes(diagnostic) ? [] : diagnostic));
    fixes.push(mend.fix);
  }
  return [...told, ...foundMended(told, fixes, before, check)];
}

/** How many things are told to be wrong, beside each other or each as an error of its own. */
function evidenceOf(mended: readonly Diagnostic[]): number {
  return mended.reduce((sum, { related = [] }) => sum + 1 + related.length, 0);
}

/** The errors that a mend takes away; none where it brings what was not there before, or leaves something of what it is for. */
function mendedBy({ fix, settles, isWritten }: Mend, before: CheckedOnce, check: CheckFiles): readonly Diagnostic[] {
  const { tree, told } = before;
  const after = check(edited(tree.files, [fix]));
  const brought = broughtBy(before.read.filter(isError), after.read.filter(isError));
  if (brought.length > 1) return [];
  const errors = told.filter(isError);
  const left = after.told.filter(isError);
  const isLeft = new Counted(left.map(mistakeOf));
  const messages = new Set(left.flatMap(({ message, fix: ofItsOwn }) => (ofItsOwn === undefined ? [message] : [])));
  // What is told beside an error is mended with it, unless it is a slip of its own.
  const isGone = (error: Diagnostic): boolean => !error.related?.some(({ message }) => messages.has(message));
  const mended = errors.filter((error) => !isLeft.take(mistakeOf(error)) && isGone(error));
  // One that it brings to light may be a mistake of its own, where so much else is mended by what is meant there.
  if (brought.length > 0 && (!isWritten || evidenceOf(mended) < MUCH)) return [];
  // What makes something of what was nothing may bring warnings of it.
  if (settles === null) return bringsMore(errors, left) ? [] : mended;
  if (before.isReasoned && bringsMore(before.all.filter(isMistake), after.told.filter(isMistake))) return [];
  const gaps = (list: readonly Diagnostic[]): number =>
    list.filter(({ severity, span }) => severity === 'gap' && isWithin(span, settles)).length;
  const isSettled = errors.every((error) => mended.includes(error) || !isWithin(error.span, settles));
  return isSettled && gaps(after.read) <= gaps(before.read) ? mended : [];
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}
