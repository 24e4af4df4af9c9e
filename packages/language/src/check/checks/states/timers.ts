import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { ownFields } from '../../../expression/fields.ts';
import { printExpression } from '../../../expression/print.ts';
import type { Model } from '../../../model/model.ts';
import type { Actor, Transition, Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';

/** 4: A timer counts from when a record entered its state, or waits for a time that the record says. */
export function checkTimers(model: Model, context: Context): void {
  for (const workflow of model.states) {
    for (const { transitions } of workflow.events) {
      for (const row of transitions) {
        for (const actor of row.by) {
          if (actor.kind !== 'after' && actor.kind !== 'at') continue;
          const why = whyNever(workflow, row, actor);
          const span = context.placeOf(row.clause);
          if (why === null || !span) continue;
          const timer = `${actor.kind} ${printExpression(actor.kind === 'at' ? actor.at : actor.duration)}`;
          context.report('N455', STATES_CODES.N455, { timer, why }, span, { clause: row.clause });
        }
      }
    }
  }
}

function whyNever(workflow: Workflow, row: Transition, actor: Extract<Actor, { kind: 'after' | 'at' }>): string | null {
  if (row.from === 'new') return 'there is no record yet that it could be about';
  if (actor.kind === 'after' && workflow.field === null)
    return `${workflow.entity} has no states here, so none was entered`;
  if (actor.kind === 'at' && actor.at.type.kind !== 'unknown' && ownFields(actor.at).length === 0)
    return 'it reads nothing of the record, so it has no time of its own';
  return null;
}
