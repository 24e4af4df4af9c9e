import type { Expression } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/** Constants of the environment are read when the call is sent, so that none of their values is stored. */
export function isDeferred(index: PlanIndex, expression: Expression): boolean {
  if (expression.kind !== 'constant') return false;
  const { kind } = index.constant(expression.name).value;
  return kind === 'env' || kind === 'secret';
}

/** `{event}`: the name of the event that caused the call. */
export function isEvent(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'event';
}
