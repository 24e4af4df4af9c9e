import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { entityAt } from '../../derived/entity-at.ts';
import { effectsOf } from '../../derived/origins.ts';

/** 4: An event has somebody, a timer or an effect that causes it; one of `system` that no effect fires never happens. */
export function checkCaused(model: Model, context: Context): void {
  // An effect that is not shown may fire any event.
  if (model.gaps.some(({ clause }) => /^4$|^7$|^7\.made$|\.(?:then|fails)$/.test(clause))) return;
  const fired = firedIn(model);
  for (const { entity, events } of model.states) {
    for (const { name, transitions } of events) {
      const isCaused = transitions.some(
        ({ by, open }) =>
          open.some((clause) => clause.endsWith('.by')) ||
          by.some((actor) => actor.kind !== 'system' || fired.has(`${entity} ${name}`) || fired.has(`? ${name}`)),
      );
      const [first] = transitions;
      const span = first && context.placeOf(first.clause);
      // Rows named `create` only add to a create that point 6 permits.
      if (isCaused || !span || name === 'create') continue;
      const isSystem = transitions.some(({ by }) => by.length > 0);
      context.report('N457', STATES_CODES.N457, { event: name, isSystem }, span, { clause: first.clause });
    }
  }
}

/** The events that effects fire, as `Loan lose`; `? lose` where it is not known of which entity. */
function firedIn(model: Model): ReadonlySet<string> {
  const fired = new Set<string>();
  for (const effect of effectsOf(model)) {
    if (effect.kind === 'fire each') fired.add(`${effect.records.source.entity} ${effect.event}`);
    else if (effect.kind === 'fire') {
      const entity = entityAt(model.entities, effect.start.entity, effect.path);
      fired.add(`${entity ?? '?'} ${effect.event}`);
    }
  }
  return fired;
}
