import { type Client, createClient, type DemoAccountView, withCookies } from '@nonet/client';
import type { BrowserContext } from 'playwright-core';

/** A demo person of a product that runs in `dev`, signed in. */
export async function asPerson(url: string, email: string): Promise<Client> {
  const client = createClient({ baseUrl: url, fetch: withCookies() });
  const account = (await client.demoAccounts()).find((each) => each.email === email);
  if (!account) throw new Error(`The product has no demo account ${email}.`);
  await client.signInAs(account.id);
  return client;
}

const DAY = 24 * 60 * 60 * 1000;
const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' });

/** The date so many days from today, where the examples are at home. */
export function dateIn(days: number): string {
  return DATE.format(Date.now() + days * DAY);
}

/** Signs a browser in as a demo person: every page that it opens from now on is theirs. */
export async function signInBrowser(context: BrowserContext, url: string, email: string): Promise<void> {
  const accounts = (await (await context.request.get(`${url}/api/-/dev/accounts`)).json()) as DemoAccountView[];
  const account = accounts.find((each) => each.email === email);
  if (!account) throw new Error(`The product has no demo account ${email}.`);
  const answer = await context.request.post(`${url}/api/-/dev/session`, {
    data: { id: account.id },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}.`);
}

/** The cookie of a demo person's session, for a program that opens pages by itself. */
export async function cookieOf(url: string, email: string): Promise<string> {
  const accounts = (await (await fetch(`${url}/api/-/dev/accounts`)).json()) as DemoAccountView[];
  const id = accounts.find((each) => each.email === email)?.id;
  const answer = await fetch(`${url}/api/-/dev/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
