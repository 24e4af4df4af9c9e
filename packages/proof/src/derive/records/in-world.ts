import type { World } from '../../reference/world.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** Does something in this world instead of the context's own. */
export function inWorld<Found>(context: DerivationContext, world: World, work: () => Found): Found {
  const before = context.world;
  context.world = world;
  try {
    return work();
  } finally {
    context.world = before;
  }
}
