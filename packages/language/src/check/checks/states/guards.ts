import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import { conditionsOf, ownGuard, type Workflow } from '../../../model/states.ts';
import { opposite } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeBeforeEffects, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { rowFacts } from '../../derived/lifecycle-facts.ts';

/** 4: A guard refuses some records and accepts others; a guard that never or always holds is a mistake. */
export function checkGuards(model: Model, context: Context): void {
  const knowledge = knowledgeOf(model);
  for (const workflow of model.states) {
    for (const event of workflow.events) {
      for (const row of event.transitions) {
        const own = ownGuard(row);
        // A row without a guard of its own has only the conditions of all events.
        const stating = own === null ? row.conditions?.at(-1) : row;
        const span = stating && context.placeOf(`${stating.clause}.when`);
        if (row.when === null || !span) continue;
        const facts = rowFacts(context, workflow, row);
        const seen = knowledgeBeforeEffects(knowledge, workflow.entity, row.asks);
        // A guard that contradicts itself is one mistake, regardless of other knowledge.
        if (excludes([row.when, ...facts], seen)) {
          context.report('N451', STATES_CODES.N451, { event: event.name, from: row.from }, span, {
            clause: row.clause,
          });
        } else if (refusesNobody(own, facts, seen)) {
          context.report('N452', STATES_CODES.N452, { event: event.name, from: row.from }, span, {
            clause: row.clause,
          });
        }
      }
    }
    checkConditions(workflow, knowledge, context);
  }
}

/** A condition of all events (4) that each of them keeps anyway. */
function checkConditions(workflow: Workflow, knowledge: Knowledge, context: Context): void {
  const rows = workflow.events.flatMap(({ transitions }) => transitions);
  for (const condition of conditionsOf(workflow)) {
    const span = context.placeOf(`${condition.clause}.when`);
    const held = rows.filter(({ conditions = [] }) => conditions.includes(condition));
    const isKept = held.every((row) => {
      const seen = knowledgeBeforeEffects(knowledge, workflow.entity, row.asks);
      return refusesNobody(condition.when, rowFacts(context, workflow, row), seen);
    });
    if (span && isKept && condition.when.kind !== 'literal')
      context.report('N452', STATES_CODES.N452, { event: 'any', from: null }, span, { clause: condition.clause });
  }
}

function refusesNobody(guard: Expression | null, facts: readonly Expression[], seen: Knowledge): boolean {
  return guard !== null && excludes([opposite(guard), ...facts], seen);
}
