import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { knownRows, startsOf } from '../../derived/life.ts';

/** 4: Every state can be reached from where records start. */
export function checkReachable(model: Model, context: Context): void {
  for (const workflow of model.states) {
    const rows = knownRows(workflow);
    const starts = rows && startsOf(workflow, rows);
    if (!rows || !starts || starts.length === 0) continue;
    const reached = new Set(starts);
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const row of rows) {
        if (row.to !== 'same' && Array.isArray(row.from) && row.from.some((state) => reached.has(state)))
          reached.add(row.to);
      }
    }
    for (const state of workflow.states) {
      const span = model.places.get(state.clause);
      if (!reached.has(state.name) && span) {
        context.report('N405', STATES_CODES.N405, { state: state.name }, span, { clause: state.clause });
      }
    }
  }
}
