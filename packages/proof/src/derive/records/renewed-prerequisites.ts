import { perform } from '../../reference/perform.ts';
import { routesTo } from '../../search/routes.ts';
import { needed } from './prerequisites.ts';
import { beginnersOf, latestFixture, plainFixture } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { firstOf } from './build-fixture.ts';

/**
 * Passes cases on, and makes anew what each has used up: where no record of an entity can be made any more, it makes
 * another record of what the entity refers to. Otherwise a limit or a unique value would hide the cases that follow.
 */
export function* renewingPrerequisites(context: DerivationContext, cases: Cases): Cases {
  const { entities } = context.plan;
  const renewed = new Map(
    entities.flatMap((entity) => {
      const names = needed(entity, entities).filter((name) => name !== 'User' && name !== entity.name);
      return entity.owner === null && names.length > 0 && canBegin(context, entity.name) ? [[entity.name, names]] : [];
    }),
  );
  for (const derived of cases) {
    yield derived;
    for (const [entity, names] of renewed) {
      if (canBegin(context, entity)) continue;
      for (const name of names) {
        const found = reach(context, { entity: name, state: null, budget: 25 });
        if (found !== null) yield found.builder.prepared(`Another ${name}, for what comes next`, []);
      }
      // The searches for the cases find what else it takes.
      if (!canBegin(context, entity)) renewed.delete(entity);
    }
  }
}

/** Whether anybody may make one of the plainest records of an entity. */
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
