import { hash } from 'node:crypto';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { isMarkedSql } from '../sql/projection.ts';

/** How many of the hash's 43 characters are kept: 162 of its 256 bits, so that nobody can extend it to the hash of a longer text. */
const LENGTH = 27;

/**
 * A strong ETag: the hash of all of a record that its reader may read, as JSON text, behind a key, so that nobody finds
 * by trying what the text is; references by id.
 */
export function entityTag(fields: string, secret: Buffer): string {
  return `"${hash('sha256', tagKey(secret) + fields, 'base64url').slice(0, LENGTH)}"`;
}

const tagKey = (secret: Buffer): string => `etag ${secret.toString('hex')} `;

/** Whether PostgreSQL can compute the tag itself: no mark of an unreadable field has to be taken out before. */
export function isTaggable(fieldsSql: string): boolean {
  return !isMarkedSql(fieldsSql);
}

/** `entityTag` as SQL, of what the fields' SQL gives, with `tagSlots`. */
export function compileTag(parameters: Parameters, fieldsSql: string): string {
  const text = `${parameters.slot('tag_key', 'text')} || (${fieldsSql})::text`;
  const hashed = `sha256(convert_to(${text}, 'UTF8'))`;
  return `('"' || left(translate(encode(${hashed}, 'base64'), '+/', '-_'), ${LENGTH}) || '"')`;
}

export function tagSlots(secret: Buffer): Slots {
  return { tag_key: tagKey(secret) };
}
