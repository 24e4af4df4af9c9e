import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import { opposite } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { knowledgeBeforeEffects, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';

/** 4: A guard refuses some records and accepts others; a guard that never or always holds is a mistake. */
export function checkGuards(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const workflow of model.states) {
    for (const event of workflow.events) {
      for (const row of event.transitions) {
        const span = context.placeOf(`${row.clause}.when`);
        if (row.when === null || !span) continue;
        const facts = rowFacts(context, workflow, row);
        const seen = knowledgeBeforeEffects(knowledge, workflow.entity, row.asks);
        // A guard that contradicts itself is one mistake, regardless of other knowledge.
        if (excludes([row.when, ...facts], seen)) {
          context.report('N451', STATES_CODES.N451, { event: event.name, from: row.from }, span, {
            clause: row.clause,
          });
        } else if (excludes([opposite(row.when), ...facts], seen)) {
          context.report('N452', STATES_CODES.N452, { event: event.name, from: row.from }, span, {
            clause: row.clause,
          });
        }
      }
    }
  }
}
