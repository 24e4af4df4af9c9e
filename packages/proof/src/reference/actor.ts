import type { World } from './world.ts';

/** A reader or actor: an account's id, or null for somebody who is not signed in. */
export type Actor = string | null;

/** Whether an actor can still send requests: nobody is signed in as an account that is deleted, disabled or erased (6). */
export function mayAct(world: World, actor: Actor): boolean {
  if (actor === null) return true;
  const account = world.get(actor);
  return account !== null && world.isLiving(account) && account.values['disabled'] !== true;
}
