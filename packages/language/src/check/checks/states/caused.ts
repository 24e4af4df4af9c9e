import { openPart } from '../../../model/clause.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { firedBy } from '../../derived/effects.ts';
import { effectsOf } from '../../derived/origins.ts';

/** 4: An event has somebody, a timer or an effect that causes it; one of `system` that no effect and no signed call causes never happens. */
export function checkCaused(model: Model, context: Context): void {
  // An effect that is not shown may fire any event.
  if (model.gaps.some(({ clause }) => /^4$|^7$|^7\.made$|\.(?:then|fails)$/.test(clause))) return;
  const fired = firedIn(model);
  for (const { entity, events } of model.states) {
    for (const { name, transitions } of events) {
      const isCaused = transitions.some(
        (row) =>
          openPart(row, 'by') !== null ||
          row.by.some(
            (trigger) => trigger.kind !== 'system' || fired.has(`${entity} ${name}`) || fired.has(`? ${name}`),
          ),
      );
      const [first] = transitions;
      const span = first && context.placeOf(first.clause);
      // Rows named `create` only add to a create that point 6 allows.
      if (isCaused || !span || name === 'create') continue;
      const isSystem = transitions.some(({ by }) => by.length > 0);
      context.report('N457', STATES_CODES.N457, { event: name, isSystem }, span, { clause: first.clause });
    }
  }
}

/** The events that effects and signed calls cause, as `Loan lose`; `? lose` where it is not known of which entity. */
function firedIn(model: Model): ReadonlySet<string> {
  const fired = new Set<string>();
  for (const effect of effectsOf(model)) {
    const caused = firedBy(model.entities, effect);
    if (caused !== null) fired.add(`${caused.entity ?? '?'} ${caused.event}`);
  }
  for (const { does, signed } of model.answered.calls)
    if (does?.kind === 'fire' && signed !== null) fired.add(`${does.entity} ${does.event}`);
  return fired;
}
