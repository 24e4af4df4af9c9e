import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** Two zones whose clocks never show the same. */
const ZONES = ['Asia/Tokyo', 'Pacific/Honolulu'] as const;

/** Point 9: the time zone that a person chooses is kept with their account and theirs alone, or nobody chooses one. */
export function* derivePersonalTimeZone(context: DerivationContext): Cases {
  const clauses = ['9.PERSONAL_TIME_ZONE'];
  const [account, other] = context.accounts;
  if (account === undefined) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const path = '/api/-/preferences';
  const isAllowed = context.plan.settings.personalTimeZone === 'allowed';
  const choose = (zone: string | null) => {
    const step = { as: account.id, method: 'PATCH', path, body: { time_zone: zone }, clauses } as const;
    if (!isAllowed) return builder.ask({ ...step, expect: { status: 404 } });
    builder.ask({ ...step, expect: { status: 200, answer: { kind: 'parts', parts: { time_zone: zone } } } });
    const settings = { timeZone: context.plan.settings.timeZone, personalTimeZone: zone };
    builder.look(account.id, '/api/-/product', { kind: 'parts', parts: { settings } }, clauses);
  };
  for (const zone of isAllowed ? [...ZONES, 'device', null] : ZONES) choose(zone);
  if (isAllowed) {
    const body = { time_zone: 'Mars/Olympus' };
    builder.ask({ as: account.id, method: 'PATCH', path, body, clauses, expect: { status: 400 } });
    if (other !== undefined) builder.look(other.id, path, { kind: 'parts', parts: { time_zone: null } }, clauses);
  }
  yield builder.done('The time zone in which a person reads', clauses);
}
