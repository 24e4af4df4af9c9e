import { perform } from '../../reference/perform.ts';
import { routesTo } from '../../search/routes.ts';
import { needed } from './prerequisites.ts';
import { beginnersOf, latestFixture, plainFixture } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { firstOf } from './build-fixture.ts';

/**
 * Cases, and after each what they have used up: where no record of an entity can be made any more, of what it refers to
 * another one is there, for what comes next. A limit, or what is unique, would else hide all that is left to show.
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
      // What else it takes is not looked for: the searches for cases do.
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
