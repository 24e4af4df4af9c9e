import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { client } from './client.ts';

/** Why the browser has given no passkey: the person said no, or has none here. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** Whether passkeys can be used here: browsers know them over https and for `localhost`, and for no IP address. */
export function knowsPasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname);
}

/** Gives a passkey in the second step of a sign-in. */
export async function signInWithPasskey() {
  // The product's own answer, which the browser examines.
  const optionsJSON = (await client.passkeyRequest()) as PublicKeyCredentialRequestOptionsJSON;
  return client.giveFactor({ passkey: await asked(startAuthentication({ optionsJSON })) });
}

/** Makes a passkey for the person who is signed in, or about to be. */
export async function makePasskey(name: string) {
  const optionsJSON = (await client.beginPasskey()) as PublicKeyCredentialCreationOptionsJSON;
  return client.confirmPasskey(await asked(startRegistration({ optionsJSON })), name);
}

async function asked<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    throw new NoPasskey('The browser has given no passkey.', { cause: error });
  }
}
