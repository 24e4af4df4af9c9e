import { routesTo } from '../../search/routes.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { endOf } from './attempt.ts';
import { buildFixture } from './build-fixture.ts';
import { changeAfterwards } from './changed-afterwards.ts';
import type { Fixture } from './fixture.ts';
import { type Goal, isAccepted } from './goal.ts';
import { beginnersOf, latestFixture } from './plain-fixtures.ts';
import { needed } from './needed.ts';

export interface MadeAnew {
  readonly builder: CaseBuilder;
  readonly id: string;
  readonly fixture: Fixture;
}

/**
 * A plain record that refers to new records alone, and what people do to these or to it then, until the goal is met: what
 * other cases have done to older records (somebody waits for the book) may keep these from showing anything.
 */
export function reachOnNewRecords(context: DerivationContext, goal: Goal): MadeAnew | null {
  if (goal.isLast === true || goal.given !== undefined || goal.state === null) return null;
  const builder = new CaseBuilder(context);
  for (const entity of neededFor(context, goal.entity)) if (makeLatest(builder, entity, null) === null) return null;
  const made = makeLatest(builder, goal.entity, goal);
  if (made === null) return null;
  const { id, fixture } = made;
  const isMet = isAccepted(goal, { cost: goal.want?.(builder.world, id, fixture) ?? 0 });
  return isMet || changeAfterwards(builder, goal, id, fixture) ? { builder, id, fixture } : null;
}

/** All entities that a record requires, in the order in which they are made. Users are never made again. */
function neededFor(context: DerivationContext, entity: string): ReadonlySet<string> {
  const { lookup, plan } = context;
  const found = new Set<string>();
  const under = new Set<string>();
  const visit = (name: string) => {
    if (under.has(name)) return;
    under.add(name);
    for (const each of needed(lookup.entity(name), plan.entities)) visit(each);
    if (name !== 'User' && name !== entity) found.add(name);
  };
  visit(entity);
  return found;
}

/** Makes a plain record that refers to the latest ones. */
function makeLatest(
  builder: CaseBuilder,
  entity: string,
  goal: Goal | null,
): { readonly id: string; readonly fixture: Fixture } | null {
  const { context, world } = builder;
  const before = context.world;
  context.world = world;
  try {
    for (const route of routesTo(context.lookup, entity, goal?.state ?? null))
      for (const creator of beginnersOf(context, entity, route)) {
        if (context.lookup.workBudget.isSpent) return null;
        if (goal?.creators?.includes(creator) === false) continue;
        const fixture = latestFixture(context, entity, route, creator);
        if (endOf(context, world, fixture).refused !== null) continue;
        const id = buildFixture(builder, fixture);
        return id === null ? null : { id, fixture };
      }
    return null;
  } finally {
    context.world = before;
  }
}
