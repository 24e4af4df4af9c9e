import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Effect } from '../../../model/states.ts';
import { isNeeded } from '../../derived/needed.ts';
import { parentNames } from '../names.ts';
import { pairOf } from '../pair.ts';
import { readExpression } from './expression.ts';
import type { EffectPlace } from './place.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import { checkSettable, typeOfField } from './set.ts';

/** `create E(field: expr, …)`; an owned child is given its `parent`. */
export function resolveCreate(place: EffectPlace, words: Part, condition: Expression | null): Effect | null {
  const { context, declared } = place;
  const match = /^create\s+([A-Za-z]\w*)\s*\(([\s\S]*)\)$/.exec(words.text);
  const name = match?.[1];
  if (name === undefined) {
    context.report('N412', STATES_CODES.N412, { effect: words.text }, words.span);
    return null;
  }
  const entity = declared.entities.get(name);
  if (!entity) {
    const start = words.text.indexOf(name, 6);
    const at = part(words, start, start + name.length);
    const offered = nearest(name, declared.entities.keys());
    context.report(
      'N402',
      STATES_CODES.N402,
      { entity: name, nearest: offered },
      at.span,
      replacement(at.span, offered),
    );
    return null;
  }
  const values: Record<string, Expression> = {};
  const stated = new Set<string>();
  let complete = true;
  const open = words.text.indexOf('(') + 1;
  for (const item of splitList(part(words, open, words.text.length - 1))) {
    if (item.text === '') continue;
    const pair = pairOf(item);
    if (pair === null) {
      context.report('N412', STATES_CODES.N412, { effect: item.text }, item.span);
      complete = false;
      continue;
    }
    const { field } = pair;
    if (stated.has(field.text))
      context.report('N037', TABLE_CODES.N037, { name: field.text, what: 'field' }, field.span);
    stated.add(field.text);
    const isParent =
      entity.owner !== null && !entity.fields.has(field.text) && parentNames(entity.owner.entity).includes(field.text);
    if (!isParent && !checkSettable(place, name, field)) {
      complete = false;
      continue;
    }
    const expression = readExpression(place, pair.value, 'effect', typeOfField(place, name, field.text));
    if (expression) values[isParent ? 'parent' : field.text] = expression;
    else complete = false;
  }
  const missing = requiredOf(place, name).filter(
    (field) =>
      !stated.has(field) &&
      !(field === 'parent' && entity.owner && parentNames(entity.owner.entity).some((parent) => stated.has(parent))),
  );
  // A part that could not be read may give the value.
  if (missing.length > 0 && complete) {
    context.report('N418', STATES_CODES.N418, { entity: name, fields: missing }, words.span);
    return null;
  }
  return complete ? { kind: 'create', condition, entity: name, values } : null;
}

/** The fields that a create must give a value to. */
function requiredOf({ declared }: EffectPlace, name: string): string[] {
  const entity = declared.entities.get(name);
  if (!entity) return [];
  const fields = [...entity.fields.values()].filter(isNeeded);
  return [...fields.map((field) => field.name), ...(entity.owner ? ['parent'] : [])];
}
