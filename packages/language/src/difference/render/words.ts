import type { Difference, DifferenceEffect, DifferencePlace } from '../difference.ts';
import type { DifferencesReport } from '../report.ts';
import { EFFECTS } from '../difference.ts';
import { DIFFERENCE_GROUPS, DIFFERENCE_KINDS, type DifferenceGroup } from '../list.ts';

/** The meaning of an effect, for first-time readers. */
export const EFFECT_WORDS: Readonly<Record<DifferenceEffect, string>> = {
  lost: 'stored data has no place in the new document',
  wider: 'somebody may see or do more',
  undecided: 'whether more or less is allowed is not decided',
  breaking: 'programs that use the API break',
  stricter: 'what is stored may be refused',
  narrower: 'somebody may see or do less',
  behaviour: 'the product does something else',
  compatible: 'nothing that was there is concerned',
};

/** `23 differences: 2 lost, 6 wider, …`, the gravest first. */
export function summaryOf({ differences, counts }: DifferencesReport): string {
  if (differences.length === 0) return 'no differences';
  const parts = EFFECTS.filter((effect) => counts[effect] > 0).map((effect) => `${counts[effect]} ${effect}`);
  return `${differences.length} difference${differences.length === 1 ? '' : 's'}: ${parts.join(', ')}`;
}

/** The differences under their headings, the gravest of each first; those that nothing is under are left out. */
export function groupDifferences(
  differences: readonly Difference[],
): readonly { readonly group: DifferenceGroup; readonly differences: readonly Difference[] }[] {
  const rank = ({ effect }: Difference): number => EFFECTS.indexOf(effect);
  return DIFFERENCE_GROUPS.map((group) => ({
    group,
    differences: differences
      .filter(({ kind }) => DIFFERENCE_KINDS[kind].group === group)
      .toSorted((left, right) => rank(left) - rank(right)),
  })).filter((each) => each.differences.length > 0);
}

/** `old.md:12 → new.md:14`, with `–` for what is not there. */
export function placesOf(
  difference: Difference,
  { former, new: now }: DifferencesReport,
  nameFormer: NameFile,
  nameNew: NameFile,
): string {
  const shown = (place: DifferencePlace | null, document: string, name: NameFile): string =>
    place === null ? `not in ${document}` : `${name(place.file)}:${place.line}`;
  return `${shown(difference.formerPlace, former.name, nameFormer)} → ${shown(difference.newPlace, now.name, nameNew)}`;
}

export type NameFile = (file: string) => string;

/** The sentences behind the first one: for whom it is so, and why. */
export function detailsOf({ example, isAssumed, because }: Difference): readonly string[] {
  return [
    ...(example.length === 0 ? [] : [`${isAssumed ? 'Where' : 'For instance'}: ${example.join(', ')}.`]),
    ...(because.length === 0 ? [] : [`It follows from ${because.join(', ')}.`]),
  ];
}

/** The first sentence. */
export function sentenceOf({ text }: Difference): string {
  return /[.!?”]$/.test(text) ? text : `${text}.`;
}
