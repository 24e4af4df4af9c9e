import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Slots } from '../sql/parameters.ts';

/** The bits of a bigint that are no sign. */
export const MOST_ASSIGNED_ROLES = 63;

/** The assigned roles of a document in their order: the place of each is its bit among the roles that somebody holds. */
export function assignedRoles({ plan }: PlanIndex): string[] {
  return plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
}

/** The bits of roles that somebody holds, by plan and by these roles: every statement says them. */
const known = new WeakMap<PlanIndex, Map<string, string>>();

/** The roles that are assigned to an actor, as the bits of a number in decimal digits. */
function heldBits(index: PlanIndex, { userId, roles }: Pick<Actor, 'userId' | 'roles'>): string {
  if (userId === null || roles.length === 0) return '0';
  let ofPlan = known.get(index);
  if (ofPlan === undefined) known.set(index, (ofPlan = new Map()));
  const key = roles.join(' ');
  let bits = ofPlan.get(key);
  if (bits === undefined) {
    const held = assignedRoles(index).map((name, place) => (roles.includes(name) ? 1n << BigInt(place) : 0n));
    bits = String(held.reduce((sum, bit) => sum | bit, 0n));
    ofPlan.set(key, bits);
  }
  return bits;
}

/** The slots that say whose statement it is: `user` and, where row security is on, the roles that they hold. */
export function identitySlots(index: PlanIndex, actor: Actor): Slots {
  if (index.rowSecurity === null) return { user: actor.userId };
  return { user: actor.userId, held: heldBits(index, actor) };
}
