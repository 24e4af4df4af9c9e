import { edited, withoutOverlaps } from '../diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { Counted } from '../source/counted.ts';
import { isWithin, type SourceFile } from '../source/span.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { oncePerName } from './consequences.ts';
import { boldHeading } from './mends/bold-heading.ts';
import { lostHeading } from './mends/lost-heading.ts';
import { lostUnit } from './mends/lost-unit.ts';
import type { Mend, Suggest } from './mends/mend.ts';
import { misspelt } from './mends/misspelt.ts';
import { ownFix } from './mends/own-fix.ts';
import { strayRow } from './mends/stray-row.ts';
import { swappedCells, swappedColumns } from './mends/swapped.ts';
import { atDeclarations } from './misstated.ts';

/** Where there are more errors, or more is told beside them, each is told as it is. */
const MOST_ERRORS = 8;
const MOST_PLACES = 80;
/** Each mend is tried by a check of the whole document: so many characters are read again at most, so that nobody waits as they type. */
const MOST_READ = 200_000;
/** Of a longer document already one check more would be felt. */
const MOST_CHARACTERS = 60_000;

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

/** What one check of a document finds. */
export interface CheckedOnce {
  readonly tree: SpecTree;
  /** What is told, without what only follows from something else. */
  readonly told: readonly Diagnostic[];
  /** The same, before all that is said of one name is told once. */
  readonly own: readonly Diagnostic[];
  /** All that is found. */
  readonly all: readonly Diagnostic[];
  /** What is found before the whole is reasoned about. */
  readonly read: readonly Diagnostic[];
  /** Whether the whole is reasoned about: not where the points that all rests on have mistakes. */
  readonly isReasoned: boolean;
}

type CheckFiles = (files: readonly SourceFile[]) => CheckedOnce;

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
  const further = told.flatMap(({ code, fix }) => (fix && OF_STRUCTURE.test(code) ? [fix] : []));
  return [...told, ...stillWrong(told, [...fixes, ...further], before, check)];
}

/** What is said of headings, tables and their columns, whose mends leave no doubt of what was meant. */
const OF_STRUCTURE = /^N0(?:0\d|1\d|2[2-9]|3[67]|4[347])$/;

/**
 * What is taken for a consequence, and is still told where all is mended that has a mend: it is a mistake of its own. Where
 * mends bring something else, one of them was not meant, and nothing is known.
 */
function stillWrong(
  told: readonly Diagnostic[],
  fixes: readonly Fix[],
  { tree, all, own }: CheckedOnce,
  check: CheckFiles,
): readonly Diagnostic[] {
  const beside = new Counted(told.filter(isError).flatMap(({ related = [] }) => related.map(({ message }) => message)));
  const hidden = all.filter((one) => isError(one) && !own.includes(one) && !beside.take(one.message));
  if (hidden.length === 0 || fixes.length === 0) return [];
  const after = check(edited(tree.files, withoutOverlaps(fixes))).own.filter(isError);
  if (bringsMore(all.filter(isError), after)) return [];
  const stays = new Counted(after.map(mistakeOf));
  for (const error of own) stays.take(mistakeOf(error));
  const still = hidden.filter((one) => stays.take(mistakeOf(one)));
  return oncePerName(tree, atDeclarations(tree, still));
}

/** What an error says, without what it offers and how often: that may be what another mend states. */
function mistakeOf({ code, message }: Diagnostic): string {
  const said = message.replace(/(?: |; )(?:Did|\(?did) you mean .*$| Known: .*$/, '').replace(/ in \d+ places/, '');
  return `${code} ${said}`;
}

/** How many things are told to be wrong, beside each other or each as an error of its own. */
function evidenceOf(mended: readonly Diagnostic[]): number {
  return mended.reduce((sum, { related = [] }) => sum + 1 + related.length, 0);
}

/** The errors that a mend takes away; none where it brings what was not there before, or leaves something of what it is for. */
function mendedBy({ fix, settles }: Mend, before: CheckedOnce, check: CheckFiles): readonly Diagnostic[] {
  const { tree, told } = before;
  const after = check(edited(tree.files, [fix]));
  if (bringsMore(before.read.filter(isError), after.read.filter(isError))) return [];
  const errors = told.filter(isError);
  const left = after.told.filter(isError);
  const isLeft = new Counted(left.map(mistakeOf));
  const messages = new Set(left.flatMap(({ message, fix: ofItsOwn }) => (ofItsOwn === undefined ? [message] : [])));
  // What is told beside an error is mended with it, unless it is a slip of its own.
  const isGone = (error: Diagnostic): boolean => !error.related?.some(({ message }) => messages.has(message));
  const mended = errors.filter((error) => !isLeft.take(mistakeOf(error)) && isGone(error));
  // What makes something of what was nothing may bring warnings of it.
  if (settles === null) return bringsMore(errors, left) ? [] : mended;
  if (before.isReasoned && bringsMore(before.all.filter(isMistake), after.told.filter(isMistake))) return [];
  const gaps = (list: readonly Diagnostic[]): number =>
    list.filter(({ severity, span }) => severity === 'gap' && isWithin(span, settles)).length;
  const isSettled = errors.every((error) => mended.includes(error) || !isWithin(error.span, settles));
  return isSettled && gaps(after.read) <= gaps(before.read) ? mended : [];
}

/** Whether anything is found that was not found before; what it is hidden by may be mended, so it is asked of all. */
function bringsMore(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const known = new Counted(before.map(mistakeOf));
  return !after.every((one) => known.take(mistakeOf(one)));
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}
