import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The age of a signature that counts (Standard Webhooks): an older one may be one that somebody sends again. */
const MOST_SECONDS = 300;

/**
 * Whether the deployment's mail provider delivers: its request is signed with the secret that both know (Standard
 * Webhooks), or has the secret as the password of `Authorization: Basic`, for providers that sign otherwise.
 */
export function isFromProvider(headers: IncomingHttpHeaders, body: Uint8Array, secret: string, now: number): boolean {
  const password = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (password !== undefined) {
    const words = Buffer.from(password, 'base64').toString('utf8');
    return isSame(words.slice(words.indexOf(':') + 1), secret);
  }
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > MOST_SECONDS) return false;
  const code = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  // While a secret is replaced, a request has several signatures.
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${code}`));
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** A secret in the specification's own form is base64 behind `whsec_`; any other is taken as it is written. */
function keyOf(secret: string): Buffer {
  const own = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return own === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(own, 'base64');
}
