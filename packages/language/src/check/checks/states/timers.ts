import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { ownFields } from '../../../expression/fields.ts';
import type { Model } from '../../../model/model.ts';
import { timerText, type Trigger, type Transition, type Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';

/** 4: A timer counts from when a record entered its state, or waits for a time that the record says. */
export function checkTimers(model: Model, context: Context): void {
  for (const workflow of model.states) {
    for (const { transitions } of workflow.events) {
      for (const row of transitions) {
        for (const trigger of row.by) {
          if (trigger.kind !== 'after' && trigger.kind !== 'at') continue;
          const why = whyNever(workflow, row, trigger);
          const span = context.placeOf(row.clause);
          if (why === null || !span) continue;
          const timer = timerText(trigger);
          context.report('N455', STATES_CODES.N455, { timer, why }, span, { clause: row.clause });
        }
      }
    }
  }
}

function whyNever(
  workflow: Workflow,
  row: Transition,
  trigger: Extract<Trigger, { kind: 'after' | 'at' }>,
): DetailsOf<'N455'>['why'] | null {
  if (row.from === 'new') return 'isNew';
  if (trigger.kind === 'after' && workflow.field === null) return { because: 'noStates', entity: workflow.entity };
  if (trigger.kind === 'at' && trigger.at.type.kind !== 'unknown' && ownFields(trigger.at).length === 0)
    return 'noTime';
  return null;
}
