import type { OutboundCall } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';

/** The name of the daily mails in the queue. No call of a document has a blank in its name. */
export const DAILY_DIGEST = 'daily digest';

/** The calls whose requests and mails may wait in the queue: those of the document, and the daily mails about its notices. */
export function queuedCallsOf({ plan }: PlanIndex): readonly OutboundCall[] {
  const notice = plan.calls.find(({ kind }) => kind === 'notice');
  if (notice?.kind !== 'notice') return plan.calls;
  const { isNecessary: _each, ...outbound } = notice;
  const digest: OutboundCall = {
    ...outbound,
    kind: 'mail',
    name: DAILY_DIGEST,
    clause: '9.DIGEST_TIME',
    description: '',
    when: [],
    forEach: null,
    mail: null,
  };
  return [...plan.calls, digest];
}

/** The names of those that are mails. */
export function mailNamesOf(index: PlanIndex): readonly string[] {
  return queuedCallsOf(index).flatMap(({ kind, name }) => (kind === 'request' ? [] : [name]));
}
