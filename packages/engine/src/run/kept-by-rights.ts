import type { PlanIndex } from '../plan-index.ts';
import type { ReadScope } from './read-scope.ts';
import { authorityKey } from './write.ts';

const MOST_KEPT = 5_000;
/** Requests write parts of the keys: a longer one than people write is worked out each time. */
const LONGEST_KEY = 1_000;

/**
 * Keeps what follows from the plan, a reader's rights and a key alone, as the text of a statement does
 * (`keptStatement`): it is worked out once.
 */
export function keptByRights<Value>(): (
  scope: Pick<ReadScope, 'index' | 'actor' | 'authority'>,
  key: string,
  work: () => Value,
) => Value {
  const byPlan = new WeakMap<PlanIndex, Map<string, Value>>();
  return (scope, key, work) => {
    if (key.length > LONGEST_KEY) return work();
    let kept = byPlan.get(scope.index);
    if (kept === undefined) byPlan.set(scope.index, (kept = new Map<string, Value>()));
    const whole = `${authorityKey(scope)} ${key}`;
    const known = kept.get(whole);
    if (known !== undefined) return known;
    const value = work();
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(whole, value);
    return value;
  };
}
