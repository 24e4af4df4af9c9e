import type { ClauseAddress } from '@nonet/language';
import { dueTime, type Timer, timersOf } from '../reference/advance.ts';
import type { Request } from '../reference/perform.ts';
import type { Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { isWaiting, type RouteStep } from '../search/routes.ts';
import type { Plot } from './plot.ts';
import { actorFor } from './plots.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** One step of a plot: somebody asks for something, or the record waits for a timer. */
export type PlotStep = PlotRequest | PlotWait;

export interface PlotRequest {
  readonly kind: 'request';
  readonly as: Actor;
  readonly request: Request;
  readonly clauses: readonly ClauseAddress[];
}

export interface PlotWait {
  readonly kind: 'wait';
  readonly timer: Timer;
  /** When the timer's time comes; null: it never does for this record. */
  readonly until: string | null;
  readonly clauses: readonly ClauseAddress[];
}

/** The world after the steps so far, and the record that they have made; null: there is none yet. */
export interface Standing {
  readonly world: World;
  readonly id: string | null;
}

/** Takes all steps of a plot in a scene; the new record's id, or null where a step is refused. */
export function play(scene: Scene, plot: Plot): string | null {
  let id: string | null = null;
  for (const step of stepsOf(plot, () => ({ world: scene.world, id }), scene.stage)) {
    if (step.kind === 'wait') {
      if (step.until === null || id === null) return null;
      scene.wait(step.until, step.clauses);
      if (!hasFired(scene.world, step.timer, id)) return null;
      continue;
    }
    const outcome = scene.act(step.as, step.request, step.clauses);
    if (outcome.refused !== null) return null;
    id = outcome.id;
  }
  return id;
}

/** The request that begins a plot's record. */
export function firstOf({ entity, route, creator, draft, asked }: Plot): PlotRequest {
  const [first] = route;
  return first?.row.from === 'new'
    ? {
        kind: 'request',
        as: creator,
        request: { kind: 'fire', entity, id: null, event: first.event, body: asked[first.event] ?? {} },
        clauses: [first.row.clause],
      }
    : {
        kind: 'request',
        as: creator,
        request: { kind: 'create', entity, body: draft },
        clauses: [`6.${entity}.create`],
      };
}

/** The steps of a plot, each made when those before it have been taken. */
export function* stepsOf(plot: Plot, now: () => Standing, stage: Stage): Generator<PlotStep, void, void> {
  const { entity, route, creator, asked } = plot;
  yield firstOf(plot);
  for (const step of route.slice(route[0]?.row.from === 'new' ? 1 : 0)) {
    const { event, row } = step;
    const { world, id } = now();
    if (id === null) return;
    if (isWaiting(step)) {
      const wait = waitFor(world, id, step);
      if (wait !== null) yield wait;
      continue;
    }
    yield {
      kind: 'request',
      as: actorFor(stage, world, id, row) ?? creator,
      request: { kind: 'fire', entity, id, event, body: asked[event] ?? {} },
      clauses: [row.clause],
    };
  }
}

/** The wait for the first timer of a step's row; null where the timer has fired already, because its time was past. */
function waitFor(world: World, id: string, { row }: RouteStep): PlotWait | null {
  const timers = timersOf(world).filter((timer) => timer.row === row);
  const [timer] = timers;
  if (timer === undefined) throw new Error(`${row.clause} is no timer's.`);
  const waits = timers
    .map((one) => ({ timer: one, until: dueTime(world, one, id) }))
    .filter(({ until }) => until !== null)
    .toSorted((one, other) => Date.parse(one.until ?? '') - Date.parse(other.until ?? ''));
  if (waits.length === 0 && hasFired(world, timer, id)) return null;
  return { kind: 'wait', timer, until: null, clauses: [row.clause], ...waits[0] };
}

/** Whether a timer has brought a record where its row leads. */
export function hasFired(world: World, { entity, row }: Timer, id: string): boolean {
  const field = world.lookup.workflow(entity)?.field ?? null;
  return field !== null && world.get(id)?.values[field] === row.to;
}
