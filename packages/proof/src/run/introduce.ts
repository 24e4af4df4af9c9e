import type { DemoAccountView, PageView } from '@nonet/client';
import type { SeededRecord } from '../derive/records/begin.ts';
import type { Account } from '../derive/records/accounts.ts';
import type { Bindings, Real } from './bindings.ts';
import { valueDifference } from './compare.ts';
import type { Host } from './host.ts';
import { TIMEOUTS } from './timeouts.ts';

/** An account that the product did not take. */
export interface RefusedAccount {
  readonly account: Account;
  readonly error: Error;
}

/** Makes the accounts of the tests, and learns which of the product's records are the document's own. */
export async function introduce(
  host: Host,
  bindings: Bindings,
  accounts: readonly Account[],
  seeded: readonly SeededRecord[],
): Promise<readonly RefusedAccount[]> {
  const people = seeded.filter(({ email }) => email !== null);
  if (people.length > 0) {
    const response = await fetch(`${host.url}/api/-/dev/accounts`, { signal: soon() });
    const demo = response.ok ? ((await response.json()) as DemoAccountView[]) : [];
    for (const person of people) {
      const found = demo.find(({ email }) => email === person.email);
      if (found !== undefined) bindings.bind(person.id, found.id);
    }
  }
  const refused: RefusedAccount[] = [];
  for (const account of accounts) {
    if (bindings.get(account.id) !== null || host.addAccount === null) continue;
    try {
      bindings.bind(account.id, await host.addAccount(account));
    } catch (error) {
      refused.push({ account, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  return refused;
}

/** Each record of the document is there, as it is stated (3: `#### Records`, `#### Demo records`). */
export async function identify(
  host: Host,
  bindings: Bindings,
  seeded: readonly SeededRecord[],
  path: (entity: string) => string,
): Promise<{ readonly missing: readonly SeededRecord[]; readonly found: readonly SeededRecord[] }> {
  const pages = new Map<string, PageView>();
  const missing: SeededRecord[] = [];
  const found: SeededRecord[] = [];
  for (const record of seeded) {
    if (record.as === undefined) {
      // Nobody may read this record, so the test can only see that the account exists.
      if (record.email !== null) (bindings.get(record.id) === null ? missing : found).push(record);
      continue;
    }
    const real = record.as === null ? null : bindings.get(record.as);
    if (record.as !== null && typeof real !== 'string') continue;
    const key = `${record.entity} ${record.as}`;
    let page = pages.get(key);
    if (page === undefined) {
      const headers = typeof real === 'string' ? { cookie: await host.signIn(real) } : {};
      const response = await fetch(`${host.url}${path(record.entity)}`, { headers, signal: soon() });
      pages.set(key, (page = response.ok ? ((await response.json()) as PageView) : { items: [], next: null }));
    }
    const fits = page.items.find((item) => {
      const known = bindings.symbolic(record.entity, item.id);
      if (known !== null) return known === record.id;
      const expected = { ...withId(record.record, record.id, item.id), ...timesOf(item) };
      // The names that another record's comparison would bind, such as the ids of its children, are none of this one's.
      if (valueDifference(bindings.fork(), expected, item) !== null) return false;
      return valueDifference(bindings, expected, item) === null;
    });
    if (fits === undefined) missing.push(record);
    else {
      bindings.bind(record.id, fits.id);
      found.push(record);
    }
  }
  return { missing, found };
}

/** A record as it is answered if it has this id, which may be in its title and in its other texts too. */
export function withId(
  record: Readonly<Record<string, unknown>>,
  symbol: string,
  id: Real,
): Readonly<Record<string, unknown>> {
  const values = Object.entries(record).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    const isReference = value === symbol && name !== '_title';
    return [name, isReference ? id : value.replaceAll(symbol, String(id))];
  });
  return { ...Object.fromEntries(values), id };
}

function soon(): AbortSignal {
  return AbortSignal.timeout(TIMEOUTS.request * 1000);
}

/** When the product put its own records in is its own affair. */
function timesOf(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { created_at: item.created_at, updated_at: item.updated_at };
}
