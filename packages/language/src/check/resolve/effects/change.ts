import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { checkExpression } from '../../../expression/check.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Effect } from '../../../model/states.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';
import { readExpression } from './expression.ts';
import type { EffectPlace } from './place.ts';
import { readTarget, typeOfField } from './set.ts';

const FORM = /^([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*([+-])(?![-+=])\s*(?=\S)/;

/**
 * `watchers + user`, `team.watchers - user`: puts a record into a `many`, or takes it out; so do all records of a list
 * (`watchers + new.helpers`). Undefined if the words have another form.
 */
export function resolveChange(
  place: EffectPlace,
  words: Part,
  condition: Expression | null,
): Effect | null | undefined {
  const [whole, path, sign] = FORM.exec(words.text) ?? [];
  if (whole === undefined || path === undefined) return undefined;
  const target = part(words, 0, path.length);
  const found = readTarget(place, target);
  if (found === null) return null;
  const { start, entity, field } = found;
  const type = place.declared.entities.get(entity)?.fields.get(field)?.type;
  const value = part(words, whole.length, words.text.length);
  if (type?.kind !== 'many') {
    const meant = `${target.text} = ${words.text}`;
    const reason = { because: 'oneValue', meant } as const;
    place.context.report(
      'N413',
      STATES_CODES.N413,
      { target: field, reason },
      words.span,
      replacement(words.span, meant),
    );
    return null;
  }
  const list = typeOfField(place, entity, field);
  const record = { kind: 'record', entity: type.entity, nullable: false } as const;
  const expected = list !== null && fits(place, value, list) ? list : record;
  const expression = readExpression(place, value, 'effect', expected);
  const change = sign === '+' ? 'add' : 'remove';
  return expression && { kind: 'set', condition, start, path: found.path, field, value: expression, change };
}

/** `watchers = watchers + user`, `watchers += user`: reported with the effect that is meant; false if it is no such one. */
export function reportMeantChange(place: EffectPlace, words: Part): boolean {
  const [, path, added, computed, value] =
    /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?:([+-])=|=\s*\1\s*([+-]))\s*(\S.*)$/s.exec(words.text) ?? [];
  const sign = added ?? computed;
  if (path === undefined || sign === undefined || value === undefined) return false;
  const names = path.split('.');
  const start = place.records?.get(names[0] ?? '');
  const entity = names
    .slice(start === undefined ? 0 : 1, -1)
    .reduce<string | null>((of, name) => referredBy(place, of, name), start ?? place.entity);
  const field = place.declared.entities.get(entity ?? '')?.fields.get(names.at(-1) ?? '');
  if (field?.type.kind !== 'many') return false;
  const change = `${path} ${sign} ${value}`;
  const extra = replacement(words.span, change);
  place.context.report('N412', STATES_CODES.N412, { effect: words.text, change }, words.span, extra);
  return true;
}

function referredBy({ declared, entity }: EffectPlace, of: string | null, name: string): string | null {
  if (name === 'this' || name === 'new') return of === entity ? of : null;
  const type = declared.entities.get(of ?? '')?.fields.get(name)?.type;
  return type?.kind === 'reference' ? type.entity : null;
}

/** Whether a text is read as a value of this type without an error. */
function fits({ context, scope }: EffectPlace, { text }: Part, type: Type): boolean {
  return checkExpression(text, { ...scope, purpose: 'effect' }, context.schema, type).expression !== null;
}
