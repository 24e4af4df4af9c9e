import type { Effect } from '../../model/states.ts';

/** The effects with those that a `for` repeats. */
export function flatEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.flatMap((effect) => (effect.kind === 'for' ? [effect, ...flatEffects([effect.effect])] : [effect]));
}
