import { STATES_CODES } from '../../diagnostics/codes/states.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Scope } from '../../expression/scope.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Effect } from '../../model/states.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { EffectPlace } from './effects/place.ts';
import { resolveCreate } from './effects/create.ts';
import { followPath } from './effects/path.ts';
import { resolveSet } from './effects/set.ts';
import { BOOLEAN } from './types.ts';
import { type Part, part, splitEffects } from './words.ts';

const LATER: readonly [RegExp, string][] = [
  [/^delete\s/, 'effects that delete (`delete …`)'],
  [/^for\s+\w+\s+in\s/, 'effects for each of several records (`for … in …`)'],
  [/^[a-z]\w*\s+on\s+\S+\s+where\s/, 'events on several records (`… on … where …`)'],
  [/^[a-z]\w*\s+on\s+first\s*\(/, 'events on the first of several records (`… on first(…)`)'],
  [/^[a-z]\w*\s*\+\s*\(/, 'adding children (`lines + (…)`)'],
];

export type { EffectPlace };

/**
 * Reads the effects of a `then` (4): `field = expr`, `path.field = expr`, `create E(field: expr, …)`, `EVENT on path`,
 * each with `if cond`, separated by `;` or line ends. Effects with mistakes are reported and left out.
 */
export function resolveEffects(place: EffectPlace, words: Cell | Part): Effect[] {
  return splitEffects(words).flatMap((effect) => resolveEffect(place, effect) ?? []);
}

function resolveEffect(place: EffectPlace, whole: Part): Effect | null {
  const { words, condition: stated } = splitCondition(whole);
  for (const [form, what] of LATER) {
    if (form.test(words.text)) {
      place.context.unsupported(what, words.span);
      return null;
    }
  }
  const condition = stated ? place.context.expression(stated, { ...place.scope, purpose: 'guard' }, BOOLEAN) : null;
  if (stated && !condition) return null;
  const inner = condition ? { ...place, scope: under(place.scope, condition) } : place;
  if (/^create\s/.test(words.text)) return resolveCreate(inner, words, condition);
  const set = /^([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*=(?!=)\s*/.exec(words.text);
  if (set?.[1] !== undefined) {
    return resolveSet(inner, part(words, 0, set[1].length), part(words, set[0].length, words.text.length), condition);
  }
  const fire = /^([A-Za-z_]\w*)\s+on\s+(\S+)$/.exec(words.text);
  if (fire?.[1] !== undefined && fire[2] !== undefined) {
    return resolveFire(
      inner,
      part(words, 0, fire[1].length),
      part(words, words.text.length - fire[2].length, words.text.length),
      condition,
    );
  }
  place.context.report('N412', STATES_CODES.N412, { effect: words.text }, words.span);
  return null;
}

/** An effect is read under its condition, so that the condition guards what may be null. */
function under(scope: Scope, condition: Expression): Scope {
  return { ...scope, given: [...(scope.given ?? []), condition] };
}

function resolveFire(place: EffectPlace, event: Part, path: Part, condition: Expression | null): Effect | null {
  const { context, declared, entity } = place;
  const followed = followPath(context, declared, entity, path);
  if (!followed) return null;
  const events = declared.workflows.get(followed.entity)?.events ?? new Set<string>();
  if (!events.has(event.text)) {
    const holes = { event: event.text, entity: followed.entity, nearest: nearest(event.text, events) };
    context.report('N420', STATES_CODES.N420, holes, event.span);
    return null;
  }
  return { kind: 'fire', condition, event: event.text, path: followed.path };
}

/** `EFFECT if cond`: the last `if` outside quotes and brackets that is not part of `if … then`. */
function splitCondition(whole: Part): { words: Part; condition: Part | null } {
  let depth = 0;
  let at: number | null = null;
  for (const match of whole.text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{]|[)\]}]|\bif\b|\bthen\b/g)) {
    if (/^[([{]$/.test(match[0])) depth += 1;
    else if (/^[)\]}]$/.test(match[0])) depth -= 1;
    else if (depth === 0 && match[0] === 'if') at = match.index;
    else if (depth === 0 && match[0] === 'then') at = null;
  }
  if (at === null || at === 0) return { words: whole, condition: null };
  return { words: part(whole, 0, at), condition: part(whole, at + 2, whole.text.length) };
}
