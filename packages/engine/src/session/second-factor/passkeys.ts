import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Pool } from '../../store/pool.ts';
import { hashToken } from '../sessions.ts';

/** The site at which a passkey is used. */
export interface PasskeySite {
  /** `https://claims.example.com`. */
  readonly origin: string;
  /** The name of the product, for the person. */
  readonly name: string;
}

interface Passkey {
  readonly id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: AuthenticatorTransport[] | null;
}

const CHALLENGE_SECONDS = 300;

/** Loaded when somebody first has or makes a passkey: it brings much along. */
const library = () => import('@simplewebauthn/server');

/** The options with which a browser makes a passkey. */
export async function passkeyCreation(
  pool: Pool,
  token: string,
  user: { readonly id: string; readonly name: string },
  site: PasskeySite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  const known = await passkeysOf(pool, user.id);
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: new URL(site.origin).hostname,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(pool, token, options.challenge);
  return options;
}

/** A passkey that a browser has just made, as it is stored; null if it is not one for this challenge and site. */
export async function verifyCreation(
  pool: Pool,
  token: string,
  response: RegistrationResponseJSON,
  site: PasskeySite,
): Promise<{
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
} | null> {
  const { verifyRegistrationResponse } = await library();
  const challenge = await takeChallenge(pool, token);
  if (challenge === null) return null;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: new URL(site.origin).hostname,
    requireUserVerification: false,
  }).catch(() => null);
  if (verified === null || !verified.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** The options with which a browser asks for one of a user's passkeys; null if they have none. */
export async function passkeyRequest(
  pool: Pool,
  token: string,
  userId: string,
  site: PasskeySite,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const known = await passkeysOf(pool, userId);
  if (known.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: new URL(site.origin).hostname,
    allowCredentials: known.map(described),
    userVerification: 'preferred',
  });
  await keepChallenge(pool, token, options.challenge);
  return options;
}

/**
 * Whether an answer comes from one of the user's passkeys, for this challenge and site. Each challenge counts once, and a
 * counter that does not rise reveals a copy of the key.
 */
export async function verifyPasskey(
  pool: Pool,
  token: string,
  userId: string,
  response: AuthenticationResponseJSON,
  site: PasskeySite,
): Promise<boolean> {
  const challenge = await takeChallenge(pool, token);
  const passkey = (await passkeysOf(pool, userId)).find(({ credential_id }) => credential_id === response.id);
  if (challenge === null || passkey === undefined) return false;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: new URL(site.origin).hostname,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
      transports: passkey.transports ?? [],
    },
  }).catch(() => null);
  if (verified === null || !verified.verified) return false;
  await pool.query('update nonet.second_factor set counter = $2, used_at = now() where id = $1', [
    passkey.id,
    verified.authenticationInfo.newCounter,
  ]);
  return true;
}

async function passkeysOf(pool: Pool, userId: string): Promise<readonly Passkey[]> {
  const { rows } = await pool.query<Passkey>(
    `select id, credential_id, public_key, counter, transports from nonet.second_factor
     where user_id = $1 and kind = 'passkey' order by created_at`,
    [userId],
  );
  return rows;
}

function described({ credential_id, transports }: Passkey) {
  return { id: credential_id, transports: transports ?? [] };
}

async function keepChallenge(pool: Pool, token: string, challenge: string): Promise<void> {
  await pool.query('delete from nonet.passkey_challenge where expires_at < now()');
  await pool.query(
    `insert into nonet.passkey_challenge (token_hash, challenge, expires_at)
     values ($1, $2, now() + make_interval(secs => ${CHALLENGE_SECONDS}))
     on conflict (token_hash) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [hashToken(token), challenge],
  );
}

/** A challenge is used once. */
async function takeChallenge(pool: Pool, token: string): Promise<string | null> {
  const { rows } = await pool.query<{ challenge: string }>(
    'delete from nonet.passkey_challenge where token_hash = $1 and expires_at > now() returning challenge',
    [hashToken(token)],
  );
  return rows[0]?.challenge ?? null;
}
