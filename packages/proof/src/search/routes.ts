import type { Transition, Workflow } from '@nonet/language';
import { isPersonal, isTimed, type Lookup } from '../reference/lookup.ts';
import { causesOf } from './causes.ts';

/**
 * A row of point 4 on the way to a state: a person causes it, a timer of the record does, or an event of another
 * record does.
 */
export interface RouteStep {
  readonly event: string;
  readonly row: Transition;
}

/** Rows to take one after the other, from a record's creation on. */
export type Route = readonly RouteStep[];

const MOST_ROUTES = 6;
/** The maximum number of routes with timers that are tried after those that people can take alone. */
const MOST_WAITING = 2;
/** The maximum number of routes with an event of another record that are tried after those. */
const MOST_CAUSED = 2;
const LONGEST = 9;

/** Whether only a timer takes the row of this step. */
export function isWaiting({ row }: RouteStep): boolean {
  return !isPersonal(row) && isTimed(row);
}

/** Whether only an effect takes the row of this step, neither a person nor a timer. */
export function isCaused({ row }: RouteStep): boolean {
  return !isPersonal(row) && !isTimed(row);
}

const known = new WeakMap<Lookup, Map<string, Route[]>>();

/**
 * The ways to bring a record into a state: first those that people take alone; then those with timers, because all
 * other records age meanwhile; then those on which events of other records cause a step. Within each group the shortest
 * comes first.
 */
export function routesTo(lookup: Lookup, entity: string, state: string | null): Route[] {
  let routes = known.get(lookup);
  if (routes === undefined) known.set(lookup, (routes = new Map()));
  const key = `${entity} ${state}`;
  let found = routes.get(key);
  if (found === undefined) routes.set(key, (found = findRoutes(lookup, entity, state)));
  return found;
}

function findRoutes(lookup: Lookup, entity: string, state: string | null): Route[] {
  const workflow = lookup.workflow(entity);
  const steps = (workflow?.events ?? []).flatMap((event) =>
    event.transitions.map((row): RouteStep => ({ event: event.name, row })),
  );
  const walked = steps.filter(({ row }) => isPersonal(row));
  const personal = findWays(workflow, state, walked);
  const timed = steps.filter((step) => isWaiting(step) && step.row.open.length === 0);
  const caused = steps.filter(
    (step) => isCaused(step) && step.row.open.length === 0 && causesOf(lookup, entity, step.event).length > 0,
  );
  if (state === null) return personal;
  const waiting =
    timed.length === 0 ? [] : findWays(workflow, state, [...walked, ...timed]).filter((route) => route.some(isWaiting));
  const taken =
    caused.length === 0
      ? []
      : findWays(workflow, state, [...walked, ...timed, ...caused]).filter((route) => route.some(isCaused));
  return [...personal, ...waiting.slice(0, MOST_WAITING), ...taken.slice(0, MOST_CAUSED)];
}

/** The shortest ways through these steps into a state; null: the ways in which a record begins. */
function findWays(workflow: Workflow | null, state: string | null, moves: readonly RouteStep[]): Route[] {
  const initial = workflow?.states.find(({ kind }) => kind === 'initial')?.name ?? null;
  // Rows named `create` decide where a record starts, each under its guard (4).
  const created = (workflow?.events ?? []).flatMap(({ name, transitions }) =>
    name === 'create' ? transitions.flatMap(({ to }) => (to === 'same' ? [] : [to])) : [],
  );
  const hasField = workflow !== null && workflow.field !== null;
  const first = created.length > 0 ? created : initial !== null || !hasField ? [initial] : [];
  const starts: { route: Route; at: string | null }[] = [
    ...[...new Set(first)].map((at) => ({ route: [], at })),
    ...moves
      .filter(({ event, row }) => row.from === 'new' && event !== 'create')
      .map((move) => ({ route: [move], at: move.row.to === 'same' ? initial : move.row.to })),
  ];
  if (state === null)
    return starts.filter(({ route }, place) => route.length > 0 || place === 0).map(({ route }) => route);
  const found: Route[] = [];
  // A workflow may have too many ways to try them all, so only the first few continue from each state.
  const followed = new Map<string | null, number>();
  const queue = starts;
  for (const { route, at } of queue) {
    if (at === state) found.push(route);
    if (found.length === MOST_ROUTES) break;
    const times = followed.get(at) ?? 0;
    if (route.length >= LONGEST || times === MOST_ROUTES) continue;
    followed.set(at, times + 1);
    for (const move of moves) {
      const { from, to } = move.row;
      if (from === null || from === 'new' || at === null || !from.includes(at) || to === 'same' || to === at) continue;
      if (!route.some(({ row }) => row === move.row)) queue.push({ route: [...route, move], at: to });
    }
  }
  return found;
}
