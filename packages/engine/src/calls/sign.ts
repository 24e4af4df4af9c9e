import { createHmac } from 'node:crypto';

/** The parts that a signature covers. */
export interface Signed {
  /** Equal at each try of one call. */
  readonly id: string;
  /** When it is sent. */
  readonly at: Date;
  /** The body as it is sent; empty if there is none. */
  readonly body: string;
}

/**
 * The headers by which a target knows that a request is the product's, whole, and not an old one sent again (Standard
 * Webhooks): HMAC-SHA-256 over the id, the seconds since 1970 and the body.
 */
export function signatureOf(secret: string, { id, at, body }: Signed): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** A secret in the specification's own form is base64 behind `whsec_`; any other is taken as it is written. */
export function keyOf(secret: string): Buffer {
  const own = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return own === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(own, 'base64');
}
