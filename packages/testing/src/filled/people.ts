import { type Client, createClient, withCookies } from '@nonet/client';

/** A demo person of a product that runs in `dev`, signed in. */
export async function asPerson(url: string, email: string): Promise<Client> {
  const client = createClient({ baseUrl: url, fetch: withCookies() });
  const account = (await client.demoAccounts()).find((each) => each.email === email);
  if (!account) throw new Error(`The product has no demo account ${email}.`);
  await client.signInAs(account.id);
  return client;
}

const DAY = 24 * 60 * 60 * 1000;

/** The date so many days from today. */
export function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
