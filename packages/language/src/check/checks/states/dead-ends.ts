import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { missingWays } from '../../derived/life.ts';

/** 4: A state without a way out is `final`. */
export function checkDeadEnds(model: Model, context: Context): void {
  for (const workflow of model.states) {
    const ways = missingWays(workflow);
    for (const { name, clause } of workflow.states) {
      const span = model.places.get(clause);
      if (!ways?.deadEnds.includes(name) || !span) continue;
      const to = ways.step?.to ?? null;
      const other = workflow.states.find((state) => state.name === to);
      const place = other && model.places.get(other.clause);
      const related = place ? [{ span: place, message: 'No event leads here.' }] : [];
      context.report('N406', STATES_CODES.N406, { state: name, to }, span, { clause, related });
    }
  }
}
