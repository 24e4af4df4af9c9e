import type { Expression } from '../expression/tree.ts';
import { keyOf } from '../expression/key.ts';
import { opposite } from '../check/analysis/build.ts';
import { assumption, decide, excludes } from '../check/analysis/decide.ts';
import type { Knowledge } from '../check/analysis/knowledge.ts';

/**
 * Whether one condition can hold where the other does not: never, certainly, or undecided. An `assumed` example was
 * not calculated: the parts that the analysis does not follow (queries, patterns) have the values that the example
 * needs.
 */
export type Beyond =
  | { readonly verdict: 'never' }
  | { readonly verdict: 'surely' | 'perhaps'; readonly example: readonly string[]; readonly isAssumed: boolean };

export interface ComparedConditions {
  /** Cases in which the new condition holds, and the former did not. */
  readonly wider: Beyond;
  /** Cases in which the former condition held, and the new one does not. */
  readonly narrower: Beyond;
}

const NEVER: Beyond = { verdict: 'never' };
const SAME: ComparedConditions = { wider: NEVER, narrower: NEVER };

/**
 * Compares two conditions in canonical form. `given` holds in every case that is considered, such as the person who
 * asks.
 */
export function compareConditions(
  former: Expression,
  now: Expression,
  given: readonly Expression[],
  knowledge: Knowledge,
): ComparedConditions {
  if (keyOf(former) === keyOf(now)) return SAME;
  const wider = beyond(now, former, given, knowledge);
  const narrower = beyond(former, now, given, knowledge);
  return { wider: sure(wider, narrower), narrower: sure(narrower, wider) };
}

function beyond(holds: Expression, fails: Expression, given: readonly Expression[], knowledge: Knowledge): Beyond {
  const question = [holds, opposite(fails), ...given];
  const found = decide(question, knowledge);
  if (found.kind === 'never') return NEVER;
  if (found.kind === 'sometimes') return { verdict: 'surely', example: found.example, isAssumed: false };
  // Conditions about the actor may make the question too large.
  if (given.length > 0 && excludes([holds, opposite(fails)], knowledge)) return NEVER;
  return { verdict: 'perhaps', example: assumption(question, knowledge) ?? [], isAssumed: true };
}

/**
 * If one side never exceeds the other, and the two are not known to be equal, the other side exceeds this one: a part
 * that the analysis does not follow (a query) can have either value.
 */
function sure(side: Beyond, other: Beyond): Beyond {
  return side.verdict === 'perhaps' && other.verdict === 'never' ? { ...side, verdict: 'surely' } : side;
}
