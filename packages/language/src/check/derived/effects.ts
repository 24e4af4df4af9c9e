import type { Entity } from '../../model/entities.ts';
import type { Effect } from '../../model/states.ts';
import { entityAt } from './entity-at.ts';

/** The effects with those that a `for` repeats. */
export function flatEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.flatMap((effect) => (effect.kind === 'for' ? [effect, ...flatEffects([effect.effect])] : [effect]));
}

/** The event that an effect causes by itself; its entity is null where it is not known. What a `for` repeats is another effect. */
export function firedBy(
  entities: readonly Entity[],
  effect: Effect,
): { readonly entity: string | null; readonly event: string } | null {
  switch (effect.kind) {
    case 'fire':
      return { entity: entityAt(entities, effect.start.entity, effect.path), event: effect.event };
    case 'fire each':
      return { entity: effect.records.source.entity, event: effect.event };
    case 'create':
    case 'delete':
    case 'for':
    case 'paper':
    case 'set':
      return null;
  }
}
