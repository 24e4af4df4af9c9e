import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 4: Exactly one state is `initial`, unless rows `from new` say where a record starts. */
export function checkOneInitial(model: Model, context: Context): void {
  for (const workflow of model.states) {
    if (workflow.field === null || model.gaps.some((gap) => gap.clause === workflow.clause)) continue;
    // A state whose kind is a gap may be the initial one.
    if (workflow.states.some((state) => model.gaps.some((gap) => gap.clause === `${state.clause}.kind`))) continue;
    const initial = workflow.states.filter((state) => state.kind === 'initial');
    const creates = workflow.events.some((event) => event.transitions.some((row) => row.from === 'new'));
    if (initial.length === 1 || (initial.length === 0 && creates)) continue;
    const second = initial[1];
    const span = model.places.get(second ? second.clause : workflow.clause);
    const details = { workflow: `${workflow.entity}.${workflow.field}`, initial: initial.map((state) => state.name) };
    if (span) context.report('N404', STATES_CODES.N404, details, span, { clause: workflow.clause });
  }
}
