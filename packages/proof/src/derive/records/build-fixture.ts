import type { ClauseAddress } from '@nonet/language';
import { dueTime, type Timer, timersOf } from '../../reference/advance.ts';
import type { Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { isWaiting, type RouteStep } from '../../search/routes.ts';
import type { Fixture } from './fixture.ts';
import { actorFor } from './plain-fixtures.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** One step of a fixture: somebody asks for something, the record waits for a timer, or an effect has made it by now. */
export type FixtureStep = FixtureRequest | FixtureWait | FixtureMade;

export interface FixtureRequest {
  readonly kind: 'request';
  readonly as: Actor;
  readonly request: Request;
  readonly clauses: readonly ClauseAddress[];
}

export interface FixtureWait {
  readonly kind: 'wait';
  readonly timer: Timer;
  /** When the timer's time comes; null: it never does for this record. */
  readonly until: string | null;
  readonly clauses: readonly ClauseAddress[];
}

/** From here on the record is the one that an effect has made meanwhile. */
export interface FixtureMade {
  readonly kind: 'made';
  readonly entity: string;
  readonly clauses: readonly ClauseAddress[];
}

/** The world after the steps so far, and the record that they have made; null: there is none yet. */
export interface Standing {
  readonly world: World;
  readonly id: string | null;
}

/** Takes all steps of a fixture in a case; the new record's id, or null where a step is refused. */
export function buildFixture(builder: CaseBuilder, fixture: Fixture): string | null {
  let id: string | null = null;
  const before = builder.world.fork();
  for (const step of stepsOf(fixture, () => ({ world: builder.world, id }), builder.context)) {
    if (step.kind === 'made') {
      id = madeSince(before, builder.world, step.entity);
      if (id === null) return null;
      continue;
    }
    if (step.kind === 'wait') {
      if (step.until === null || id === null) return null;
      builder.wait(step.until, step.clauses);
      if (!hasFired(builder.world, step.timer, id)) return null;
      continue;
    }
    const outcome = builder.act(step.as, step.request, step.clauses);
    if (outcome.refused !== null) return null;
    id = outcome.id;
  }
  return id;
}

/** The request that begins a fixture's record. */
export function firstOf({ entity, route, creator, draft, asked }: Fixture): FixtureRequest {
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

/** The steps of a fixture, each made when those before it have been taken. */
export function* stepsOf(
  fixture: Fixture,
  now: () => Standing,
  context: DerivationContext,
): Generator<FixtureStep, void, void> {
  const { entity, route, creator, asked, origin } = fixture;
  if (origin === undefined) yield firstOf(fixture);
  else {
    yield* stepsOf(origin, now, context);
    yield { kind: 'made', entity, clauses: origin.route.slice(-1).map(({ row }) => row.clause) };
  }
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
      as: actorFor(context, world, id, row) ?? creator,
      request: { kind: 'fire', entity, id, event, body: asked[event] ?? {} },
      clauses: [row.clause],
    };
  }
}

/** The latest record of an entity that was not there before; null: there is none. */
export function madeSince(before: World, after: World, entity: string): string | null {
  return after.living(entity).findLast(({ id }) => before.get(id) === null)?.id ?? null;
}

/** The least number of steps that a fixture has. */
export function lengthOf({ route, origin }: Fixture): number {
  return route.length + (origin === undefined ? 0 : lengthOf(origin));
}

/** The wait for the first timer of a step's row; null where the timer has fired already, because its time was past. */
function waitFor(world: World, id: string, { row }: RouteStep): FixtureWait | null {
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
