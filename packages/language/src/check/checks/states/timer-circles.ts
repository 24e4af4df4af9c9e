import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';

/**
 * 4: A time that is past means at once. Rows that lead around in a circle, each at a time of the record that nothing on the
 * way moves, would take each other again and again.
 */
export function checkTimerCircles(model: Model, context: Context): void {
  for (const { events } of model.states) {
    const edges = new Map<string, Set<string>>();
    const clauses = new Map<string, string>();
    for (const row of events.flatMap(({ transitions }) => transitions)) {
      if (!Array.isArray(row.from) || row.to === 'same' || !goesOn(row)) continue;
      for (const from of row.from as readonly string[]) {
        edges.set(from, (edges.get(from) ?? new Set()).add(row.to));
        clauses.set(`${from} > ${row.to}`, row.clause);
      }
    }
    for (const circle of circlesOf(edges)) {
      const places = circle.slice(1).flatMap((to, at) => clauses.get(`${circle[at]} > ${to}`) ?? []);
      const [clause, ...others] = places;
      const span = clause === undefined ? null : context.placeOf(clause);
      if (!span || clause === undefined) continue;
      const related = others.flatMap((other) => {
        const place = context.placeOf(other);
        return place ? [{ span: place, message: 'This leads on.' }] : [];
      });
      context.report('N426', STATES_CODES.N426, { states: circle }, span, { clause, related });
    }
  }
}

/** Whether it is taken at a time of the record, whatever else: a guard, or an effect that moves the time, may end it. */
function goesOn({ by, when, effects }: Transition): boolean {
  const ends = effects.some((effect) => effect.kind !== 'create');
  return when === null && !ends && by.some(({ kind }) => kind === 'at');
}
