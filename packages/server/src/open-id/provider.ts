import { type Identity, requestPinned } from '@nonet/engine';
import * as openid from 'openid-client';
import { LIMITS } from '../limits/table.ts';

/** A sign-in provider as the deployment states it. */
export interface OpenIdSettings {
  /** The name in the address to which the provider sends people back. */
  readonly name: string;
  /** The label of the button: "Sign in with …". */
  readonly label: string;
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The secrets of one sign-in, kept from its start until the browser returns from the provider. */
export interface OpenIdChecks {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly state: string;
}

/** A person whom a provider identifies, and the subject by which it knows them. */
export interface VouchedFor {
  readonly identity: Identity;
  readonly name: string | null;
  /** Whether the provider itself has asked for several factors (`amr`, RFC 8176). */
  readonly hasSecondFactor: boolean;
}

export interface OpenIdProvider {
  readonly settings: OpenIdSettings;
  /** The address at which a person signs in and agrees. @throws OpenIdUnavailable */
  addressFor(checks: OpenIdChecks, callback: string): Promise<URL>;
  /**
   * The person who returned with this query: the code is exchanged, and the ID token verified (issuer, audience,
   * signature, time, nonce).
   * @throws OpenIdUnavailable, OpenIdCancelled, or the library's own error.
   */
  identify(checks: OpenIdChecks, callback: string, query: URLSearchParams): Promise<VouchedFor>;
}

/** The provider could not be asked: nothing about the person is known. */
export class OpenIdUnavailable extends Error {
  override readonly name = 'OpenIdUnavailable';
}

/** The person (or the provider for them) said no. */
export class OpenIdCancelled extends Error {
  override readonly name = 'OpenIdCancelled';
}

const SCOPE = 'openid email profile';
/** The time for which a provider's configuration is used. */
const DISCOVERED_MILLISECONDS = 3_600_000;

/**
 * A provider whose configuration is read when somebody first signs in with it, so that a dead one affects nobody else,
 * and again after an hour. Requests are sent like outbound calls: to a checked, pinned address, without following
 * redirects.
 */
export function createOpenIdProvider(settings: OpenIdSettings, allowPrivateTargets: boolean): OpenIdProvider {
  let discovered: { readonly configuration: Promise<openid.Configuration>; readonly at: number } | null = null;

  async function configured(): Promise<openid.Configuration> {
    if (discovered === null || Date.now() - discovered.at > DISCOVERED_MILLISECONDS) {
      const fresh = { configuration: discover(settings, allowPrivateTargets), at: Date.now() };
      discovered = fresh;
      // The next person asks again for what failed.
      fresh.configuration.catch(() => {
        if (discovered === fresh) discovered = null;
      });
    }
    try {
      return await discovered.configuration;
    } catch (error) {
      throw new OpenIdUnavailable(`${settings.issuer.href} does not say how to sign in with it.`, { cause: error });
    }
  }

  return {
    settings,
    addressFor: async (checks, callback) =>
      openid.buildAuthorizationUrl(await configured(), {
        redirect_uri: callback,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      }),
    identify: async (checks, callback, query) => {
      const configuration = await configured();
      try {
        return await vouchedFor(configuration, checks, new URL(`${callback}?${query.toString()}`));
      } catch (error) {
        if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied')
          throw new OpenIdCancelled('The sign-in was cancelled.', { cause: error });
        if (error instanceof Error && error.cause instanceof OpenIdUnavailable) throw error.cause;
        if (error instanceof openid.WWWAuthenticateChallengeError)
          throw new Error('The provider does not take the client id and secret that it was shown.', { cause: error });
        throw error;
      }
    },
  };
}

async function vouchedFor(configuration: openid.Configuration, checks: OpenIdChecks, url: URL): Promise<VouchedFor> {
  const tokens = await openid.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: checks.codeVerifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider has sent no ID token.');
  // Many providers give the address on request only, not in the token; they also say whether it is verified.
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
  const userInfo =
    isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
      ? claims
      : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  const { email, email_verified: verified, name = claims.name } = userInfo;
  return {
    identity: {
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: typeof email === 'string' && verified === true ? email : null,
    },
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    hasSecondFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
  };
}

function discover(settings: OpenIdSettings, allowPrivateTargets: boolean): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const plain = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(issuer, clientId, {}, authenticationBy(clientSecret), {
    [openid.customFetch]: pinnedFetch(allowPrivateTargets),
    timeout: LIMITS.openIdAnswerSeconds,
    execute: [openid.enableNonRepudiationChecks, ...plain],
  });
}

/** The authentication method that the provider states; by OpenID Connect Discovery, none stated means Basic. */
function authenticationBy(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...others);
  };
}

function pinnedFetch(allowPrivateTargets: boolean): openid.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await requestPinned({
      method,
      url: new URL(url),
      headers,
      body: textOf(body),
      timeoutMilliseconds: LIMITS.openIdAnswerSeconds * 1000,
      allowPrivateTargets,
    }).catch((error: unknown) => {
      throw new OpenIdUnavailable(`${new URL(url).origin} does not answer.`, { cause: error });
    });
    const distinct = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(answer.text, { status: answer.status, headers: distinct });
  };
}

function textOf(body: openid.FetchBody): string | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('A provider is sent nothing but text.');
}
