import { perform } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { attempt, endOf, settled } from './attempt.ts';
import { uploaded } from './causing.ts';
import { type Change, eventsOf } from './changes-of.ts';
import type { Near } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';
import type { Goal } from './goal.ts';
import { inWorld } from './in-world.ts';
import { differing, type Support, supportsWhereRefused } from './support.ts';

/** How many records are tried for one that conditions look for. */
const MOST_RECORDS = 4;
/** The longest way that one is brought along. */
const MOST_EVENTS = 3;

/**
 * Brings a record that is there already into the state in which conditions look for it (the consent form of a child is
 * handed in and accepted): where it must be unique, no other one can be made for it.
 *
 * @returns The fixture, which is refused later then, or not at all; null if no record helps, and nothing was done.
 */
export function broughtFurther(builder: CaseBuilder, goal: Goal, { fixture, tried }: Near): Fixture | null {
  const { context, world } = builder;
  const end = endOf(context, world, fixture);
  const outcome = end.refused?.outcome ?? null;
  if (outcome === null) return null;
  const cost = (later: World) => inWorld(context, later, () => attempt(context, goal, fixture).cost);
  for (const support of differing(supportsWhereRefused(context, world, outcome, end.id)))
    for (const id of lookedFor(world, support)) {
      const changes = changesTo(context, world, id, (later) => cost(later) < tried.cost, MOST_EVENTS);
      if (changes === null) continue;
      for (const { as, request, clauses } of changes) builder.act(as, request, clauses);
      return fixture;
    }
  return null;
}

/** The latest records of which only the state, or another condition, is not as it is looked for. */
function lookedFor(world: World, { entity, given, state, distance }: Support): string[] {
  const field = world.lookup.workflow(entity)?.field ?? null;
  if (field === null || state === null) return [];
  return world
    .living(entity)
    .filter(({ id, values }) => {
      const isOfIt = Object.entries(given).every(([name, value]) => values[name] === value);
      return isOfIt && values[field] !== state && distance(world, id) > 0;
    })
    .map(({ id }) => id)
    .slice(-MOST_RECORDS);
}

/** The events of a record after which it is as is sought; null: there are none. */
function changesTo(
  context: DerivationContext,
  world: World,
  id: string,
  isSought: (world: World) => boolean,
  most: number,
): readonly Change[] | null {
  for (const change of eventsOf({ context, world }, id)) {
    if (context.lookup.workBudget.isSpent) return null;
    const copy = world.fork();
    const outcome = perform(copy, change.as, uploaded(copy, change.as, change.request));
    if (outcome.refused !== null) continue;
    const later = settled(outcome);
    if (isSought(later)) return [change];
    const rest = most === 1 ? null : changesTo(context, later, id, isSought, most - 1);
    if (rest !== null) return [change, ...rest];
  }
  return null;
}
