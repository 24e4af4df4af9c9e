import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Workflow } from '../../../model/states.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { missingWays } from '../../derived/lifecycle.ts';

/** 4: A state without a way out is `final`. */
export function checkDeadEnds(model: Model, context: Context): void {
  for (const workflow of model.states) {
    const ways = missingWays(workflow);
    const deadEnds = new Set(ways?.deadEnds);
    const to = ways?.step?.to ?? null;
    const end = to === null ? undefined : placeOf(model, workflow, to);
    for (const { name, clause } of workflow.states) {
      const span = model.places.get(clause);
      if (!deadEnds.has(name) || !span) continue;
      const related = end ? [{ span: end, message: 'No event leads here.' }] : [];
      context.report('N406', STATES_CODES.N406, { state: name, to }, span, { clause, related });
    }
  }
}

function placeOf(model: Model, { states }: Workflow, name: string): Span | undefined {
  const state = states.find((one) => one.name === name);
  return state && model.places.get(state.clause);
}
