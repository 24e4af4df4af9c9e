import type { Body } from '../../reference/body.ts';
import { entityOf } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { aimedReference } from './aimed-references.ts';
import { attempt, brokenBy, endOf, IN_OTHER_STATE } from './attempt.ts';
import { broughtFurther } from './brought-further.ts';
import { type Begun, buildFixture } from './build-fixture.ts';
import { awaitItsTime } from './awaited.ts';
import { changeAfterwards } from './changed-afterwards.ts';
import { answeredAgain } from './fixture-changes.ts';
import { changeBeforehand } from './changed-beforehand.ts';
import { madeSince } from './fixture-steps.ts';
import { BUDGET, findFixture, type Near, type Nearest, nearestFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import { type Goal, isAccepted } from './goal.ts';
import { reachOnNewRecords } from './made-anew.ts';
import { makeAround } from './made-around.ts';
import { beginnersOf, plainFixture, unlike } from './plain-fixtures.ts';
import { referringToNew } from './renewed-references.ts';
import { inWorld } from './in-world.ts';
import { helped } from './helped.ts';
import type { Support } from './support.ts';

export interface Reached {
  readonly builder: CaseBuilder;
  readonly id: string;
  readonly fixture: Fixture;
  /** The body with which it was created. */
  readonly draft: Body;
}

/** The maximum number of steps of one search: a search that succeeds needs far fewer. */
const MOST_STEPS = 120_000;
/**
 * How often this is halved: nobody could bring a record into the state so far, so that the next search for one in it
 * would take the same steps again. What has become easy meanwhile is found in a few.
 */
const MOST_HALVINGS = 4;
/** How many of these a record may take by itself, without others that are made for it. */
const MOST_STEPS_ALONE = 60_000;
/** Goals for which fewer tries are enough are not worth another record. */
const LEAST_BUDGET = 60;
/** The maximum number of other records that a sought record may need. */
const MOST_NEEDED = 6;
/** A needed record that does so well ends the search for it. */
const FAR_ENOUGH = 0.22;

/**
 * A new record in a state that fits the goal, with the steps that make it, and the steps for the other records that
 * conditions look for; null if the search found none. A search that breaks down finds none, and is reported later
 * (`context.broken`): the other cases are derived all the same.
 */
export function reach(context: DerivationContext, goal: Goal): Reached | null {
  const { unreached } = context;
  const way = goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state;
  const key = JSON.stringify([goal.entity, way, goal.creators, goal.given]);
  const times = unreached.get(key) ?? 0;
  const most = MOST_STEPS / 2 ** Math.min(times, MOST_HALVINGS);
  let isReached = false;
  const want: Goal['want'] = (world, id, fixture) => {
    isReached = true;
    return goal.want?.(world, id, fixture) ?? 0;
  };
  try {
    const found = context.lookup.workBudget.within(most, () => search(context, { under: [], ...goal, want }));
    unreached.set(key, isReached ? 0 : times + 1);
    return found;
  } catch (error) {
    const state = goal.state === null ? '' : ` in ${goal.state}`;
    context.broken.push({ what: `Looking for a record of ${goal.entity}${state}`, error });
    return null;
  }
}

function search(context: DerivationContext, goal: Goal): Reached | null {
  const builder = new CaseBuilder(context);
  let sought = goal;
  for (let needed = 0; ; needed += 1) {
    // The remaining steps are for other records.
    const nearest = inWorld(context, builder.world, () =>
      context.lookup.workBudget.within(MOST_STEPS_ALONE, () => nearestFixture(context, sought)),
    );
    if (nearest === null) return null;
    const { fixture, tried } = nearest;
    if (isAccepted(goal, tried)) {
      const id = buildFixture(builder, fixture);
      return id === null ? null : { builder, id, fixture, draft: fixture.draft };
    }
    if ((goal.budget ?? BUDGET) < LEAST_BUDGET || needed === MOST_NEEDED) return null;
    const near =
      helped(builder, goal, nearest) ??
      broughtFurther(builder, goal, nearest) ??
      renewed(builder, goal, nearest) ??
      cleared(builder, goal, nearest) ??
      aimed(builder, goal, nearest) ??
      clearedEarlier(builder, goal, nearest);
    if (near === null) {
      const plain = plainest(builder, goal, nearest);
      const around = surrounded(builder, goal, plain);
      if (around !== null) return around;
      for (const other of byUnlike(context, goal, plain, nearest)) {
        const onItsWay = helpedOnItsWay(context, goal, other);
        if (onItsWay !== null) return onItsWay;
      }
      const anew = reachOnNewRecords(context, goal);
      return anew === null ? null : { ...anew, draft: anew.fixture.draft };
    }
    sought = { ...goal, near };
  }
}

/** Makes another record for one of a refused fixture's references; the fixture with it, or null if none helps. */
function renewed(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  if (endOf(context, world, fixture).refused === null && tried.cost < IN_OTHER_STATE) return null;
  for (const { made, referring } of inWorld(context, world, () => [...referringToNew(context, fixture, tried.focus)])) {
    if (context.lookup.workBudget.isSpent) return null;
    const ids: string[] = [];
    let later = world;
    for (const one of made) {
      const end = typeof one === 'string' ? { id: one, world: later } : endOf(context, later, one);
      if (end.id === null) break;
      ids.push(end.id);
      later = end.world;
    }
    if (ids.length < made.length) continue;
    const { cost } = inWorld(context, later, () => attempt(context, goal, referring(ids)));
    if (cost >= tried.cost) continue;
    const built = made.map((one) => (typeof one === 'string' ? one : buildFixture(builder, one)));
    return built.every((id) => id !== null) ? referring(built) : null;
  }
  return null;
}

/**
 * Changes a record that is there already and because of which a fixture is refused; the fixture, or null if none helps.
 */
function cleared(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  const end = endOf(context, world, fixture);
  const outcome = end.refused?.outcome ?? null;
  if (outcome === null) return null;
  const cost = (later: World) => inWorld(context, later, () => attempt(context, goal, fixture).cost);
  return changeBeforehand(builder, outcome, end.id, tried.cost, cost) ? fixture : null;
}

/** How many fixtures that are refused earlier are tried. */
const MOST_EARLIER = 2;

/** The same for fixtures that do not come as far: what refuses them may be easier to change. */
function clearedEarlier(builder: CaseBuilder, goal: Goal, { fixture, tried, earlier }: Nearest): Fixture | null {
  if (endOf(builder.context, builder.world, fixture).refused === null) return null;
  for (const other of earlier.slice(0, MOST_EARLIER))
    if (cleared(builder, goal, { fixture: other.fixture, tried })) return other.fixture;
  return null;
}

/**
 * Makes another record for a reference, in the state and with the values that bring a refused fixture nearer; null if
 * none does.
 */
function aimed(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  const { refused, id } = endOf(context, world, fixture);
  const outcome = refused?.outcome ?? null;
  if (outcome === null) return null;
  const about = brokenBy(context, outcome, id).broken.map(({ condition }) => condition);
  const cost = (later: World, other: Fixture) => inWorld(context, later, () => attempt(context, goal, other).cost);
  const found = inWorld(context, world, () => aimedReference(context, fixture, about, tried.focus, tried.cost, cost));
  const made = found === null ? null : buildFixture(builder, found.made);
  return found === null || made === null ? null : found.referring(made);
}

/** The plainest fixture, if it leads as near: changes that bring nothing nearer may keep a record from taking part in anything. */
function plainest({ context, world }: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture {
  if (fixture.origin !== undefined) return fixture;
  return inWorld(context, world, () => {
    const plain = plainFixture(context, goal.entity, fixture.route, fixture.creator, goal.given);
    return attempt(context, goal, plain).cost <= tried.cost ? plain : fixture;
  });
}

/**
 * The plainest fixture, the nearest one, and plain ones of other people that lead as near: nobody may be there to help a
 * record whose creator would have to (a juror does not vote on a session of their own).
 */
function* byUnlike(
  context: DerivationContext,
  goal: Goal,
  plain: Fixture,
  { fixture, tried }: Near,
): Generator<Fixture, void, void> {
  yield plain;
  if (plain !== fixture) yield fixture;
  if (fixture.origin !== undefined || goal.creators !== undefined) return;
  const { entity, route } = fixture;
  for (const creator of unlike(context, beginnersOf(context, entity, route))) {
    if (context.lookup.workBudget.isSpent) return;
    if (creator === fixture.creator || creator === plain.creator) continue;
    const other = plainFixture(context, entity, route, creator, goal.given);
    if (attempt(context, goal, other).cost <= tried.cost) yield other;
  }
}

/**
 * A record that a fixture leads to, and what happens then: to it, to what it refers to, or to another one for which the
 * goal's conditions look.
 */
function surrounded(builder: CaseBuilder, goal: Goal, fixture: Fixture): Reached | null {
  const { context } = builder;
  if (goal.isLast === true || endOf(context, builder.world, fixture).refused !== null) return null;
  const id = buildFixture(builder, fixture);
  if (id === null) return null;
  if (changeAfterwards(builder, goal, id, fixture)) return { builder, id, fixture, draft: fixture.draft };
  return makeAround(builder, goal, id, fixture) ? { builder, id, fixture, draft: fixture.draft } : null;
}

/** How many records are changed while one is on its way. */
const MOST_ON_THE_WAY = 3;

/**
 * A record whose way goes on only when something has happened to another record that the way itself has made (an event
 * has created a fee, and the next one asks for no fees that are due), when its time has come (`date(at) == today()`), or
 * when others have been made for it (a session is accepted when it has two votes).
 */
function helpedOnItsWay(context: DerivationContext, goal: Goal, fixture: Fixture): Reached | null {
  const { origin } = fixture;
  const { refused, id: made } = endOf(context, context.world, fixture);
  const isOfOrigin = origin !== undefined && (made === null || entityOf(made) !== fixture.entity);
  if (isOfOrigin && refused !== null) return madeOnItsWay(context, goal, fixture, origin);
  const taken = fixture.route.findIndex(({ row }) => row.from !== 'new' && refused?.clauses.includes(row.clause));
  if (refused === null || taken < 0) return null;
  const builder = new CaseBuilder(context);
  const id = buildFixture(builder, { ...fixture, route: fixture.route.slice(0, taken) });
  if (id === null) return null;
  const begun = { id, taken };
  let going = fixture;
  const costOf = (world: World, other: Fixture) =>
    inWorld(context, world, () => attempt(context, goal, other, undefined, begun).cost);
  const cost = (world: World) => costOf(world, going);
  for (let changed = 0; changed <= MOST_ON_THE_WAY; changed += 1) {
    const from = cost(builder.world);
    if (isAccepted(goal, { cost: from }))
      return buildFixture(builder, going, begun) === null ? null : { builder, id, fixture: going, draft: going.draft };
    const end = endOf(context, builder.world, going, begun);
    if (end.refused === null) return surroundedAtItsEnd(builder, goal, going, begun);
    const { outcome } = end.refused;
    if (outcome === null) return null;
    if (changeBeforehand(builder, outcome, id, from, cost) || awaitItsTime(builder, outcome, id, from, cost)) continue;
    const other = answeredBetter(context, going, taken, from, (tried) => costOf(builder.world, tried));
    if (other !== null) going = other;
    else if (!surroundedOnItsWay(builder, going, outcome, id)) return null;
  }
  return null;
}

/** The same where all steps are taken, and the record is not yet what is sought. */
function surroundedAtItsEnd(builder: CaseBuilder, goal: Goal, fixture: Fixture, begun: Begun): Reached | null {
  const { id } = begun;
  if (goal.isLast === true || buildFixture(builder, fixture, begun) === null) return null;
  const isThere = changeAfterwards(builder, goal, id, fixture) || makeAround(builder, goal, id, fixture);
  return isThere ? { builder, id, fixture, draft: fixture.draft } : null;
}

/** Makes the records that the guard of the next step on a record's way counts or looks for; whether it holds then. */
function surroundedOnItsWay(builder: CaseBuilder, fixture: Fixture, outcome: Outcome, id: string): boolean {
  const { broken } = brokenBy(builder.context, outcome, id);
  const about = broken.flatMap(({ condition, of }) => (of === id ? [condition] : []));
  const want = (world: World) => {
    const record = world.view(id);
    const names = { this: record, old: record, user: world.view(outcome.transaction.actor), input: {} };
    return Math.max(0, ...about.map((condition) => distance(world, condition, names, true)));
  };
  return about.length > 0 && makeAround(builder, { entity: fixture.entity, state: null, about, want }, id, fixture);
}

/** How many other answers are tried on a record's way. */
const MOST_ANSWERS = 80;

/**
 * The fixture with the other answers to what the rest of its way asks that lead nearest; null if none lead nearer. The
 * search could not judge them where an earlier step was refused.
 */
function answeredBetter(
  context: DerivationContext,
  fixture: Fixture,
  taken: number,
  from: number,
  cost: (fixture: Fixture) => number,
): Fixture | null {
  let tried = 0;
  let best: { readonly fixture: Fixture | null; readonly cost: number } = { fixture: null, cost: from };
  for (const other of answeredAgain(context, fixture, taken)) {
    if (context.lookup.workBudget.isSpent || tried === MOST_ANSWERS || best.cost === 0) break;
    tried += 1;
    const left = cost(other);
    if (left < best.cost) best = { fixture: other, cost: left };
  }
  return best.fixture;
}

/** The same where it is the way of another record, whose effect makes this one. */
function madeOnItsWay(context: DerivationContext, goal: Goal, fixture: Fixture, origin: Fixture): Reached | null {
  const before = context.world;
  const { entity, place } = fixture;
  // How many the effect makes shows only where the way goes through.
  const madeIn = (world: World) => madeSince(before, world, entity, place) ?? madeSince(before, world, entity);
  const want = (world: World) => (madeIn(world) === null ? 0.5 : 0);
  const way = helpedOnItsWay(context, { entity: origin.entity, state: null, route: origin.route, want }, origin);
  const id = way === null ? null : madeIn(way.builder.world);
  if (way === null || id === null) return null;
  const { builder } = way;
  if (buildFixture(builder, fixture, { id, taken: 0 }) === null) return null;
  const cost = goal.want?.(builder.world, id, fixture) ?? 0;
  return isAccepted(goal, { cost }) ? { builder, id, fixture, draft: fixture.draft } : null;
}

/** The fixture of a record that is needed, in the world of a case; `want` says how well one will do. */
export function findSupport(
  { context, world }: CaseBuilder,
  { entity, state, given, where, about = [] }: Support,
  want: (world: World, id: string) => number,
  accept: number,
  budget: number,
): { readonly fixture: Fixture } | null {
  const goal: Goal = {
    entity,
    state,
    given,
    about: [where, ...about],
    under: [],
    budget,
    accept,
    nearest: FAR_ENOUGH,
    want,
  };
  const fixture = inWorld(context, world, () => findFixture(context, goal));
  return fixture === null ? null : { fixture };
}
