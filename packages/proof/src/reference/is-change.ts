import { isDeepStrictEqual } from 'node:util';
import { storedFields } from './lookup.ts';
import type { Touched, Transaction } from './transaction.ts';
import type { World } from './world.ts';

/** Whether a history has an entry for it: an event always has one, a save that changed nothing has none (3). */
export function isChange({ before, world }: Transaction, { id, action, isNew, deleted }: Touched): boolean {
  if (action !== 'update' || isNew || deleted) return true;
  return !isDeepStrictEqual(contentOf(before, id, []), contentOf(world, id, []));
}

/**
 * The content of a record and its owned children, and for a child also the time of its last change. `stamps`: further
 * values that distinguish the record.
 */
function contentOf(world: World, id: string, stamps: readonly unknown[]): unknown {
  const record = world.get(id);
  if (record === null) return null;
  const { entity, values, parent, position } = record;
  const { fields } = world.lookup.entity(entity);
  const own = storedFields(world.lookup.entity(entity)).map(({ name }) => values[name] ?? null);
  const children = fields.flatMap(({ type }) =>
    type.kind === 'children'
      ? [world.children(id, type.entity).map((child) => contentOf(world, child.id, [child.updatedAt, child.updatedBy]))]
      : [],
  );
  return [own, parent, position, stamps, children];
}
