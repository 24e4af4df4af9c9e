import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EncryptionKey, KeyRing } from './key-ring.ts';

/**
 * A sealed text: `nonet:1:<key id>:<characters>:<place>:<nonce, tag and cipher text in base64url>`. The place and the
 * record are authenticated with it, so that a text that was moved elsewhere can't be opened. The number of characters is
 * in it because limits of stored values are judged without the key.
 */
const SEALED = /^nonet:1:([0-9a-f]{8}):(\d+):([^:]+):([A-Za-z0-9_-]+)$/;
/** The prefix that no plain text of a field may have. */
export const SEALED_PREFIX = 'nonet:1:';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed text belongs: a field (`Account.token`) or a column of the engine's own, and the record's id. */
export interface SealedPlace {
  readonly name: string;
  readonly record: string;
}

/** The deployment has no key with which a stored text was sealed. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
  readonly keyId: string;

  constructor(keyId: string) {
    super(
      `A stored value is encrypted under the key ${keyId}, which is neither ENCRYPTION_KEY nor one of ENCRYPTION_FORMER_KEYS.`,
    );
    this.keyId = keyId;
  }
}

/** A sealed text is damaged, or belongs elsewhere. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
}

/** Encrypts a text with AES-256-GCM. */
export function seal(text: string, place: SealedPlace, { id, key }: EncryptionKey): string {
  const nonce = randomBytes(NONCE_BYTES);
  const head = `${SEALED_PREFIX}${id}:${Array.from(text).length}:${place.name}`;
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(head, place.record));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${head}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/**
 * The text in a stored value; a value that is not sealed is one itself.
 * @throws {MissingKey} if the key is not at hand
 * @throws {BrokenSeal} if it was changed, or belongs to another record
 */
export function open(stored: string, record: string, keys: KeyRing): string {
  const parts = SEALED.exec(stored);
  if (parts === null) return stored;
  const [, keyId = '', characters = '', name = '', content = ''] = parts;
  const own = keys.byId.get(keyId);
  if (own === undefined) throw new MissingKey(keyId);
  const bytes = Buffer.from(content, 'base64url');
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', own.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(authenticated(`${SEALED_PREFIX}${keyId}:${characters}:${name}`, record));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new BrokenSeal(`An encrypted value of ${name} is damaged, or was moved here from another record.`, {
      cause: error,
    });
  }
}

/** The place that a sealed text names, its key's id and its length; null if the text is not sealed. */
export function readSeal(
  stored: string,
): { readonly name: string; readonly keyId: string; readonly characters: number } | null {
  const [, keyId, characters, name] = SEALED.exec(stored) ?? [];
  return keyId === undefined || name === undefined ? null : { name, keyId, characters: Number(characters) };
}

function authenticated(head: string, record: string): Buffer {
  return Buffer.from(`${head}\n${record}`, 'utf8');
}
