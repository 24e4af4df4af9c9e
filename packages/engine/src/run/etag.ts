import { hash } from 'node:crypto';
import type { Parameters, Slots, TracedText } from '../sql/parameters.ts';

/**
 * The number of the hash's 43 characters that are kept: 162 of its 256 bits, so that nobody can extend it to the hash
 * of a longer text.
 */
const LENGTH = 27;

/**
 * A strong ETag: the keyed hash of the JSON text of all that its reader may read of a record, with references by id.
 * The key keeps others from guessing the text by trying.
 */
export function entityTag(fields: string, secret: Buffer): string {
  return `"${hash('sha256', tagKey(secret) + fields, 'base64url').slice(0, LENGTH)}"`;
}

const tagKey = (secret: Buffer): string => `etag ${secret.toString('hex')} `;

/**
 * Whether PostgreSQL can compute the tag itself: the text holds no marks of unreadable fields that must be removed
 * first.
 */
export function isTaggable(fields: TracedText): boolean {
  return !fields.traits.has('mark');
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
