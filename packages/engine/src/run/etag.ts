import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A strong ETag: the keyed hash of the whole record as its reader may read it, references by id. */
export function entityTag(record: Readonly<Record<string, unknown>>, secret: Buffer): string {
  const { _title, ...fields } = record;
  const hash = createHmac('sha256', keyOf(secret)).update('etag\0').update(canonical(fields)).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}

const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = createSecretKey(secret)));
  return key;
}

/** JSON with its keys in order, so that one record has one text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, content]) => `${JSON.stringify(name)}:${canonical(content)}`).join(',')}}`;
}
