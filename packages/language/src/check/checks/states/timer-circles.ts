import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect, Transition } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';

/**
 * 4: A timer whose time is in the past fires immediately. Rows in a circle, each at a time of the record that no row
 * on the way changes, would fire without an end.
 */
export function checkTimerCircles(model: Model, context: Context): void {
  for (const { events } of model.states) {
    const edges = new Map<string, Set<string>>();
    const clauses = new Map<string, string>();
    for (const row of events.flatMap(({ transitions }) => transitions)) {
      if (row.from === null || row.from === 'new' || row.to === 'same' || !goesOn(row)) continue;
      for (const from of row.from) {
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

/** Whether an effect may move a time of a record that is there. */
const MAY_MOVE_TIME: Readonly<Record<Effect['kind'], boolean>> = {
  set: true,
  paper: false,
  create: false,
  delete: true,
  fire: true,
  'fire each': true,
  for: true,
};

/**
 * Whether a row is always taken at a time of the record: a guard, or an effect that moves the time, may end the
 * circle.
 */
function goesOn({ by, when, effects }: Transition): boolean {
  return when === null && !effects.some(({ kind }) => MAY_MOVE_TIME[kind]) && by.some(({ kind }) => kind === 'at');
}
