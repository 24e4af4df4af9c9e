import type { Body } from '../../reference/body.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { attempt, endOf } from './attempt.ts';
import { buildFixture } from './build-fixture.ts';
import { findFixture, type Near, nearestFixture, withGiven } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import { type Goal, isAccepted } from './goal.ts';
import { inWorld } from './in-world.ts';
import { differing, type Support, supportsWhereRefused } from './support.ts';

/** How many changes of a needed record's fixture are tried. */
const TRIES = 40;

/** How many records are made for one fixture. */
const MOST_HELPING = 3;

/**
 * The fixture of a record that fits a goal, after the records without which it is refused on its way (a loan needs a book
 * that is there) have been made in the case; null if there is none. The records stay in the case.
 */
export function foundWithHelp(builder: CaseBuilder, goal: Goal): Fixture | null {
  const { context } = builder;
  let sought = goal;
  for (let count = 0; count <= MOST_HELPING; count += 1) {
    const nearest = inWorld(context, builder.world, () => nearestFixture(context, sought));
    if (nearest === null || isAccepted(goal, nearest.tried)) return nearest?.fixture ?? null;
    // The search may have left the given values, where the record is refused in any case.
    const fixture = withGiven(nearest.fixture, goal.given);
    const tried = inWorld(context, builder.world, () => attempt(context, goal, fixture));
    const near = helped(builder, goal, { fixture, tried });
    if (near === null) return null;
    sought = { ...goal, near };
  }
  return null;
}

/** Makes a record without which a fixture is refused on its way; the fixture with it, or null if none helps. */
export function helped(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  const end = endOf(context, world, fixture);
  const outcome = end.refused?.outcome ?? null;
  if (outcome === null) return null;
  for (const support of differing(supportsWhereRefused(context, world, outcome, end.id))) {
    const found = inWorld(context, world, () => fixtureOf(context, support));
    const made = found === null ? null : endOf(context, world, found);
    if (found === null || made === null || made.id === null) continue;
    const named = withReference(fixture, support, made.id);
    const { cost } = inWorld(context, made.world, () => attempt(context, goal, named));
    if (cost >= tried.cost) continue;
    const id = buildFixture(builder, found);
    return id === null ? null : withReference(fixture, support, id);
  }
  return null;
}

/** The fixture, with the record where the first record on its way looks for it. */
function withReference(fixture: Fixture, support: Support, id: string): Fixture {
  return fixture.origin === undefined
    ? { ...fixture, draft: naming(fixture.draft, support, id) }
    : { ...fixture, origin: withReference(fixture.origin, support, id) };
}

function fixtureOf(
  context: DerivationContext,
  { entity, state, given, where, about = [], distance }: Support,
): Fixture | null {
  return findFixture(context, {
    entity,
    state,
    given,
    about: [where, ...about],
    under: [],
    budget: TRIES,
    want: distance,
  });
}

/** A body that names the record in the field with which the record was looked for. */
export function naming(body: Body, { field }: Pick<Support, 'field'>, id: string): Body {
  return field === null ? body : { ...body, [field.name]: field.type.kind === 'many' ? [id] : id };
}
