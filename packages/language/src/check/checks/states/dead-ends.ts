import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { knownRows } from '../../derived/life.ts';

/** 4: A state without a way out is `final`. */
export function checkDeadEnds(model: Model, context: Context): void {
  for (const workflow of model.states) {
    const rows = knownRows(workflow);
    if (!rows) continue;
    for (const state of workflow.states) {
      if (state.kind === 'final') continue;
      const leads = rows.some(
        (row) => Array.isArray(row.from) && row.from.includes(state.name) && row.to !== 'same' && row.to !== state.name,
      );
      const span = model.places.get(state.clause);
      if (!leads && span)
        context.report('N406', STATES_CODES.N406, { state: state.name }, span, { clause: state.clause });
    }
  }
}
