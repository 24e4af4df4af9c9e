import { couldEver } from './could.ts';
import type { Actor } from './permissions.ts';
import { type Refused, refuse } from './refusal.ts';
import type { World } from './world.ts';

/**
 * The refusal of an export of an entity's whole list (6); null if some cell could let this reader export some record.
 * No single record is considered: an undecided cell decides if the reader could hold its role.
 */
export function refusedExport(world: World, actor: Actor, entity: string): Refused | null {
  const { lookup } = world;
  const actions = lookup.permissions(entity)?.actions ?? null;
  const grants = actions?.export ?? [];
  if (couldEver(world, actor, entity, grants) && couldEver(world, actor, entity, actions?.read ?? [])) return null;
  if (actor === null) return refuse(lookup, 'UNAUTHENTICATED');
  const open = grants.find(
    (grant) => grant.cell.kind === 'gap' && couldEver(world, actor, entity, [{ ...grant, cell: { kind: 'yes' } }]),
  );
  return open === undefined ? refuse(lookup, 'FORBIDDEN') : refuse(lookup, 'NOT_SPECIFIED', { clause: open.clause });
}
