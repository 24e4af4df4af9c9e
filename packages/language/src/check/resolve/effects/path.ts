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
 * Follows references from the clause's own record (`this`), or from the record that an enclosing `for` names. Null (and
 * reported) if that fails.
 */
export function followPath(place: EffectPlace, words: Part): Followed | null {
  const { context, declared } = place;
  const path: string[] = [];
  const names = words.text.split('.').map((word) => word.trim());
  const start = startOf(place, names[0] ?? '');
  if (start.variable === 'old' && names.length === 1) {
    const reason = 'old';
    context.report('N417', STATES_CODES.N417, { path: words.text, reason }, words.span);
    return null;
  }
  const input = inputOf(place, names, start.named);
  if (input !== null) {
    const reason = { because: 'input', ...input } as const;
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
        ? ({ because: 'noReference', name } as const)
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

/**
 * A value that is asked for and not stored, if a path begins with it (`other`, `new.other`), and the entity to which
 * it refers.
 */
function inputOf(
  { declared, entity, scope }: EffectPlace,
  [first = '', second]: readonly string[],
  isNamed: boolean,
): { readonly name: string; readonly entity: string | null } | null {
  const name = isNamed ? second : first;
  const inputs = scope.variables['input'];
  if (name === undefined || (isNamed && first !== 'new') || inputs?.kind !== 'object') return null;
  const type = inputs.properties[name];
  if (type === undefined || declared.entities.get(entity)?.fields.has(name)) return null;
  return { name, entity: type.kind === 'record' ? type.entity : null };
}

/** The start of a path: a record that a `for` names, `old`, or the clause's own record, which may be named. */
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
