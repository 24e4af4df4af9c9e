import type { Body } from '../../reference/body.ts';
import type { World } from '../../reference/world.ts';
import { attempt, endOf } from './attempt.ts';
import { BUDGET, findFixture, type Near, nearestFixture } from './find-fixture.ts';
import { type Goal, isAccepted } from './goal.ts';
import type { Fixture } from './fixture.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { type Support, supportsOf, supportsWhereRefused } from './support.ts';
import { buildFixture } from './build-fixture.ts';

export interface Reached {
  readonly builder: CaseBuilder;
  readonly id: string;
  readonly fixture: Fixture;
  /** What it was made of. */
  readonly draft: Body;
}

/** How many steps one search takes: records that are found at all are found in far fewer. */
const MOST_STEPS = 120_000;
/** Goals for which fewer tries are enough are not worth another record. */
const LEAST_BUDGET = 60;
/** How many other records a sought record may need. */
const MOST_NEEDED = 3;
/** How many kinds of records are tried for one that is needed, each as often. */
const MOST_KINDS = 8;
const TRIES = 40;

/**
 * A new record in a state that fits the goal, with the steps that make it, and those that make what conditions look for
 * beside it; null where the search found none. A search that breaks down finds none, and is reported later
 * (`context.broken`): the other cases are derived all the same.
 */
export function reach(context: DerivationContext, goal: Goal): Reached | null {
  try {
    return context.lookup.effort.within(MOST_STEPS, () => search(context, { under: [], ...goal }));
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
    const nearest = standing(context, builder.world, () => nearestFixture(context, sought));
    if (nearest === null) return null;
    const { fixture, tried } = nearest;
    if (isAccepted(goal, tried)) {
      const id = buildFixture(builder, fixture);
      return id === null ? null : { builder, id, fixture, draft: fixture.draft };
    }
    if ((goal.budget ?? BUDGET) < LEAST_BUDGET || needed === MOST_NEEDED) return null;
    const near = helped(builder, goal, nearest);
    if (near === null) return surrounded(builder, goal, fixture);
    sought = { ...goal, near };
  }
}

/** Makes a record without which a fixture is refused on its way; the fixture with it, or null where none helps. */
function helped(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  const end = endOf(context, world, fixture);
  const outcome = end.refused?.outcome ?? null;
  if (outcome === null) return null;
  for (const support of differing(supportsWhereRefused(context, world, outcome, end.id))) {
    const found = standing(context, world, () => fixtureOf(context, support));
    const made = found === null ? null : endOf(context, world, found);
    if (found === null || made === null || made.id === null) continue;
    const named = naming(fixture, support, made.id);
    const { cost } = standing(context, made.world, () => attempt(context, goal, named));
    if (cost >= tried.cost) continue;
    const id = buildFixture(builder, found);
    return id === null ? null : naming(fixture, support, id);
  }
  return null;
}

/** A record that a fixture leads to, and beside it then another one for which the goal's conditions look. */
function surrounded(builder: CaseBuilder, goal: Goal, fixture: Fixture): Reached | null {
  const { context } = builder;
  if (goal.isLast === true || endOf(context, builder.world, fixture).refused !== null) return null;
  const id = buildFixture(builder, fixture);
  if (id === null) return null;
  const { world } = builder;
  const record = world.view(id);
  const supports = context.actors.flatMap((actor) =>
    supportsOf(world, goal.about ?? [], { this: record, old: record, user: world.view(actor), input: {} }),
  );
  for (const support of differing(supports)) {
    const found = standing(context, world, () => fixtureOf(context, support));
    const made = found === null ? null : endOf(context, world, found);
    if (found === null || made === null || made.refused !== null) continue;
    const cost = goal.want?.(made.world, id, fixture) ?? 0;
    if (!isAccepted(goal, { cost }) || buildFixture(builder, found) === null) continue;
    return { builder, id, fixture, draft: fixture.draft };
  }
  return null;
}

/** Does something as if the product stood like this. */
function standing<Found>(context: DerivationContext, world: World, work: () => Found): Found {
  const before = context.world;
  context.world = world;
  try {
    return work();
  } finally {
    context.world = before;
  }
}

function fixtureOf(context: DerivationContext, { entity, state, given, where, distance }: Support): Fixture | null {
  return findFixture(context, { entity, state, given, about: [where], under: [], budget: TRIES, want: distance });
}

/** One of each kind, and not too many. */
function differing(supports: readonly Support[]): Support[] {
  const seen = new Set<string>();
  return supports
    .filter(({ entity, state, given }) => {
      const kind = JSON.stringify([entity, state, given]);
      return !seen.has(kind) && seen.add(kind);
    })
    .slice(0, MOST_KINDS);
}

/** The fixture, naming the record where one of its own fields looks for it. */
function naming(fixture: Fixture, { field }: Support, id: string): Fixture {
  if (field === null) return fixture;
  return { ...fixture, draft: { ...fixture.draft, [field.name]: field.type.kind === 'many' ? [id] : id } };
}
