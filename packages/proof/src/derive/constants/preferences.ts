import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The things that people choose for themselves, each by a constant of the product. */
const PREFERENCES = {
  // Two zones whose clocks never show the same.
  PERSONAL_TIME_ZONE: {
    key: 'time_zone',
    setting: 'personalTimeZone',
    values: ['Asia/Tokyo', 'Pacific/Honolulu'],
    more: ['device'],
    wrong: 'Mars/Olympus',
    title: 'The time zone in which a person reads',
  },
  PERSONAL_REGION: {
    key: 'region',
    setting: 'personalRegion',
    values: ['CH', 'US'],
    more: [],
    wrong: 'Olympus',
    title: 'The region in whose form a person reads',
  },
} as const;

/** Point 9: what a person chooses for themselves is kept with their account and theirs alone, or nobody chooses it. */
export function* derivePreference(context: DerivationContext, constant: keyof typeof PREFERENCES): Cases {
  const { key, setting, values, more, wrong, title } = PREFERENCES[constant];
  const clauses = [`9.${constant}`];
  const [account, other] = context.accounts;
  if (account === undefined) return context.cannot('not found', ...clauses);
  const builder = new CaseBuilder(context);
  const path = '/api/-/preferences';
  const { settings } = context.plan;
  const isAllowed = settings[setting] === 'allowed';
  const isThere = settings.personalTimeZone === 'allowed' || settings.personalRegion === 'allowed';
  const choose = (value: string | null) => {
    const step = { as: account.id, method: 'PATCH', path, body: { [key]: value }, clauses } as const;
    // A key that nobody may choose is unknown where there is another one.
    if (!isAllowed) return builder.ask({ ...step, expect: { status: isThere ? 400 : 404 } });
    builder.ask({ ...step, expect: { status: 200, answer: { kind: 'parts', parts: { [key]: value } } } });
    const shown = { timeZone: settings.timeZone, locale: settings.locale, [setting]: value };
    builder.look(account.id, '/api/-/product', { kind: 'parts', parts: { settings: shown } }, clauses);
  };
  for (const value of isAllowed ? [...values, ...more, null] : values) choose(value);
  if (isAllowed) {
    builder.ask({ as: account.id, method: 'PATCH', path, body: { [key]: wrong }, clauses, expect: { status: 400 } });
    if (other !== undefined) builder.look(other.id, path, { kind: 'parts', parts: { [key]: null } }, clauses);
  }
  yield builder.done(title, clauses);
}
