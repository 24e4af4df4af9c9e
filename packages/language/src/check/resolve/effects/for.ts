import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { Query } from '../../../expression/tree.ts';
import { recordType } from '../types.ts';
import { checkName } from '../names.ts';
import { around, type Part, part } from '../words.ts';
import { readRecords } from './fire.ts';
import type { EffectPlace } from './place.ts';

/** `for l in lines: EFFECT`, in its parts. */
export interface Loop {
  readonly variable: Part;
  readonly list: Part;
  readonly effect: Part;
}

export function readLoop(words: Part): Loop | null {
  const match = /^for\s+([A-Za-z_]\w*)\s+in\s+([^\s:]+)\s*:/.exec(words.text);
  const [whole, variable, list] = match ?? [];
  if (whole === undefined || variable === undefined || list === undefined) return null;
  const start = words.text.indexOf(variable, 3);
  const end = whole.lastIndexOf(':');
  return {
    variable: part(words, start, start + variable.length),
    list: part(
      words,
      end - whole.slice(0, end).trimEnd().length + whole.slice(0, end).trimEnd().lastIndexOf(list),
      end,
    ),
    effect: part(words, whole.length, words.text.length),
  };
}

/**
 * `for l in lines where cond: EFFECT` is no effect: returns how a loop states a condition, and the effect that is
 * certainly meant if it causes one event on each record. Null for other text.
 */
export function readNarrowedLoop(text: string): { readonly form: string; readonly meant: string | null } | null {
  const match = /^for\s+([A-Za-z_]\w*)\s+in\s+(\S+)\s+where\s+(.+?)\s*:\s*([a-z].*)$/s.exec(text);
  const [, variable = '', list = '', condition = '', effect = ''] = match ?? [];
  if (match === null) return null;
  const event = /^([A-Za-z_]\w*)\s+on\s+([A-Za-z_]\w*)$/.exec(effect);
  const named = new RegExp(String.raw`\b${variable}\b`).test(condition) ? `${list} as ${variable}` : list;
  return {
    form: `for ${variable} in ${list}: ${effect} if …`,
    meant: event?.[2] === variable ? `${event[1]} on ${named} where ${condition}` : null,
  };
}

/** The records of the list, and where the effect is read for each of them. */
export function recordsFor(
  place: EffectPlace,
  { variable, list }: Loop,
): { place: EffectPlace; records: Query } | null {
  const { context, scope } = place;
  if (!checkName(context, 'field', variable)) return null;
  const field = context.schema.entities.get(place.entity)?.fields.has(variable.text) === true;
  if (field || Object.hasOwn(scope.variables, variable.text)) {
    const reason = field ? 'takenByField' : 'takenByOther';
    context.report('N038', TABLE_CODES.N038, { name: variable.text, reason }, variable.span);
    return null;
  }
  const records = readRecords(place, around('first(', list, ` as ${variable.text})`));
  if (records === null) return null;
  const { entity } = records.source;
  return {
    records,
    place: {
      ...place,
      records: new Map([...(place.records ?? []), [variable.text, entity]]),
      scope: { ...scope, variables: { ...scope.variables, [variable.text]: recordType(entity) } },
    },
  };
}
