import { mightHold } from '../evaluate.ts';
import type { Actor } from '../permissions.ts';
import type { World } from '../world.ts';

/**
 * Whether an actor holds one of these roles. Every signed-in actor counts as holding a relationship role (2: `for`, 7:
 * `by`).
 */
export function mayCall(world: World, actor: Actor, audience: readonly string[] | 'everyone'): boolean {
  if (audience === 'everyone') return true;
  return audience.some((name) => {
    const role = world.lookup.role(name);
    return role !== null && mightHold(world, world.view(actor), role);
  });
}
