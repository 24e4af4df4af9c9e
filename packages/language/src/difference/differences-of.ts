import { keysOf } from '../collections.ts';
import type { Plan } from '../plan/plan.ts';
import { compareDocuments } from './comparison.ts';
import { type Difference, type DifferenceKind, type DifferencePlace, EFFECTS, type Found } from './difference.ts';
import { DIFFERENCE_KINDS } from './list.ts';

/**
 * The differences between a document and its former version, by kinds in the order of their list, the gravest of each
 * first. Every changed line has a difference; one that can't be decided says so.
 */
export function differencesOf(former: Plan, now: Plan): Difference[] {
  const comparison = compareDocuments(former, now);
  const reported = new Set<string>();
  const all: Difference[] = [];
  for (const kind of keysOf(DIFFERENCE_KINDS)) {
    const found = DIFFERENCE_KINDS[kind].find(comparison, reported);
    for (const { clause, former: before } of found)
      for (const each of [clause, before]) if (each !== null) reported.add(each);
    const rank = ({ effect }: Found): number => EFFECTS.indexOf(effect);
    all.push(
      ...found.toSorted((left, right) => rank(left) - rank(right)).map((one) => differenceOf(kind, one, former, now)),
    );
  }
  return all;
}

function differenceOf(kind: DifferenceKind, found: Found, former: Plan, now: Plan): Difference {
  const {
    clause,
    former: before,
    effect,
    text,
    example = [],
    isAssumed = false,
    because = [],
    apiClass = null,
  } = found;
  return {
    kind,
    effect,
    clause: clause ?? before ?? '',
    text,
    example,
    isAssumed,
    because,
    apiClass,
    formerPlace: before === null ? null : placeOf(former, before),
    newPlace: clause === null ? null : placeOf(now, clause),
    audiences: DIFFERENCE_KINDS[kind].audiences,
  };
}

/** The place of a clause, or of the nearest one around it that has a place. */
function placeOf({ clauses }: Plan, clause: string): DifferencePlace | null {
  for (let each = clause; ; ) {
    const text = clauses[each];
    if (text !== undefined) return { file: text.file, line: text.line };
    const at = each.lastIndexOf('.');
    if (at < 0) return null;
    each = each.slice(0, at);
  }
}
