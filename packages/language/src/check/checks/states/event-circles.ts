import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';
import { firedBy, flatEffects } from '../../derived/effects.ts';

/** 4: Chains of events that effects fire end: no event fires itself, directly or through others. */
export function checkEventCircles(model: Model, context: Context): void {
  const fires = new Map<string, Set<string>>();
  const places = new Map<string, string>();
  for (const { entity, events } of model.states) {
    for (const { name, transitions } of events) {
      const from = `${entity} ${name}`;
      for (const { effects, clause } of transitions) {
        for (const effect of flatEffects(effects)) {
          const caused = firedBy(model.entities, effect);
          if (caused === null || caused.entity === null) continue;
          const to = `${caused.entity} ${caused.event}`;
          fires.set(from, (fires.get(from) ?? new Set()).add(to));
          places.set(`${from} > ${to}`, clause);
        }
      }
    }
  }
  for (const circle of circlesOf(fires)) {
    const clause = places.get(`${circle[0]} > ${circle[1]}`);
    const span = clause === undefined ? undefined : context.placeOf(clause);
    if (span && clause) context.report('N423', STATES_CODES.N423, { events: circle }, span, { clause });
  }
}
