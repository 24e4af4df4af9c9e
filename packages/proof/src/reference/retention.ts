import { type Entity, type Field, KEPT_UNTIL } from '@nonet/language';
import { entityOf, evaluate } from './evaluate.ts';
import type { Lookup } from './lookup.ts';
import { type Outcome, run } from './perform.ts';
import { plain } from './plain.ts';
import { instantOf } from './schedules.ts';
import { takeAway } from './take-away.ts';
import { beginTransaction } from './transaction.ts';
import type { World } from './world.ts';

/** Until when a record is kept, as an instant; null if that is for ever, or as long as something holds it (3). */
export function keptUntil(world: World, id: string): string | null {
  const { computed = null, type } = fieldOf(world.lookup, entityOf(id)) ?? {};
  if (computed === null || type === undefined || world.get(id) === null) return null;
  const at = evaluate(world, computed, { this: world.view(id), user: null });
  if (at === null) return null;
  return type.kind === 'date' ? instantOf(plain(at), '00:00', world.lookup.plan.settings.timeZone) : plain(at);
}

/**
 * The world without the records whose time has passed (3): they go for good, with what goes with them, unless
 * something refers to them. `only`: this record alone.
 */
export function withoutExpired(world: World, only: string | null = null): World {
  let current = world;
  for (const { name, keptFor } of keptEntities(world.lookup)) {
    if (keptFor === null || (only !== null && entityOf(only) !== name)) continue;
    for (const { id } of only === null ? world.rows(name) : [{ id: only }]) {
      if (!isExpired(current, id)) continue;
      const outcome = expire(current, name, id, keptFor.clause);
      if (outcome.refused === null) current = outcome.world;
    }
  }
  return current;
}

/** Whether the time of a record has passed. */
export function isExpired(world: World, id: string): boolean {
  const until = keptUntil(world, id);
  return until !== null && Date.parse(until) <= Date.parse(world.now);
}

function expire(world: World, entity: string, id: string, clause: string): Outcome {
  return run(beginTransaction(world, null, true), (transaction) => {
    takeAway(transaction, entity, id, clause, null, true);
    return id;
  });
}

/** The entities whose records are not kept for ever. */
export function keptEntities({ plan }: Lookup): readonly Entity[] {
  return plan.entities.filter(({ keptFor }) => keptFor !== null);
}

function fieldOf(lookup: Lookup, entity: string): Field | undefined {
  const { keptFor, fields } = lookup.entity(entity);
  return keptFor === null ? undefined : fields.find(({ name }) => name === KEPT_UNTIL);
}
