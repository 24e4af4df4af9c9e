import type { SessionView } from '@nonet/client';
import type { Host } from '@nonet/proof';
import { Failure } from './failure.ts';

/** A product that runs elsewhere, in `dev`: its demo accounts act, its clock is what it is, and nothing is put back. */
export function remoteHost(given: string): Host {
  const url = given.replace(/\/$/, '');
  return {
    url,
    addAccount: null,
    setTime: null,
    settle: null,
    receiver: null,
    reset: null,
    signIn: async (id) => {
      const response = await fetch(`${url}/api/-/dev/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
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
