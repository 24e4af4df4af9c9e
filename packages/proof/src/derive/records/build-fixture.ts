import { dueTime, type Timer, timersOf } from '../../reference/advance.ts';
import { numberOf, Remembered } from '../../reference/remembered.ts';
import type { World } from '../../reference/world.ts';
import { isCaused, isWaiting, type RouteStep } from '../../search/routes.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import type { Fixture } from './fixture.ts';
import { causing } from './causing.ts';
import { firstOf, type FixtureCaused, type FixtureStep, type FixtureWait, madeSince } from './fixture-steps.ts';
import { actorFor } from './plain-fixtures.ts';

/** The world after the steps so far, and the record that they have made; null: there is none yet. */
export interface Standing {
  readonly world: World;
  readonly id: string | null;
}

/** A record that has come a part of its fixture's way: which one, and how many steps of the route it has taken. */
export interface Begun {
  readonly id: string;
  readonly taken: number;
}

/** Takes all steps of a fixture in a case, or those that are left of a begun one; the new record's id, or null if a step is refused. */
export function buildFixture(builder: CaseBuilder, fixture: Fixture, begun: Begun | null = null): string | null {
  let id: string | null = begun?.id ?? null;
  const before = builder.world.fork();
  for (const step of stepsOf(fixture, () => ({ world: builder.world, id }), builder.context, begun)) {
    if (step.kind === 'made') {
      id = madeSince(before, builder.world, step.entity, step.place);
      if (id === null) return null;
      continue;
    }
    if (step.kind === 'caused') {
      if (step.request === null || builder.act(step.as, step.request, step.clauses).refused !== null) return null;
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

/** Many fixtures of one search come to the same step. */
const CAUSING = new Remembered<readonly FixtureCaused[]>();

/** The steps of a fixture, each made when those before it have been taken. */
export function* stepsOf(
  fixture: Fixture,
  now: () => Standing,
  context: DerivationContext,
  begun: Begun | null = null,
): Generator<FixtureStep, void, void> {
  const { entity, route, creator, asked, origin, place = 0 } = fixture;
  if (begun !== null) yield* [];
  else if (origin === undefined) yield firstOf(fixture);
  else {
    yield* stepsOf(origin, now, context);
    yield { kind: 'made', entity, place, clauses: origin.route.slice(-1).map(({ row }) => row.clause) };
  }
  for (const step of route.slice(begun?.taken ?? (route[0]?.row.from === 'new' ? 1 : 0))) {
    const { event, row } = step;
    const { world, id } = now();
    if (id === null) return;
    if (isWaiting(step)) {
      const wait = waitFor(world, id, step);
      if (wait !== null) yield wait;
      continue;
    }
    if (isCaused(step)) {
      yield* CAUSING.of(world, `${id} ${numberOf(row)} ${numberOf(context)}`, () => causing(context, world, id, step));
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

/** The least number of steps that a fixture has. */
export function lengthOf({ route, origin }: Fixture): number {
  return route.length + (origin === undefined ? 0 : lengthOf(origin));
}

/** The wait for the first timer of a step's row; null if the timer has fired already, because its time was past. */
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
