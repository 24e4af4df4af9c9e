import {
  type ClauseAddress,
  type Expression,
  type Plan,
  pointNumber,
  timesOf,
  type Transition,
  walk,
} from '@nonet/language';
import type { Reason } from '../derive/derivation-context.ts';

/**
 * The clauses that no request can show because of gaps (README, gaps): `open` where they are not shown themselves, `gap`
 * where they need something that is not; and functions and pages that the document is given. Clauses have an entry only if nothing else of theirs could be shown.
 */
export function openClauses(plan: Plan): ReadonlyMap<ClauseAddress, Reason> {
  const { openPoints, entities, constants, rules, states, calls, screens } = plan;
  const found = new Map<ClauseAddress, Reason>();
  const note = (reason: Reason, clause: ClauseAddress) => {
    for (const each of Object.keys(plan.clauses))
      if (each === clause || each.startsWith(`${clause}.`)) found.set(each, reason);
  };
  for (const point of openPoints) found.set(String(pointNumber(point)), 'open');
  for (const { fields } of entities)
    for (const { type, gap, clause } of fields)
      if (gap !== undefined || type.kind === 'open') found.set(clause, gap === undefined ? 'open' : 'gap');
  for (const { value, clause } of constants) if (value.kind === 'open') found.set(clause, 'open');
  for (const { clause } of plan.given) found.set(clause, 'given');
  for (const { fields } of entities)
    for (const { clause, widget } of fields) if (widget) found.set(`${clause}.widget`, 'given');
  for (const { clause, given } of plan.screens) if (given) found.set(`${clause}.kind`, 'given');
  for (const { clause, gap } of rules) if (gap !== undefined) note('gap', clause);
  for (const { clause, request, mail } of calls) if (request === null && mail === null) note('gap', clause);
  const isOpen = isOpenIn(plan);
  for (const { clause, states: all, events } of states) {
    const rows = events.flatMap(({ transitions }) => transitions);
    const open = rows.filter(isOpen);
    const others = new Set(rows.filter((row) => !open.includes(row)).map((row) => row.clause));
    for (const row of open) if (!others.has(row.clause)) note('gap', row.clause);
    if (open.length > 0 && open.length === rows.length) found.set(clause, 'gap');
    const left = rows.filter((row) => !open.includes(row));
    for (const { name, clause: state } of all)
      if (open.some(({ to }) => to === name) && !left.some(({ to }) => to === name)) found.set(state, 'gap');
  }
  // If gaps leave all rows of an event open, the document does not say whether a screen offers it either.
  for (const { entity, actions } of screens)
    for (const action of actions) {
      const events = states.find((workflow) => workflow.entity === entity)?.events ?? [];
      const event = action.kind === 'event' ? events.find(({ name }) => name === action.event) : undefined;
      if (event?.transitions.every(isOpen)) found.set(action.clause, 'gap');
    }
  return found;
}

/** Whether a row of an event can never be taken because of a gap: in its guard, its time, or an effect. */
function isOpenIn({ constants }: Plan): (row: Transition) => boolean {
  const open = new Set(constants.flatMap(({ name, value }) => (value.kind === 'open' ? [name] : [])));
  const names = (expression: Expression): boolean => {
    let isNamed = false;
    walk(expression, (node) => {
      isNamed ||= node.kind === 'constant' && open.has(node.name);
    });
    return isNamed;
  };
  return ({ open: parts, by }) => parts.length > 0 || (by.length > 0 && by.every((who) => timesOf(who).some(names)));
}
