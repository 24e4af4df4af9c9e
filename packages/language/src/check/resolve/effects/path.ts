import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Context } from '../../context.ts';
import { parentNames } from '../names.ts';
import type { Declared } from '../../declared.ts';
import type { Part } from '../words.ts';

/** Follows references from a record: `this` is the record itself. Null where that fails, which is reported. */
export function followPath(
  context: Context,
  declared: Declared,
  entity: string,
  words: Part,
): { readonly entity: string; readonly path: readonly string[] } | null {
  const path: string[] = [];
  let current = entity;
  for (const name of words.text.split('.').map((word) => word.trim())) {
    if (name === 'this' && path.length === 0) continue;
    const at = declared.entities.get(current);
    const field = at?.fields.get(name);
    const parent = !field && at?.owner && parentNames(at.owner.entity).includes(name) ? at.owner.entity : null;
    const next = field?.type.kind === 'reference' ? field.type.entity : parent;
    if (next === null || next === undefined) {
      const offered = field ? null : nearest(name, at?.fields.keys() ?? []);
      const reason = field
        ? `\`${name}\` is not a reference`
        : `${current} has no field “${name}”${offered === null ? '' : ` (did you mean “${offered}”?)`}`;
      context.report('N417', STATES_CODES.N417, { path: words.text, reason }, words.span);
      return null;
    }
    path.push(name);
    current = next;
  }
  return { entity: current, path };
}
