import { focusOf } from '../../search/focus.ts';
import { waysToMake } from '../../search/makers.ts';
import { type Route, routesTo } from '../../search/routes.ts';
import { attempt } from './attempt.ts';
import { type Goal, isAccepted, type Tried } from './goal.ts';
import type { Fixture } from './fixture.ts';
import { changed, fresh, sweep } from './fixture-changes.ts';
import { beginnersOf, latestFixture, plainFixture } from './plain-fixtures.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { madeSince } from './build-fixture.ts';

/** A fixture, and how near it leads. */
export interface Near {
  readonly fixture: Fixture;
  readonly tried: Tried;
}

/** How many changes of a fixture are tried where a goal does not say. */
export const BUDGET = 160;

/** The fixture of a new record in a state that fits the goal; null where the search found none. */
export function findFixture(context: DerivationContext, goal: Goal): Fixture | null {
  const nearest = nearestFixture(context, goal);
  return nearest === null || !isAccepted(goal, nearest.tried) ? null : nearest.fixture;
}

/** The fixture that came nearest to the goal, whether that is near enough or not; null where nobody could begin one. */
export function nearestFixture(context: DerivationContext, goal: Goal): Near | null {
  const key = `${goal.entity} ${goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state}`;
  const known = (context.fixtures.get(key) ?? []).filter(
    ({ origin }) => goal.under !== undefined || origin === undefined,
  );
  // What has come into other states, or here on another way.
  const like = [...context.fixtures].flatMap(([other, fixtures]) =>
    other === key || !other.startsWith(`${goal.entity} `) ? [] : fixtures,
  );
  let best: Near | null = null;
  const good = (tried: Tried): boolean => tried.cost <= (goal.nearest ?? 0);
  const base = focusOf(context.lookup, goal.about ?? []);
  const consider = (fixture: Fixture) => {
    const tried = attempt(context, goal, fixture, base);
    if (best === null || tried.cost <= best.tried.cost) best = { fixture, tried };
    return tried;
  };
  if (goal.near !== undefined) consider(fresh(context, goal.near));
  const { effort } = context.lookup;
  for (const fixture of known) {
    if (effort.isSpent) break;
    if (goal.creators !== undefined && !goal.creators.includes(fixture.creator)) continue;
    // What is unique is not so twice.
    if (good(consider(fresh(context, fixture)))) break;
  }
  // What somebody has reached another may reach too, and stand differently to it.
  for (const fixture of known.slice(0, 2)) {
    if (best === null || goal.creators !== undefined || fixture.origin !== undefined) break;
    for (const creator of beginnersOf(context, goal.entity)) {
      if (effort.isSpent || good((best as { tried: Tried }).tried)) break;
      consider(fresh(context, { ...fixture, creator }));
    }
  }
  for (const route of goal.route === undefined ? routesTo(context.lookup, goal.entity, goal.state) : [goal.route]) {
    const found = best as Near | null;
    if (effort.isSpent || (found !== null && good(found.tried))) break;
    climb(context, goal, route, like.slice(-12), consider);
  }
  const found = best as Near | null;
  if (found !== null && isAccepted(goal, found.tried) && !known.includes(found.fixture) && known.length < 5)
    context.fixtures.set(key, [...(context.fixtures.get(key) ?? []), found.fixture]);
  return found;
}

/** How many ways in which effects make a record are tried. */
const MOST_ORIGINS = 3;
/** How many changes of another record's fixture are tried to have it make what is sought. */
const TRIES = 60;
/** How many records make one another, each by an effect, until the sought one is made. */
const DEEPEST = 2;

/** Fixtures of a record that nobody may begin: what happens to another record makes it by an effect (4: `create E(…)`). */
function* originatedFixtures(context: DerivationContext, goal: Goal, route: Route): Generator<Fixture, void, void> {
  const { entity, under = [] } = goal;
  if (under.length >= DEEPEST || goal.creators !== undefined || context.lookup.entity(entity).owner !== null) return;
  let found = 0;
  for (const { maker, way, conditions } of waysToMake(context.lookup, entity)) {
    if (under.includes(maker) || maker === entity) continue;
    const origin = findFixture(context, {
      entity: maker,
      state: null,
      route: way,
      about: conditions,
      under: [...under, entity],
      budget: TRIES,
      want: (world) => (madeSince(context.world, world, entity) === null ? 0.5 : 0),
    });
    if (origin === null) continue;
    const { asked } = plainFixture(context, entity, route, origin.creator);
    yield { entity, route, creator: origin.creator, draft: {}, asked, origin };
    found += 1;
    if (found === MOST_ORIGINS || context.lookup.effort.isSpent) return;
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
  let best: Near | null = null;
  /** Whether the search is at its end: here it is, or no more may be tried. */
  const tryOut = (fixture: Fixture): boolean => {
    const tried = consider(fixture);
    if (best === null || tried.cost <= best.tried.cost) best = { fixture, tried };
    return tried.cost <= (goal.nearest ?? 0) || context.lookup.effort.isSpent;
  };
  if (able.length === 0 && goal.under !== undefined)
    for (const fixture of originatedFixtures(context, goal, route)) if (tryOut(fixture)) return;
  for (const creator of creators) if (tryOut(plainFixture(context, goal.entity, route, creator, goal.given))) return;
  for (const creator of creators) if (tryOut(latestFixture(context, goal.entity, route, creator, goal.given))) return;
  for (const { creator, draft, asked } of like) {
    const plain = plainFixture(context, goal.entity, route, creator, goal.given);
    const alike = { ...plain, draft: { ...draft, ...goal.given }, asked: { ...plain.asked, ...asked } };
    if (creators.includes(creator) && tryOut(fresh(context, alike))) return;
  }
  const nearest = best as Near | null;
  if (nearest === null) return;
  let swept = 0;
  for (const fixture of sweep(context, nearest.fixture, nearest.tried.focus)) {
    if (tryOut(fixture)) return;
    swept += 1;
    if (swept === (goal.budget ?? BUDGET)) break;
  }
  for (let tries = 0; tries < (goal.budget ?? BUDGET); tries += 1) {
    const from = best as Near | null;
    if (from === null || tryOut(changed(context, from.fixture, from.tried.focus, creators))) return;
  }
}
