import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { parentNames } from '../names.ts';
import type { EffectPath } from '../../../model/states.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';
import type { EffectPlace } from './place.ts';

/** The record that a path leads to. */
export interface Followed extends EffectPath {
  readonly entity: string;
}

/**
 * Follows references from the clause's own record (`this`), or from the one that a `for` around the effect names. Null
 * where that fails, which is reported.
 */
export function followPath(place: EffectPlace, words: Part): Followed | null {
  const { context, declared } = place;
  const path: string[] = [];
  const names = words.text.split('.').map((word) => word.trim());
  const start = startOf(place, names[0] ?? '');
  if (start.variable === 'old' && names.length === 1) {
    const reason = '`old` is the record before the event, which nothing changes any more';
    context.report('N417', STATES_CODES.N417, { path: words.text, reason }, words.span);
    return null;
  }
  let current = start.entity;
  const first = start.named ? 1 : 0;
  let end = first === 0 ? 0 : words.text.indexOf('.');
  for (const name of names.slice(first)) {
    end = words.text.indexOf(name, end) + name.length;
    const at = declared.entities.get(current);
    const field = at?.fields.get(name);
    const parent = !field && at?.owner && parentNames(at.owner.entity).includes(name) ? at.owner.entity : null;
    const next = field?.type.kind === 'reference' ? field.type.entity : parent;
    if (next === null || next === undefined) {
      const offered = field ? null : nearest(name, at?.fields.keys() ?? []);
      const reason = field
        ? `\`${name}\` is not a reference`
        : ({ no: 'field', name, of: current, nearest: offered } as const);
      const extra = replacement(part(words, end - name.length, end).span, offered);
      context.report('N417', STATES_CODES.N417, { path: words.text, reason }, words.span, extra);
      return null;
    }
    path.push(name);
    current = next;
  }
  return { start: { variable: start.variable, entity: start.entity }, entity: current, path };
}

/** Where a path starts: at a record that a `for` names, at `old`, or at the clause's own record, which may be named. */
function startOf(
  { entity, records, scope }: EffectPlace,
  word: string,
): { readonly variable: string; readonly entity: string; readonly named: boolean } {
  const named = records?.get(word);
  if (named !== undefined) return { variable: word, entity: named, named: true };
  if (word === 'old' && scope.variables['old'] !== undefined) return { variable: 'old', entity, named: true };
  const own = word === 'this' || (word === 'new' && scope.variables['new'] !== undefined);
  return { variable: 'this', entity, named: own };
}
