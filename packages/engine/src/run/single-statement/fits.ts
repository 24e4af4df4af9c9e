import type { PlanIndex } from '../../plan-index.ts';
import { partsFor } from './steps.ts';

const NEEDS_SEVERAL = partsFor('needsSeveral');

/**
 * Whether one statement can judge and save a record of this entity: no step of its writes needs more than the
 * statement does.
 */
export function fitsSingleStatement(index: PlanIndex, entity: string): boolean {
  let known = answers.get(index);
  if (known === undefined) answers.set(index, (known = new Map()));
  let answer = known.get(entity);
  if (answer === undefined) known.set(entity, (answer = !NEEDS_SEVERAL.some((needs) => needs(index, entity))));
  return answer;
}

const answers = new WeakMap<PlanIndex, Map<string, boolean>>();
