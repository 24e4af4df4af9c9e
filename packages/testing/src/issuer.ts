import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person whom the issuer knows. */
export interface IssuerPerson {
  readonly subject: string;
  readonly email: string;
  readonly verified: boolean;
  readonly name: string;
}

export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Changed by tests as they go. */
  readonly people: IssuerPerson[];
  /** Begins to answer, for a product that is come back to at this address; before, it is down. */
  open(callback: string): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'the-product';
const CLIENT_SECRET = 'canary-client-secret';

/**
 * An OpenID Connect provider on a free port of this machine: a form that asks for a subject (any password is accepted),
 * no consent, and the address only in userinfo, like most providers. It demands PKCE.
 */
export async function startIssuer(): Promise<Issuer> {
  const people: IssuerPerson[] = [];
  const key = signingKey();
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    people,
    open: (callback) => {
      const provider = providerAt(url, callback, key, people).callback();
      answer = (request, response) => void provider(request, response);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function providerAt(url: string, callback: string, key: object, people: readonly IssuerPerson[]): Provider {
  return new Provider(url, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [callback] }],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['the issuer of the tests'] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => {
      const person = people.find(({ subject }) => subject === id);
      return (
        person && {
          accountId: id,
          claims: () => ({ sub: id, email: person.email, email_verified: person.verified, name: person.name }),
        }
      );
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
        ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Signs in at the issuer as a browser would, or calls it off (null); answers the address that it leads back to. */
export async function visitIssuer(issuer: Issuer, address: string, subject: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  let step: { url: string; body?: URLSearchParams } = { url: address };
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(step.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(step.body ? { method: 'POST', body: step.body } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, step.url);
      if (next.origin !== issuer.url) return next.href;
      step = { url: next.href };
      continue;
    }
    const page = await response.text();
    const form = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const abort = /href="([^"]+\/abort)"/.exec(page)?.[1];
    if (form === undefined || abort === undefined) throw new Error(`The issuer answered ${response.status}: ${page}`);
    step =
      subject === null
        ? { url: abort }
        : { url: form, body: new URLSearchParams({ prompt: 'login', login: subject, password: 'any' }) };
  }
  throw new Error('The issuer leads nowhere.');
}

function signingKey(): object {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
}
