import { hasValue, looseField, type OutboundCall, messageFormatIn } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { EffectValues } from '../run/events/effects.ts';
import { readValue } from '../run/values.ts';
import { columnType } from '../sql/identifiers.ts';
import { parseExactly, writtenOut } from './exact-json.ts';

export type ReadAnswer =
  | { readonly ok: true; readonly values: EffectValues; readonly json: unknown }
  | { readonly ok: false; readonly problem: string };

/** Reads what the call's `answer` names from the body, as its types say (7). */
export function readAnswer(index: PlanIndex, call: Pick<OutboundCall, 'answer' | 'clause'>, text: string): ReadAnswer {
  if (call.answer.length === 0) return { ok: true, values: {}, json: null };
  let body: unknown;
  try {
    body = parseExactly(text);
  } catch {
    return { ok: false, problem: 'The answer is not JSON that can be read.' };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, problem: 'The answer is not an object.' };
  const members = new Map<string, unknown>(Object.entries(body));
  const values: Record<string, { type: string; value: unknown }> = {};
  for (const part of call.answer) {
    const stated = members.get(part.name) ?? null;
    const given = hasValue(part.type, 'number') ? writtenOut(stated) : stated;
    const reading = readValue(index, looseField(part.name, part.name, part.type, part.required, call.clause), given);
    if (!reading.ok)
      return { ok: false, problem: `The answer doesn't fit: ${messageFormatIn('en').message(reading.problem)}` };
    if (reading.value === null && part.required) return { ok: false, problem: `The answer has no ${part.name}.` };
    values[part.name] = { type: columnType(part.type, index.plan.settings), value: reading.value };
  }
  return {
    ok: true,
    values,
    json: Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value])),
  };
}
