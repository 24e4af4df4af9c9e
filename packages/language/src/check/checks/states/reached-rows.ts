import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Actor, Transition } from '../../../model/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 4: Rows of one event are tried in order; one that an earlier row without a guard covers is never reached. */
export function checkReachedRows(model: Model, context: Context): void {
  for (const workflow of model.states) {
    for (const event of workflow.events) {
      for (const [index, row] of event.transitions.entries()) {
        const cover = event.transitions.slice(0, index).find((earlier) => covers(earlier, row));
        const span = model.places.get(row.clause);
        if (!cover || !span) continue;
        const first = model.places.get(cover.clause);
        const condition = Array.isArray(row.from) ? `from ${row.from.join(', ')}` : 'that it could take';
        context.report('N421', STATES_CODES.N421, { event: event.name, condition }, span, {
          clause: row.clause,
          ...(first && { related: [{ span: first, message: 'This row is taken first.' }] }),
        });
      }
    }
  }
}

function covers(earlier: Transition, row: Transition): boolean {
  if (earlier.when !== null || earlier.open.length > 0 || row.open.length > 0 || row.by.length === 0) return false;
  const states = (transition: Transition): readonly string[] =>
    Array.isArray(transition.from) ? transition.from : [String(transition.from)];
  const coveredStates = new Set(states(earlier));
  const coveredActors = new Set(earlier.by.map(actorKey));
  const hasAll = states(row).length > 0 && states(row).every((state) => coveredStates.has(state));
  return hasAll && row.by.every((actor) => coveredActors.has(actorKey(actor)));
}

function actorKey(actor: Actor): string {
  return JSON.stringify(actor, (key, value: unknown) => (key === 'range' ? undefined : value));
}
