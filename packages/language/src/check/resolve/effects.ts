import { STATES_CODES } from '../../diagnostics/codes/states.ts';
import type { Scope } from '../../expression/scope.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Effect } from '../../model/states.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { EffectPlace } from './effects/place.ts';
import { resolveCreate } from './effects/create.ts';
import { resolveDelete } from './effects/delete.ts';
import { readExpression } from './effects/expression.ts';
import { resolveFire } from './effects/fire.ts';
import { readLoop, readNarrowedLoop, recordsFor } from './effects/for.ts';
import { reportMeantChange, resolveChange } from './effects/change.ts';
import { resolvePaper } from './effects/paper.ts';
import { resolveSet } from './effects/set.ts';
import { replacement } from './replacement.ts';
import { BOOLEAN } from './types.ts';
import { type Part, part, splitEffects } from './words.ts';

export type { EffectPlace };

/**
 * Reads the effects of a `then` (4): `field = expr`, `path.field = expr`, `path.field + expr`, `create E(field: expr, …)`, `delete path`,
 * `EVENT on path`, `EVENT on E where …`, `for l in lines: EFFECT`, each with `if cond`, separated by `;` or line ends.
 * Effects with mistakes are reported and left out.
 */
export function resolveEffects(place: EffectPlace, words: Cell | Part): Effect[] {
  const parts = splitEffects(words);
  const read = parts.map((effect, number) => resolveEffect({ ...place, number }, effect));
  const end = read.findIndex((effect) => effect !== null && deletesThis(effect));
  const next = parts[end + 1];
  if (end >= 0 && next !== undefined) place.context.report('N425', STATES_CODES.N425, { path: 'this' }, next.span);
  return read.filter((effect) => effect !== null);
}

/** Reads an effect of one form: null if it has mistakes, which are reported; undefined if it has another form. */
type Reader = (place: EffectPlace, words: Part, condition: Expression | null) => Effect | null | undefined;

/**
 * The readers by kind, in the order in which they are tried. A `for` contains another effect; `fire` reads `fire
 * each`, and `set` reads `paper`.
 */
const READERS: Readonly<Record<Exclude<Effect['kind'], 'for' | 'fire each' | 'paper'>, Reader>> = {
  create: (place, words, condition) =>
    /^create\s/.test(words.text) ? resolveCreate(place, words, condition) : undefined,
  set: (place, words, condition) => {
    if (reportMeantChange(place, words)) return null;
    const set = /^([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*=(?!=)\s*/.exec(words.text);
    if (set?.[1] === undefined) return resolveChange(place, words, condition);
    const target = part(words, 0, set[1].length);
    const value = part(words, set[0].length, words.text.length);
    const paper = resolvePaper(place, target, value, condition);
    return paper === undefined ? resolveSet(place, target, value, condition) : paper;
  },
  delete: (place, words, condition) =>
    /^delete\s/.test(words.text) ? resolveDelete(place, part(words, 6, words.text.length), condition) : undefined,
  fire: (place, words, condition) => {
    const fire = /^([A-Za-z_]\w*)\s+on\s+(?=\S)/.exec(words.text);
    if (fire?.[1] === undefined) return undefined;
    const on = part(words, fire[0].length, words.text.length);
    return resolveFire(place, part(words, 0, fire[1].length), on, condition);
  },
};

function resolveEffect(place: EffectPlace, whole: Part): Effect | null {
  const loop = readLoop(whole);
  if (loop !== null) {
    // Its condition is read for each of the records.
    const each = recordsFor(place, loop);
    const effect = each && resolveEffect(each.place, loop.effect);
    return effect && { kind: 'for', condition: null, records: each.records, effect };
  }
  const narrowed = readNarrowedLoop(whole.text);
  if (narrowed !== null) {
    const details = { effect: whole.text, loop: narrowed.form };
    place.context.report('N412', STATES_CODES.N412, details, whole.span, replacement(whole.span, narrowed.meant));
    return null;
  }
  const { words, condition: stated } = splitCondition(whole);
  const condition = stated ? readExpression(place, stated, 'guard', BOOLEAN) : null;
  if (stated && !condition) return null;
  const inner: EffectPlace = {
    ...place,
    scope: {
      ...(condition ? under(place.scope, condition) : place.scope),
      effectCondition: stated?.text.trim() ?? null,
    },
  };
  for (const read of Object.values(READERS)) {
    const effect = read(inner, words, condition);
    if (effect !== undefined) return effect;
  }
  const meant = meantCondition(whole.text) ?? meantEffect(words.text);
  const extra = meant === null ? {} : replacement(words.span, meant);
  place.context.report('N412', STATES_CODES.N412, { effect: words.text }, words.span, extra);
  return null;
}

/** `if late then create Fine(…)`, `if (late) create Fine(…)` as `create Fine(…) if late`; null if it is neither. */
function meantCondition(text: string): string | null {
  const [, condition, bracketed, effect] =
    /^(?:if|when)\s+(?:(\S.*?)\s*(?:\bthen\b|:|->|=>)|\((.+)\))\s*(\S.*)$/is.exec(text) ?? [];
  const when = condition ?? bracketed;
  if (when === undefined || effect === undefined || /\belse\b/.test(effect)) return null;
  return `${meantEffect(effect) ?? effect} if ${when}`;
}

/** `count += 1`, `set paid = true`, `paid := true` as an effect of this language; null if it is none of these. */
function meantEffect(text: string): string | null {
  const [, path, sign, value] = /^(?:set\s+|update\s+)?([A-Za-z_][\w.]*)\s*(\+|-|\*|:)?=\s*([^=].*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) return stepped(text);
  if (sign === undefined || sign === ':') return `${path} = ${value}`;
  return `${path} = ${path} ${sign} ${/^[\w."]+(?: [a-zA-Z]+)?$/.test(value) ? value : `(${value})`}`;
}

function stepped(text: string): string | null {
  const [, path, sign] = /^([A-Za-z_][\w.]*)(\+\+|--)$/.exec(text) ?? [];
  return path === undefined ? null : `${path} = ${path} ${sign === '++' ? '+' : '-'} 1`;
}

function deletesThis(effect: Effect): boolean {
  return effect.kind === 'delete' && effect.start.variable === 'this' && effect.path.length === 0;
}

/** An effect is read with its condition as a guard of values that may be null. */
function under(scope: Scope, condition: Expression): Scope {
  return { ...scope, given: [...(scope.given ?? []), condition] };
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
