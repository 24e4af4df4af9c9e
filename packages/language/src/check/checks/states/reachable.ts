import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { missingWays } from '../../derived/lifecycle.ts';

/** 4: Every state can be reached from where records start. */
export function checkReachable(model: Model, context: Context): void {
  for (const workflow of model.states) {
    const ways = missingWays(workflow);
    // If a single event is missing, the state that it would leave is reported instead.
    if (ways === null || ways.step !== null) continue;
    const unreached = new Set(ways.unreached);
    for (const { name, clause } of workflow.states) {
      const span = model.places.get(clause);
      if (unreached.has(name) && span) context.report('N405', STATES_CODES.N405, { state: name }, span, { clause });
    }
  }
}
