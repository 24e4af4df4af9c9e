import type { Body } from '../../reference/body.ts';
import { focusOf } from '../../search/focus.ts';
import { waysToMake } from '../../search/makers.ts';
import { type Route, routesTo } from '../../search/routes.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { attempt, endOf } from './attempt.ts';
import { allMadeSince, madeSince } from './fixture-steps.ts';
import type { Fixture } from './fixture.ts';
import { changed, fresh, laterOn, MOST_PLACES, sweep, sweepAnswers } from './fixture-changes.ts';
import { type Goal, isAccepted, type Tried } from './goal.ts';
import { beginnersOf, latestFixture, plainFixture } from './plain-fixtures.ts';

/** A fixture, and how near it leads. */
export interface Near {
  readonly fixture: Fixture;
  readonly tried: Tried;
}

/** The nearest fixture, and those that are refused earlier on their way, the nearest for each step. */
export interface Nearest extends Near {
  readonly earlier: readonly Near[];
}

/** The maximum number of changes of a fixture that are tried, if a goal states no other. */
export const BUDGET = 160;

/** The fixture of a new record in a state that fits the goal; null if the search found none. */
export function findFixture(context: DerivationContext, goal: Goal): Fixture | null {
  const nearest = nearestFixture(context, goal);
  return nearest === null || !isAccepted(goal, nearest.tried) ? null : nearest.fixture;
}

/** The fixture that comes closest to the goal, accepted or not; null if nobody could create a record. */
export function nearestFixture(context: DerivationContext, goal: Goal): Nearest | null {
  const key = `${goal.entity} ${goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state}`;
  const known = (context.fixtures.get(key) ?? [])
    .filter(({ origin }) => goal.under !== undefined || origin === undefined)
    .map((fixture) => withGiven(fixture, goal.given));
  // Fixtures of records that reached other states, or this one on another way.
  const like = [...context.fixtures].flatMap(([other, fixtures]) =>
    other === key || !other.startsWith(`${goal.entity} `) ? [] : fixtures,
  );
  const { workBudget } = context.lookup;
  const search: { best: Near | null } = { best: null };
  const good = (tried: Tried): boolean => tried.cost <= (goal.nearest ?? 0);
  const base = focusOf(context.lookup, goal.about ?? []);
  const byStep = new Map<number, Near>();
  const consider = (fixture: Fixture) => {
    const tried = attempt(context, goal, fixture, base);
    const left = stepsLeft(tried);
    if (tried.cost < (byStep.get(left)?.tried.cost ?? Infinity)) byStep.set(left, { fixture, tried });
    if (search.best === null || tried.cost <= search.best.tried.cost) search.best = { fixture, tried };
    return tried;
  };
  /** Tries a fixture that an earlier record's period refuses again, some periods later. */
  const considerLater = (fixture: Fixture) => {
    let tried = consider(fixture);
    for (const periods of PERIODS) {
      const later = tried.cost < REFUSED || workBudget.isSpent ? null : laterOn(context, fixture, periods);
      if (later === null) break;
      tried = consider(later);
    }
    return tried;
  };
  if (goal.near !== undefined) consider(fresh(context, goal.near));
  for (const fixture of known) {
    if (workBudget.isSpent) break;
    if (goal.creators !== undefined && !goal.creators.includes(fixture.creator)) continue;
    // A second record can't have the unique values of the first.
    if (good(considerLater(fresh(context, fixture)))) break;
  }
  // Another actor may reach the same record, and have another relationship to it.
  for (const fixture of known.slice(0, 2)) {
    if (search.best === null || goal.creators !== undefined || fixture.origin !== undefined) break;
    for (const creator of beginnersOf(context, goal.entity)) {
      if (workBudget.isSpent || good(search.best.tried)) break;
      consider(fresh(context, { ...fixture, creator }));
    }
  }
  for (const route of goal.route === undefined ? routesTo(context.lookup, goal.entity, goal.state) : [goal.route]) {
    const found = search.best;
    if (workBudget.isSpent || (found !== null && good(found.tried))) break;
    climb(context, goal, route, like.slice(-12), consider);
  }
  const found = search.best;
  if (found !== null && isAccepted(goal, found.tried) && !known.includes(found.fixture) && known.length < MOST_KNOWN)
    context.fixtures.set(key, [...(context.fixtures.get(key) ?? []), found.fixture]);
  if (found === null) return null;
  const earlier = [...byStep.values()].filter(({ tried }) => stepsLeft(tried) > stepsLeft(found.tried));
  return { ...found, earlier: earlier.toSorted((one, other) => one.tried.cost - other.tried.cost) };
}

/** How many steps are left of a fixture after the one that is refused; below 0: none is refused. */
function stepsLeft({ cost }: Tried): number {
  return Math.floor((cost - REFUSED) / EACH_STEP);
}

/** The least cost of a fixture that is refused on its way. */
const REFUSED = 2;
/** The cost of each step that is left then. */
const EACH_STEP = 4;
const PERIODS = [1, 3, 9];

/** The maximum number of remembered fixtures for one state of an entity. */
const MOST_KNOWN = 5;

/** The fixture with the values that a search starts with. */
export function withGiven(fixture: Fixture, given: Body = {}): Fixture {
  const isBegun = fixture.origin === undefined && fixture.route[0]?.row.from !== 'new';
  return isBegun ? { ...fixture, draft: { ...fixture.draft, ...given } } : fixture;
}

/** The maximum number of ways in which effects make a record that are tried. */
const MOST_ORIGINS = 3;
/** The maximum number of changes of another record's fixture that are tried to make it create the sought one. */
const TRIES = 60;
/** The maximum length of a chain of records, each made by an effect of the one before. */
const DEEPEST = 2;

/** Fixtures of a record that nobody can create: an effect of another record's event makes it (4: `create E(…)`). */
function* originatedFixtures(context: DerivationContext, goal: Goal, route: Route): Generator<Fixture, void, void> {
  const { entity, under = [] } = goal;
  if (under.length >= DEEPEST || goal.creators !== undefined || context.lookup.entity(entity).owner !== null) return;
  let found = 0;
  for (const { maker, way, conditions, copied } of waysToMake(context.lookup, entity)) {
    if (under.includes(maker) || maker === entity) continue;
    const given = Object.entries(goal.given ?? {}).flatMap(([name, value]) => {
      const own = copied[name];
      return own === undefined ? [] : [[own, value]];
    });
    const near = nearestFixture(context, {
      entity: maker,
      state: null,
      route: way,
      about: conditions,
      ...(given.length === 0 ? {} : { given: Object.fromEntries(given) }),
      under: [...under, entity],
      budget: TRIES,
      want: (world) => (madeSince(context.world, world, entity) === null ? 0.5 : 0),
    });
    if (near === null) continue;
    const { fixture: origin, tried } = near;
    const { asked } = plainFixture(context, entity, route, origin.creator);
    // One that is refused on its way may be helped by what is made or changed before (see `reach`).
    const fixture: Fixture = { entity, route, creator: origin.creator, draft: {}, asked, origin };
    yield fixture;
    // An effect may make several at once (`for t in Template: create …`), of which conditions distinguish one.
    const made = tried.cost > 0 ? [] : allMadeSince(context.world, endOf(context, context.world, origin).world, entity);
    for (let place = 1; place < Math.min(made.length, MOST_PLACES); place += 1) yield { ...fixture, place };
    if (tried.cost === 0) found += 1;
    if (found === MOST_ORIGINS || context.lookup.workBudget.isSpent) return;
  }
}

function climb(
  context: DerivationContext,
  goal: Goal,
  route: Route,
  like: readonly Fixture[],
  consider: (fixture: Fixture) => Tried,
): void {
  const able = beginnersOf(context, goal.entity, route);
  const creators = goal.creators?.filter((creator) => able.includes(creator)) ?? able;
  const search: { best: Near | null } = { best: null };
  /** Tries a fixture. Answers whether the search is over: the goal is reached, or no more tries are left. */
  const tryOut = (fixture: Fixture): boolean => {
    const tried = consider(fixture);
    if (search.best === null || tried.cost <= search.best.tried.cost) search.best = { fixture, tried };
    return tried.cost <= (goal.nearest ?? 0) || context.lookup.workBudget.isSpent;
  };
  const originated: Fixture[] = [];
  if (able.length === 0 && goal.under !== undefined)
    for (const fixture of originatedFixtures(context, goal, route)) {
      if (tryOut(fixture)) return;
      originated.push(fixture);
    }
  for (const creator of creators) if (tryOut(plainFixture(context, goal.entity, route, creator, goal.given))) return;
  for (const creator of creators) if (tryOut(latestFixture(context, goal.entity, route, creator, goal.given))) return;
  for (const { creator, draft, asked } of like) {
    const plain = plainFixture(context, goal.entity, route, creator, goal.given);
    const alike = { ...plain, draft: { ...draft, ...goal.given }, asked: { ...plain.asked, ...asked } };
    if (creators.includes(creator) && tryOut(fresh(context, alike))) return;
  }
  const nearest = search.best;
  if (nearest === null) return;
  let swept = 0;
  // Another value may bring nearer still what one value has brought nearer.
  for (let from: Near | null = nearest; from !== null; ) {
    for (const fixture of sweep(context, from.fixture, from.tried.focus)) {
      if (tryOut(fixture)) return;
      swept += 1;
      if (swept >= (goal.budget ?? BUDGET)) break;
    }
    const to: Near = search.best ?? from;
    from = to.tried.cost < from.tried.cost && swept < (goal.budget ?? BUDGET) ? to : null;
  }
  // Another one of the records that an effect makes may need other answers on its way.
  for (const fixture of originated) {
    if (fixture.place === nearest.fixture.place && fixture.origin === nearest.fixture.origin) continue;
    const { cost, focus } = consider(fixture);
    if (cost >= REFUSED) for (const other of sweepAnswers(context, fixture, focus)) if (tryOut(other)) return;
  }
  for (let tries = 0; tries < (goal.budget ?? BUDGET); tries += 1) {
    const from = search.best;
    if (from === null || tryOut(changed(context, from.fixture, from.tried.focus, creators))) return;
  }
}
