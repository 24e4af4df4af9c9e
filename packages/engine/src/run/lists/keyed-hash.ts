import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

const keys = new WeakMap<Buffer, KeyObject>();

/** HMAC-SHA-256 with a secret of the product, of which the key is made once. */
export function keyedHash(secret: Buffer): Hmac {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = createSecretKey(secret)));
  return createHmac('sha256', key);
}
