import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Effect } from '../../../model/states.ts';
import type { Part } from '../words.ts';
import { followPath } from './path.ts';
import type { EffectPlace } from './place.ts';

/** `delete path`: as the entity's `delete` says (3), which may not be `never`. */
export function resolveDelete(place: EffectPlace, words: Part, condition: Expression | null): Effect | null {
  const followed = followPath(place, words);
  if (!followed) return null;
  const { entity, start, path } = followed;
  if (place.declared.entities.get(entity)?.delete === 'never') {
    place.context.report('N424', STATES_CODES.N424, { entity }, words.span);
    return null;
  }
  return { kind: 'delete', condition, start, path, entity };
}
