import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Type } from '../../../expression/type.ts';
import type { FieldType } from '../../../model/entities.ts';
import type { OutboundCall } from '../../../model/outbound-calls.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { Context } from '../../context.ts';
import { readType } from '../../declare/field-type.ts';
import { typeOf } from '../../declare/schema.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice } from '../names.ts';
import { type Part, part, splitList } from '../words.ts';

/** The types that can be read from an answer: values, not records or uploads. */
const isReadable = (type: FieldType): boolean =>
  hasValue(type, 'text', 'number', 'boolean', 'date', 'time', 'datetime') || type.kind === 'enum';

/** Reads `reference text, note? text`. */
export function readAnswer(context: Context, cell: Cell, declared: Declared): OutboundCall['answer'] {
  const answer: OutboundCall['answer'][number][] = [];
  const seen = new Map<string, Part>();
  const entities = new Set(declared.entities.keys());
  for (const item of splitList(cell)) {
    const match = /^([A-Za-z_]\w*)(\?)?\s+(\S.*)$/.exec(item.text);
    const name = match?.[1];
    const words = match?.[3];
    if (name === undefined || words === undefined) {
      const form = 'answer';
      context.report('N709', CALLS_CODES.N709, { text: item.text, form }, item.span);
      continue;
    }
    const first = seen.get(name);
    if (first) {
      reportTwice(context, 'value', item, first);
      continue;
    }
    seen.set(name, item);
    const place = part(item, item.text.length - words.length, item.text.length);
    const type = readType(context, place, entities);
    if (type.kind !== 'open' && !isReadable(type)) {
      const form = 'plainType';
      context.report('N709', CALLS_CODES.N709, { text: place.text, form }, place.span);
      continue;
    }
    answer.push({ name, type, required: match?.[2] === undefined });
  }
  return answer;
}

/** The type of `response`. */
export function responseType(answer: OutboundCall['answer']): Type {
  const properties = Object.fromEntries(answer.map(({ name, type, required }) => [name, typeOf(type, !required)]));
  return { kind: 'object', properties, nullable: false };
}
