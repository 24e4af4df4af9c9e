import { perform } from '../../reference/perform.ts';
import { routesTo } from '../../search/routes.ts';
import { needed } from './needed.ts';
import { beginnersOf, latestFixture, plainFixture } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { firstOf } from './fixture-steps.ts';

/**
 * Passes cases on, and replaces the records that each has used up: if no more record of an entity can be made, it makes
 * another record for its references. Otherwise a limit or a unique value would prevent the following cases.
 */
export function* renewingPrerequisites(context: DerivationContext, cases: Cases): Cases {
  const { entities } = context.plan;
  const renewed = new Map(
    entities.flatMap((entity) => {
      const names = needed(entity, entities).filter((name) => name !== 'User' && name !== entity.name);
      // Earlier cases may have used everything up.
      return entity.owner === null && names.length > 0 ? [[entity.name, names]] : [];
    }),
  );
  for (const derived of cases) {
    yield derived;
    for (const [entity, names] of renewed) {
      if (canBegin(context, entity)) continue;
      for (const name of names) {
        const found = reach(context, { entity: name, state: null, budget: 25 });
        if (found !== null) yield found.builder.prepared(`Another ${name}, for the next steps`, []);
      }
      // The searches for the cases find what else it takes.
      if (!canBegin(context, entity)) renewed.delete(entity);
    }
  }
}

/** Whether somebody may make one of the plainest records of an entity. */
function canBegin(context: DerivationContext, entity: string): boolean {
  const [route] = routesTo(context.lookup, entity, null);
  if (route === undefined) return false;
  return beginnersOf(context, entity, route).some((creator) =>
    [plainFixture, latestFixture].some((fixtureOf) => {
      const { as, request } = firstOf(fixtureOf(context, entity, route, creator));
      return perform(context.world.fork(), as, request).refused === null;
    }),
  );
}
