import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Effect } from '../../../model/states.ts';
import { recordType } from '../types.ts';
import { isPaperOf, readPaperOf } from '../paper-of.ts';
import type { Part } from '../words.ts';
import { readExpression } from './expression.ts';
import type { Followed } from './path.ts';
import type { EffectPlace } from './place.ts';
import { readTarget } from './set.ts';

/** `contract = paper lease_contract`: undefined if the value is no paper. */
export function resolvePaper(
  place: EffectPlace,
  target: Part,
  value: Part,
  condition: Expression | null,
): Effect | null | undefined {
  if (!isPaperOf(value)) return undefined;
  const found = readTarget(place, target);
  if (found === null) return null;
  const { start, path, entity, field } = found;
  const type = place.declared.entities.get(entity)?.fields.get(field)?.type;
  if (type?.kind !== 'open' && !(type?.kind === 'file' && type.types.some((one) => one.toLowerCase() === 'pdf'))) {
    place.context.report('N790', CALLS_CODES.N790, { entity, field }, target.span);
    return null;
  }
  const paper = readPaperOf(place.context, place.declared, value, recordAt(place, found), (words) =>
    readExpression(place, words, 'effect', null),
  );
  return paper && { kind: 'paper', condition, start, path, field, ...paper };
}

/** The record whose field is set. */
function recordAt({ declared }: EffectPlace, { start, path }: Followed): Expression {
  let record: Expression = { kind: 'variable', name: start.variable, type: recordType(start.entity) };
  let at = start.entity;
  for (const field of path) {
    const own = declared.entities.get(at);
    const type = own?.fields.get(field);
    at = type?.type.kind === 'reference' ? type.type.entity : (own?.owner?.entity ?? at);
    record = {
      kind: 'field',
      of: record,
      field,
      type: { kind: 'record', entity: at, nullable: type !== undefined && !type.required },
    };
  }
  return record;
}
