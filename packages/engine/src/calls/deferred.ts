import type { Expression } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/** Constants of the environment are read when the call is sent, so that none of their values is stored. */
export function isDeferred(index: PlanIndex, expression: Expression): boolean {
  if (expression.kind !== 'constant') return false;
  const { kind } = index.constant(expression.name).value;
  return kind === 'env' || kind === 'secret';
}

/** `{return_url}`: the address to which a service sends the browser back, in which the product's origin comes first. */
export function isReturn(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'return_url';
}

/** `{event}`: the name of the event that caused the call. */
export function isEvent(expression: Expression): boolean {
  return expression.kind === 'variable' && expression.name === 'event';
}
