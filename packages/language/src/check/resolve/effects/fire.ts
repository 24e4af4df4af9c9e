import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Expression, Query } from '../../../expression/tree.ts';
import type { Effect } from '../../../model/states.ts';
import { around, type Part } from '../words.ts';
import { readExpression } from './expression.ts';
import { followPath } from './path.ts';
import type { EffectPlace } from './place.ts';

/** `EVENT on path`, `EVENT on E where …`, `EVENT on first(E where … order …)`. */
export function resolveFire(place: EffectPlace, event: Part, on: Part, condition: Expression | null): Effect | null {
  const first = /^first\s*\(/.test(on.text);
  if (first || /\swhere\s/.test(on.text) || place.context.schema.entities.has(on.text)) {
    const records = readRecords(place, first ? on : around('first(', on, ')'));
    if (records === null || !hasEvent(place, event, records.source.entity)) return null;
    return { kind: 'fire each', condition, event: event.text, records, first };
  }
  const followed = followPath(place, on);
  if (!followed || !hasEvent(place, event, followed.entity)) return null;
  return { kind: 'fire', condition, event: event.text, start: followed.start, path: followed.path };
}

/** The records that a query `first(…)` chooses from, in its order. */
export function readRecords(place: EffectPlace, words: Part): Query | null {
  const query = readExpression(place, words, 'effect', null);
  return query?.kind === 'query' ? query : null;
}

function hasEvent({ context, declared }: EffectPlace, event: Part, entity: string): boolean {
  const events = declared.workflows.get(entity)?.events ?? new Set<string>();
  if (events.has(event.text)) return true;
  const details = { event: event.text, entity, nearest: nearest(event.text, events) };
  context.report('N420', STATES_CODES.N420, details, event.span);
  return false;
}
