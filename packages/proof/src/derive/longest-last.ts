import type { Case } from '../run/case.ts';
import type { Cases, DerivationContext } from './derivation-context.ts';

/** A part of a derivation, which can be derived again. */
export type Part = () => Cases;

/** The maximum number of days that a case may let pass while others follow. */
const MOST_DAYS = 200;
const DAY_MILLISECONDS = 86_400_000;

/** The cases of a part that come later, and the longest time that one of them takes. */
interface Postponed {
  readonly part: Part;
  readonly titles: Set<string>;
  days: number;
}

/**
 * The cases of several parts. Those that let much time pass come last, the shortest first: on a day in the next year,
 * what the others need may be over (a call for papers is closed). Parts that have no case before are tried again then,
 * for they may need what only time brings.
 */
export function* longestLast(context: DerivationContext, parts: Iterable<Part>): Cases {
  const all: Postponed[] = [];
  const empty: Part[] = [];
  for (const part of parts) {
    const postponed: Postponed = { part, titles: new Set(), days: 0 };
    let count = 0;
    yield* taken(context, part, ({ title }, days) => {
      count += 1;
      if (days <= MOST_DAYS) return true;
      postponed.titles.add(title);
      postponed.days = Math.max(postponed.days, days);
      return false;
    });
    if (postponed.titles.size > 0) all.push(postponed);
    if (count === 0) empty.push(part);
  }
  if (all.length === 0) return;
  for (const { part, titles } of all.toSorted((one, other) => one.days - other.days))
    yield* taken(context, part, ({ title }) => titles.has(title));
  for (const part of empty) yield* part();
}

/** The cases of a part that are taken; the others leave the world as it was before them. */
function* taken(context: DerivationContext, part: Part, takes: (derived: Case, days: number) => boolean): Cases {
  let before = context.world;
  for (const derived of part()) {
    const days = (Date.parse(context.world.now) - Date.parse(before.now)) / DAY_MILLISECONDS;
    if (takes(derived, days)) yield derived;
    else context.world = before;
    before = context.world;
  }
}
