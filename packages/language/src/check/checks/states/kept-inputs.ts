import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { walk } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { inEffect } from '../../derived/uses.ts';

/**
 * 4: What an event asks for and doesn't store is gone when it has happened. A condition or an effect that reads it is
 * its use; a tick (`really boolean`) may also just be a confirmation.
 */
export function checkKeptInputs(model: Model, context: Context): void {
  for (const { entity, events } of model.states) {
    for (const { name: event, transitions } of events) {
      if (transitions.some(({ open }) => open.length > 0)) continue;
      const read = new Set(transitions.flatMap(inputsRead));
      for (const { clause, asks } of transitions) {
        const span = context.placeOf(clause);
        const lost = asks.flatMap((ask) =>
          ask.kind === 'input' && ask.type.kind !== 'boolean' && !read.has(ask.name) ? [ask.name] : [],
        );
        if (span && lost.length > 0)
          context.report('N464', STATES_CODES.N464, { event, entity, inputs: lost }, span, { clause });
      }
    }
  }
}

function inputsRead({ when, effects }: Transition): readonly string[] {
  const found: string[] = [];
  for (const expression of [when, ...effects.flatMap(inEffect)]) {
    if (expression === null) continue;
    walk(expression, (part) => {
      if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'input') found.push(part.field);
    });
  }
  return found;
}
