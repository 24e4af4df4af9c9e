import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A strong ETag: the keyed hash of all of a record that its reader may read, as JSON text; references by id. */
export function entityTag(fields: string, secret: Buffer): string {
  const hash = createHmac('sha256', keyOf(secret)).update('etag\0').update(fields).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}

const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = createSecretKey(secret)));
  return key;
}
