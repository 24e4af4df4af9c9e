import { perform } from '../reference/perform.ts';
import { routesTo } from '../search/routes.ts';
import { needed } from './ground.ts';
import { beginnersOf, latestPlot, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import type { Cases, Stage } from './stage.ts';
import { firstOf } from './walk.ts';

/**
 * Cases, and after each what they have used up: where no record of an entity can be made any more, of what it refers to
 * another one is there, for what comes next. A limit, or what is unique, would else hide all that is left to show.
 */
export function* renewingGround(stage: Stage, cases: Cases): Cases {
  const { entities } = stage.plan;
  const renewed = new Map(
    entities.flatMap((entity) => {
      const names = needed(entity, entities).filter((name) => name !== 'User' && name !== entity.name);
      return entity.owner === null && names.length > 0 && canBegin(stage, entity.name) ? [[entity.name, names]] : [];
    }),
  );
  for (const derived of cases) {
    yield derived;
    for (const [entity, names] of renewed) {
      if (canBegin(stage, entity)) continue;
      for (const name of names) {
        const found = reach(stage, { entity: name, state: null, budget: 25 });
        if (found !== null) yield found.scene.prepared(`Another ${name}, for what comes next`, []);
      }
      // What else it takes is not looked for: the searches for cases do.
      if (!canBegin(stage, entity)) renewed.delete(entity);
    }
  }
}

/** Whether anybody may make one of the plainest records of an entity. */
function canBegin(stage: Stage, entity: string): boolean {
  const [route] = routesTo(stage.lookup, entity, null);
  if (route === undefined) return false;
  return beginnersOf(stage, entity, route).some((creator) =>
    [plainPlot, latestPlot].some((plotOf) => {
      const { as, request } = firstOf(plotOf(stage, entity, route, creator));
      return perform(stage.world.fork(), as, request).refused === null;
    }),
  );
}
