import type { ProductView, SessionView } from '@nonet/client';
import type { Host, ProductBrowser } from '@nonet/proof';
import { Failure } from './failure.ts';

/** The longest time to describe itself, and to sign somebody in. */
const MOST_MILLISECONDS = 30_000;

/**
 * A product that runs elsewhere, in `dev`: its demo accounts act, its clock can't be set, and it is not reset. Or a
 * foreign server: only the exact calls of point 7 are tried, by accounts that sign up there.
 */
export async function remoteHost(
  given: string,
  openBrowser: () => Promise<ProductBrowser | null> = async () => null,
): Promise<Host> {
  const url = given.replace(/\/$/, '');
  const derived = await isProduct(url);
  return {
    url,
    derived,
    addAccount: null,
    setTime: null,
    settle: null,
    receiver: null,
    browser: derived ? await openBrowser() : null,
    reset: null,
    signIn: async (id) => {
      const response = await fetch(`${url}/api/-/dev/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
        signal: AbortSignal.timeout(MOST_MILLISECONDS),
      });
      const session = response.ok ? ((await response.json()) as SessionView) : null;
      if (session?.user === null || session === null)
        throw new Failure(`${url} signs nobody in: it is no product in \`dev\`.`);
      return response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .join('; ');
    },
  };
}

/** Whether a product of Nonet answers there. @throws {Failure} if nothing answers. */
async function isProduct(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(MOST_MILLISECONDS);
  const response = await fetch(`${url}/api/-/product`, { headers: { accept: 'application/json' }, signal }).catch(
    () => {
      throw new Failure(`Nothing answers at ${url}.`);
    },
  );
  const text = await response.text();
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return false;
  try {
    return Array.isArray((JSON.parse(text) as Partial<ProductView> | null)?.screens);
  } catch {
    return false;
  }
}
