import { createHash } from 'node:crypto';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { isMarkedSql } from '../sql/projection.ts';
import { keyedHash } from './keyed-hash.ts';

const PREFIX = 'etag\0';
const LENGTH = 27;

/** A strong ETag: the keyed hash of all of a record that its reader may read, as JSON text; references by id. */
export function entityTag(fields: string, secret: Buffer): string {
  const hash = keyedHash(secret).update(PREFIX).update(fields).digest('base64url');
  return `"${hash.slice(0, LENGTH)}"`;
}

/** Whether PostgreSQL can compute the tag itself: no mark of an unreadable field has to be taken out before. */
export function isTaggable(fieldsSql: string): boolean {
  return !isMarkedSql(fieldsSql);
}

/** `entityTag` as SQL: an HMAC (RFC 2104) of what the fields' SQL gives, with `tagSlots`. */
export function compileTag(parameters: Parameters, fieldsSql: string): string {
  const [inner, outer] = [parameters.slot('tag_inner', 'bytea'), parameters.slot('tag_outer', 'bytea')];
  const hash = `sha256(${outer} || sha256(${inner} || convert_to((${fieldsSql})::text, 'UTF8')))`;
  return `('"' || left(translate(encode(${hash}, 'base64'), '+/', '-_'), ${LENGTH}) || '"')`;
}

const BLOCK_BYTES = 64;

export function tagSlots(secret: Buffer): Slots {
  const key = Buffer.alloc(BLOCK_BYTES);
  (secret.length > BLOCK_BYTES ? createHash('sha256').update(secret).digest() : secret).copy(key);
  const pad = (byte: number) => Buffer.from(key.map((part) => part ^ byte));
  return { tag_inner: Buffer.concat([pad(0x36), Buffer.from(PREFIX)]), tag_outer: pad(0x5c) };
}
