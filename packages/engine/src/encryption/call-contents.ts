import type { PlanIndex } from '../plan-index.ts';
import { keyRingOf } from './key-ring.ts';
import { open, seal } from './seal.ts';

/** The encrypted parts of an outbound call: its content, and its answer. */
export const REQUEST = 'outbound_call.request';
export const ANSWER = 'outbound_call.answer';
export const ATTEMPT_ANSWER = 'call_attempt.answer';

/** JSON of the call with this id as it is stored: encrypted, if the deployment has a key. */
export function sealJson(index: PlanIndex, name: string, id: string, value: unknown): unknown {
  const { current } = keyRingOf(index.environment);
  if (current === null || value === null) return value;
  return { sealed: seal(JSON.stringify(value), { name, record: id }, current) };
}

/** Text of the call with this id as it is stored. */
export function sealText(index: PlanIndex, name: string, id: string, text: string | null): string | null {
  const { current } = keyRingOf(index.environment);
  return current === null || text === null ? text : seal(text, { name, record: id }, current);
}

/** Stored JSON in plain form. */
export function openJson<T>(index: PlanIndex, id: string, stored: T | { readonly sealed: string }): T {
  if (typeof stored !== 'object' || stored === null || !('sealed' in stored)) return stored;
  return JSON.parse(open(stored.sealed, id, keyRingOf(index.environment))) as T;
}
