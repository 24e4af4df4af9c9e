import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isLocal } from '../../../expression/local.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { ScreenAction } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { checkSettable, typeOfField } from '../effects/set.ts';
import { pairOf } from '../pair.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';

/** A form is prefilled with values of the screen's record and of the records that it refers to. */
const AT_HAND = { field: () => true, constant: () => true, references: true } as const;

/** Reads `create E(field: expr, …)` behind a label's arrow. `scope` is the screen's: `this` is its record, where it has one. */
export function readCreateAction(
  context: Context,
  declared: Declared,
  label: string,
  words: Part,
  scope: Scope,
  clause: string,
): ScreenAction | null {
  const match = /^create\s+([A-Za-z]\w*)\s*(?:\(([\s\S]*)\))?$/.exec(words.text);
  const name = match?.[1];
  if (name === undefined || label === '') {
    const why = 'create';
    context.report('N215', SCREENS_CODES.N215, { text: words.text, why }, words.span);
    return null;
  }
  if (!declared.entities.has(name)) {
    const start = words.text.indexOf(name, 6);
    const at = part(words, start, start + name.length);
    const offered = nearest(name, declared.entities.keys());
    context.report('N207', SCREENS_CODES.N207, { name, nearest: offered }, at.span, replacement(at.span, offered));
    return null;
  }
  const open = words.text.indexOf('(');
  const items = open < 0 ? [] : splitList(part(words, open + 1, words.text.length - 1));
  const values: Record<string, Expression> = {};
  let complete = true;
  for (const item of items.filter(({ text }) => text !== '')) {
    const read = readValue(context, declared, name, item, scope);
    if (read === null) complete = false;
    else if (Object.hasOwn(values, read.field)) {
      context.report('N037', TABLE_CODES.N037, { name: read.field, what: 'field' }, item.span);
    } else values[read.field] = read.value;
  }
  return complete ? { kind: 'create from', label, entity: name, values, clause } : null;
}

function readValue(
  context: Context,
  declared: Declared,
  entity: string,
  item: Part,
  scope: Scope,
): { field: string; value: Expression } | null {
  const pair = pairOf(item);
  if (pair === null) {
    const why = 'value';
    context.report('N215', SCREENS_CODES.N215, { text: item.text, why }, item.span);
    return null;
  }
  const { field, value: words } = pair;
  const place = { context, declared, entity, scope };
  if (!checkSettable(place, entity, field)) return null;
  const value = context.expression(words, scope, typeOfField(place, entity, field.text));
  if (value && !isLocal(value, AT_HAND)) {
    const why = 'atHand';
    context.report('N215', SCREENS_CODES.N215, { text: words.text, why }, words.span);
    return null;
  }
  return value && { field: field.text, value };
}
