import type { World } from '../../reference/world.ts';
import { waysToMake } from '../../search/makers.ts';
import { routesTo } from '../../search/routes.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { perform } from '../../reference/perform.ts';
import { endOf, settled } from './attempt.ts';
import { type Change, eventsOf } from './changes-of.ts';
import { buildFixture } from './build-fixture.ts';
import { likewise } from './causing.ts';
import { findFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import { fresh, laterOn } from './fixture-changes.ts';
import { type Goal, isAccepted } from './goal.ts';
import { foundWithHelp } from './helped.ts';
import { beginnersOf, plainFixture } from './plain-fixtures.ts';
import { inWorld } from './in-world.ts';
import { differing, type Support, supportsOf } from './support.ts';

/** How many further records are made for one goal: a stated limit may count them. */
const MOST_AROUND = 30;
/** How many changes of one further record's fixture are tried. */
const TRIES = 120;
/** The number of its own periods by which a further record is later than one that has its period already. */
const PERIODS = [1, 2, 4, 8, 16];

/**
 * Makes further records for which the goal's conditions look, directly or through computed fields, one after the other
 * as long as each brings a record nearer to the goal: other records that are counted or summed, others like it in
 * further states, and what makes these by an effect.
 *
 * @returns Whether the goal is met; where it is not, the records made so far stay in the case.
 */
export function makeAround(builder: CaseBuilder, goal: Goal, id: string, fixture: Fixture): boolean {
  const { context } = builder;
  const costIn = (world: World) => goal.want?.(world, id, fixture) ?? 0;
  let cost = costIn(builder.world);
  if (makeTogether(builder, goal, fixture, costIn, cost)) return true;
  let last: Fixture | null = null;
  for (let count = 0; count < MOST_AROUND && !context.lookup.workBudget.isSpent; count += 1) {
    const others: Iterable<Fixture> =
      last === null ? candidatesFor(builder, goal, id, fixture, cost, costIn) : [last, ...byOthers(context, last)];
    const next: Fixture | null = nearer(builder, others, cost, costIn);
    if (next === null || buildFixture(builder, next) === null) return false;
    last = next;
    cost = costIn(builder.world);
    if (isAccepted(goal, { cost })) return true;
  }
  return false;
}

/** The fixture as other people make it: what is unique may name who does (each juror has one vote). */
function* byOthers(context: DerivationContext, fixture: Fixture): Generator<Fixture, void, void> {
  const { creator: former, draft, origin } = fixture;
  if (origin !== undefined) return;
  for (const creator of beginnersOf(context, fixture.entity, fixture.route)) {
    if (creator === former || creator === null) continue;
    const named = Object.entries(draft).map(([name, value]) => [name, value === former ? creator : value] as const);
    yield { ...fixture, creator, draft: Object.fromEntries(named) };
  }
}

/** How many records are made together. */
const MOST_TOGETHER = 4;

/**
 * Makes several records like the sought one, and only then lets people bring them into further states, one after the
 * other, until the goal is met: what the first of them takes (days of a budget) might not leave enough for the others.
 *
 * @returns Whether the goal is met; where it is not, nothing was done.
 */
function makeTogether(
  builder: CaseBuilder,
  goal: Goal,
  fixture: Fixture,
  costIn: (world: World) => number,
  from: number,
): boolean {
  const { context } = builder;
  const { entity, origin } = fixture;
  if (origin !== undefined || fixture.route.length > 0 || context.lookup.workflow(entity) === null) return false;
  let { world } = builder;
  const made: Fixture[] = [];
  const ids: string[] = [];
  while (made.length < MOST_TOGETHER && !context.lookup.workBudget.isSpent) {
    const next = firstAdmitted(builder, world, fixture);
    if (next === null) break;
    made.push(next.fixture);
    ids.push(next.id);
    ({ world } = next);
  }
  const changes: Change[] = [];
  let cost = from;
  for (const id of ids) {
    const later = world;
    for (const change of eventsOf({ context, world: later }, id)) {
      const outcome = perform(later.fork(), change.as, change.request);
      const left = outcome.refused === null ? costIn(settled(outcome)) : cost;
      if (left >= cost - 1e-9) continue;
      changes.push(change);
      cost = left;
      world = settled(outcome);
      break;
    }
    if (!isAccepted(goal, { cost })) continue;
    for (const one of made) if (buildFixture(builder, one) === null) return false;
    for (const { as, request, clauses } of changes) builder.act(as, request, clauses);
    return isAccepted(goal, { cost: costIn(builder.world) });
  }
  return false;
}

/** A fixture at the first time at which it is not refused, and what it leads to. */
function firstAdmitted(
  { context }: CaseBuilder,
  world: World,
  fixture: Fixture,
): { readonly fixture: Fixture; readonly id: string; readonly world: World } | null {
  for (const periods of [0, ...PERIODS]) {
    const renewed = inWorld(context, world, () => fresh(context, fixture));
    const tried = periods === 0 ? renewed : inWorld(context, world, () => laterOn(context, renewed, periods));
    if (tried === null) return null;
    const end = endOf(context, world, tried);
    if (end.refused === null && end.id !== null) return { fixture: tried, id: end.id, world: end.world };
  }
  return null;
}

/** The first of these, or of these at another time, with which the goal is nearer than before. */
function nearer(
  builder: CaseBuilder,
  candidates: Iterable<Fixture>,
  from: number,
  costIn: (world: World) => number,
): Fixture | null {
  const { context } = builder;
  for (const candidate of candidates) {
    // To make a candidate possible, other records may have been made.
    const { world } = builder;
    for (const periods of [0, ...PERIODS]) {
      if (context.lookup.workBudget.isSpent) return null;
      const renewed = inWorld(context, world, () => fresh(context, candidate));
      const tried = periods === 0 ? renewed : inWorld(context, world, () => laterOn(context, renewed, periods));
      if (tried === null) break;
      const end = endOf(context, world, tried);
      if (end.refused !== null || end.id === null) continue;
      if (costIn(end.world) < from - 1e-9) return tried;
      break;
    }
  }
  return null;
}

function* candidatesFor(
  builder: CaseBuilder,
  goal: Goal,
  id: string,
  fixture: Fixture,
  from: number,
  costIn: (world: World) => number,
): Generator<Fixture, void, void> {
  const { context, world } = builder;
  const record = world.view(id);
  const supports = differing(
    context.actors.flatMap((actor) =>
      supportsOf(world, goal.about ?? [], { this: record, old: record, user: world.view(actor), input: {} }),
    ),
  );
  for (const support of supports) {
    const found = foundWithHelp(builder, goalOf(support));
    if (found !== null) yield found;
  }
  yield* alike(builder, fixture);
  const want = (later: World) => Math.min(1, costIn(later) / Math.max(from, 1e-9));
  for (const { entity } of supports) {
    if (beginnersOf(context, entity).length > 0) continue;
    for (const { maker, way, conditions } of waysToMake(context.lookup, entity)) {
      if (maker === goal.entity) continue;
      const found = inWorld(context, world, () =>
        findFixture(context, {
          entity: maker,
          state: null,
          route: way,
          given: likewise(context, world, id, maker),
          about: [...(goal.about ?? []), ...conditions],
          budget: TRIES,
          accept: 0.99,
          nearest: 0.9,
          want,
        }),
      );
      if (found !== null) yield found;
    }
  }
}

/** Records like this one, in its own state and in each other one. */
function* alike({ context }: CaseBuilder, fixture: Fixture): Generator<Fixture, void, void> {
  const { entity, creator, draft, origin } = fixture;
  if (origin !== undefined || fixture.route[0]?.row.from === 'new') return;
  yield fixture;
  for (const { name } of context.lookup.workflow(entity)?.states ?? []) {
    const route = routesTo(context.lookup, entity, name).find(([first]) => first?.row.from !== 'new');
    if (route !== undefined && route.length > 0) yield { ...plainFixture(context, entity, route, creator), draft };
  }
}

function goalOf({ entity, state, given, where, about = [], distance }: Support): Goal {
  return { entity, state, given, about: [where, ...about], under: [], budget: TRIES, want: distance };
}
