import type { ClauseAddress } from '@nonet/language';
import { dueTime, type Timer, timersOf } from '../../reference/advance.ts';
import type { Body } from '../../reference/body.ts';
import { entityOf } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { type Cause, causesOf } from '../../search/causes.ts';
import { isCaused, isWaiting, type RouteStep } from '../../search/routes.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import type { Fixture } from './fixture.ts';
import { actorFor, beginnersOf, plainBody, plainFixture } from './plain-fixtures.ts';

/**
 * One step of a fixture: an actor's request, a timer that the record waits for, an event of another record that causes
 * the step, or an effect that has created the record meanwhile.
 */
export type FixtureStep = FixtureRequest | FixtureWait | FixtureCaused | FixtureMade;

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

export interface FixtureCaused {
  readonly kind: 'caused';
  /** The request on another record that causes the step; null if there is no such record. */
  readonly request: Request | null;
  readonly as: Actor;
  readonly clauses: readonly ClauseAddress[];
}

/** An effect has made the record; the following steps concern it. */
export interface FixtureMade {
  readonly kind: 'made';
  readonly entity: string;
  /** Which of those that it has made, counted from the last one. */
  readonly place: number;
  readonly clauses: readonly ClauseAddress[];
}

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
      yield causeFor(context, world, id, step);
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

/** The maximum number of records of one entity on which a cause is tried, beginning with the latest. */
const MOST_CAUSES = 12;

/** A request on another record whose effects take a record through a step. */
function causeFor(context: DerivationContext, world: World, id: string, { event, row }: RouteStep): FixtureCaused {
  const entity = entityOf(id);
  const field = context.lookup.workflow(entity)?.field ?? null;
  for (const cause of causesOf(context.lookup, entity, event))
    for (const { as, request } of waysToCause(context, world, id, cause)) {
      if (context.lookup.workBudget.isSpent) break;
      const outcome = perform(world.fork(), as, request);
      if (outcome.refused !== null || !outcome.transaction.touched.has(id)) continue;
      if (field === null || row.to === 'same' || outcome.world.get(id)?.values[field] === row.to)
        return { kind: 'caused', as, request, clauses: [row.clause, cause.row.clause] };
    }
  return { kind: 'caused', as: null, request: null, clauses: [row.clause] };
}

/** The actors and requests that may cause it: on existing records, or by a new one that refers to the record. */
function* waysToCause(
  context: DerivationContext,
  world: World,
  id: string,
  { entity, event, row }: Cause,
): Generator<{ readonly as: Actor; readonly request: Request }> {
  if (row.from === 'new') {
    const route = event === 'create' ? [] : [{ event, row }];
    const [creator] = beginnersOf(context, entity, route);
    if (creator === undefined) return;
    for (const { name, type } of context.lookup.entity(entity).fields)
      if (type.kind === 'reference' && type.entity === entityOf(id))
        yield firstOf(plainFixture(context, entity, route, creator, { [name]: id }));
    const alike = likewise(context, world, id, entity);
    if (Object.keys(alike).length > 0) yield firstOf(plainFixture(context, entity, route, creator, alike));
    return;
  }
  for (const other of world.living(entity).slice(-MOST_CAUSES).toReversed()) {
    const as = actorFor(context, world, other.id, row);
    if (as === undefined) continue;
    yield { as, request: { kind: 'fire', entity, id: other.id, event, body: plainBody(context, entity, row, as) } };
  }
}

/**
 * The references of a new record that equal another record's: an effect may find a record by what both refer to
 * (`collect on Reservation where copy == this.copy and member == this.member`).
 */
export function likewise({ lookup }: DerivationContext, world: World, id: string, entity: string): Body {
  const values = world.get(id)?.values ?? {};
  const own = lookup.entity(entityOf(id)).fields.filter(({ type, computed }) => type.kind === 'reference' && !computed);
  return Object.fromEntries(
    lookup.entity(entity).fields.flatMap(({ name, type, computed }): [string, unknown][] => {
      if (type.kind !== 'reference' || type.entity === 'User' || computed !== null) return [];
      const alike = own.filter((field) => field.type.kind === 'reference' && field.type.entity === type.entity);
      const value = values[(alike.find((field) => field.name === name) ?? alike[0])?.name ?? ''] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The latest record of an entity that was not there before, or so many before it; null: there is none. */
export function madeSince(before: World, after: World, entity: string, place = 0): string | null {
  return allMadeSince(before, after, entity).at(-1 - place) ?? null;
}

/** The records of an entity that were not there before, in their order. */
export function allMadeSince(before: World, after: World, entity: string): string[] {
  return after.living(entity).flatMap(({ id }) => (before.get(id) === null ? [id] : []));
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
