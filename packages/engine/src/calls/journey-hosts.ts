import type { OutboundCall } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { EffectValues } from '../run/events/effects.ts';
import { environmentConstant } from './environment-constant.ts';

/**
 * Why the browser is not led to the address in an answer (7, `goes to`): it leads by https to a host that the document
 * states, or to that of the request; to the origin of the request also by http. Null if it may go there.
 */
export function leadsElsewhere(
  index: PlanIndex,
  { goesTo, request }: Pick<OutboundCall, 'goesTo' | 'request'>,
  values: EffectValues,
): string | null {
  const stated = goesTo === null ? null : (values[goesTo.answer]?.value ?? null);
  if (goesTo === null || request === null || stated === null) return null;
  const address = typeof stated === 'string' && URL.canParse(stated) ? new URL(stated) : null;
  if (address === null) return 'The answer has no address to which the browser could go.';
  if (address.username !== '' || address.password !== '') return 'The address in the answer has a password in it.';
  const origin = new URL(
    request.origin.kind === 'literal' ? request.origin.value : environmentConstant(index, request.origin.name),
  );
  const hosts = goesTo.hosts?.flatMap((host) =>
    (host.kind === 'literal' ? host.value : environmentConstant(index, host.name)).split(/[\s,]+/).map(hostIn),
  ) ?? [origin.host];
  const isSafe = address.protocol === 'https:' || address.origin === origin.origin;
  if (isSafe && hosts.includes(address.host)) return null;
  return `The address in the answer leads to ${address.protocol}//${address.host}, where the document sends nobody.`;
}

/** A host by itself, or that of an origin. */
function hostIn(text: string): string {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).host : text;
}
