import type { Actor } from '../reference/permissions.ts';
import { candidates, mutated, renewed, settable } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { type Route, routesTo } from '../search/routes.ts';
import { attempt } from './attempt.ts';
import { type Goal, isAccepted, type Tried } from './goal.ts';
import type { Fixture } from './fixture.ts';
import { beginnersOf, inputField, latestFixture, plainChild, plainFixture } from './plain-fixtures.ts';
import type { DerivationContext } from './derivation-context.ts';

/** A fixture, and how near it leads. */
export interface Near {
  readonly fixture: Fixture;
  readonly tried: Tried;
}

/** As many changes of a fixture are tried where a goal does not say. */
export const BUDGET = 160;

/** The fixture of a new record in a state that fits the goal; null where the search found none. */
export function findFixture(context: DerivationContext, goal: Goal): Fixture | null {
  const nearest = nearestFixture(context, goal);
  return nearest === null || !isAccepted(goal, nearest.tried) ? null : nearest.fixture;
}

/** The fixture that came nearest to the goal, whether that is near enough or not; null where nobody could begin one. */
export function nearestFixture(context: DerivationContext, goal: Goal): Near | null {
  const key = `${goal.entity} ${goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state}`;
  const known = context.fixtures.get(key) ?? [];
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
    if (best === null || goal.creators !== undefined) break;
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
    context.fixtures.set(key, [...known, found.fixture]);
  return found;
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

/** The same fixture with each value of each field that decides, one at a time. */
function* sweep(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
): Generator<Fixture, void, void> {
  const drafting = context.drafting(fixture.creator);
  for (const field of settable(drafting, fixture.entity)) {
    if (!focus.has(`${fixture.entity}.${field.name}`) || field.type.kind === 'children') continue;
    for (const value of candidates(drafting, field))
      yield { ...fixture, draft: { ...fixture.draft, [field.name]: value } };
  }
}

function changed(
  context: DerivationContext,
  fixture: Fixture,
  focus: ReadonlySet<string>,
  creators: readonly Actor[],
): Fixture {
  const dice = context.random.below(10);
  if (dice < 2 && creators.length > 1) {
    const creator = context.random.pick(creators) ?? fixture.creator;
    return { ...fixture, creator };
  }
  const asking = fixture.route.filter(({ row }) => row.asks.length > 0);
  if (dice < 4 && asking.length > 0) {
    const chosen = context.random.pick(asking);
    const ask = context.random.pick(chosen?.row.asks ?? []);
    if (chosen === undefined || ask === undefined) return fixture;
    const answered = (name: string, value: unknown): Fixture => ({
      ...fixture,
      asked: { ...fixture.asked, [chosen.event]: { ...fixture.asked[chosen.event], [name]: value } },
    });
    if (ask.kind === 'child') return answered(ask.field, plainChild(context, ask, fixture.creator));
    const field = ask.kind === 'field' ? context.lookup.field(fixture.entity, ask.field) : inputField(ask);
    const name = ask.kind === 'field' ? ask.field : ask.name;
    const value = field === null ? null : context.random.pick(candidates(context.drafting(fixture.creator), field));
    return answered(name, value ?? null);
  }
  return { ...fixture, draft: mutated(context.drafting(fixture.creator), fixture.entity, fixture.draft, focus) };
}

/** The same fixture with other unique values. */
export function fresh(context: DerivationContext, fixture: Fixture): Fixture {
  return { ...fixture, draft: renewed(context.drafting(fixture.creator), fixture.entity, fixture.draft) };
}
