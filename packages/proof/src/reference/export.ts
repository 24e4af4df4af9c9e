import { couldEver, type Actor } from './permissions.ts';
import { type Refused, refuse } from './refusal.ts';
import type { World } from './world.ts';

/**
 * How an export of an entity's list is refused as a whole (6); null where some cell could let this reader export some
 * record. It is asked of no single record: a cell that is open decides wherever its role could be held.
 */
export function refusedExport(world: World, actor: Actor, entity: string): Refused | null {
  const { lookup } = world;
  const actions = lookup.permissions(entity)?.actions ?? null;
  const grants = actions?.export ?? [];
  if (couldEver(world, actor, grants) && couldEver(world, actor, actions?.read ?? [])) return null;
  if (actor === null) return refuse(lookup, 'UNAUTHENTICATED');
  const open = grants.find(
    (grant) => grant.cell.kind === 'gap' && couldEver(world, actor, [{ ...grant, cell: { kind: 'yes' } }]),
  );
  return open === undefined ? refuse(lookup, 'FORBIDDEN') : refuse(lookup, 'NOT_SPECIFIED', { clause: open.clause });
}
