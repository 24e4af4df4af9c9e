import type { Effect } from '@nonet/language';
import { type Act, change, namesAt, storedAt, touch } from './act.ts';
import { requireUnique } from './checks.ts';
import { entityOf, evaluate, holds, type View } from './evaluate.ts';
import { insert } from './insert.ts';
import { isParentName } from './lookup.ts';
import { refuse } from './refusal.ts';
import { assigned } from './world.ts';

/** Fires an event of a record as the product itself. */
export type FireNested = (act: Act, id: string, event: string) => void;

/** Runs effects in order, each seeing what those before it did, with the product's authority (4: `then`). */
export function runEffects(
  act: Act,
  id: string,
  effects: readonly Effect[],
  place: { clause: string; names: Readonly<Record<string, unknown>> },
  fireNested: FireNested,
): void {
  for (const effect of effects) {
    const names = namesAt(act, id, place.names);
    if (effect.condition !== null && !holds(act.world, effect.condition, names)) continue;
    if (effect.kind === 'create') {
      create(act, effect, place.clause, names);
      continue;
    }
    const target = follow(act, id, effect.path);
    if (target === null) throw refuse(act.lookup, 'NOT_FOUND', { clause: place.clause });
    if (effect.kind === 'fire') {
      fireNested(act, target, effect.event);
      continue;
    }
    const entity = entityOf(target);
    const field = act.lookup.field(entity, effect.field);
    if (field === null) throw new Error(`${entity} has no field ${effect.field}.`);
    if (target !== id) touch(act, target, entity, 'update', 'update', place.clause);
    const value = assigned(evaluate(act.world, effect.value, names), act.lookup, field.type);
    change(act, target, { [effect.field]: value });
    requireUnique(act, target, entity);
  }
}

function create(
  act: Act,
  effect: Extract<Effect, { kind: 'create' }>,
  clause: string,
  names: Readonly<Record<string, unknown>>,
): void {
  const entity = act.lookup.entity(effect.entity);
  const values: Record<string, unknown> = {};
  let parent: string | null = null;
  for (const [name, expression] of Object.entries(effect.values)) {
    const value = evaluate(act.world, expression, names);
    if (isParentName(entity, name)) parent = (value as View).id;
    else {
      const field = act.lookup.field(entity.name, name);
      values[name] = field === null ? value : assigned(value, act.lookup, field.type);
    }
  }
  const position = parent === null ? 0 : act.world.children(parent, entity.name).length;
  const id = insert(act, entity.name, values, parent === null ? null : { id: parent, position });
  touch(act, id, entity.name, 'create', 'create', clause);
}

/** The record at the end of a path of references; null where one on the way is empty. */
function follow(act: Act, id: string, path: readonly string[]): string | null {
  let current: string | null = id;
  for (const name of path) {
    const record: View | null = act.world.view(current);
    const next = record?.[name] as View | null | undefined;
    current = next?.id ?? null;
  }
  return current === null || storedAt(act, current).deleted ? null : current;
}
