import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** The variable with the key of the deployment: 32 random bytes in base64. */
export const KEY_VARIABLE = 'ENCRYPTION_KEY';
/** The variable with the keys that were in use before, separated by commas: they only open. */
export const FORMER_KEYS_VARIABLE = 'ENCRYPTION_FORMER_KEYS';

const KEY_BYTES = 32;
const ID_DIGITS = 8;

/** A key, and the id under which stored values name it. The id reveals nothing of the key. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys of a deployment. */
export interface KeyRing {
  /** The key that seals; null if the deployment has none: then values are stored in plain text. */
  readonly current: EncryptionKey | null;
  /** Every key that opens, by its id. */
  readonly byId: ReadonlyMap<string, EncryptionKey>;
}

/** The keys of the environment can't be read. */
export class UnreadableKey extends Error {
  override readonly name = 'UnreadableKey';
}

const EMPTY: KeyRing = { current: null, byId: new Map() };
const rings = new WeakMap<object, { readonly stated: string; readonly ring: KeyRing }>();

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The keys of an environment.
 * @throws {UnreadableKey} for a value that is no key
 */
export function keyRingOf(environment: Environment): KeyRing {
  const [own = '', former = ''] = [environment[KEY_VARIABLE], environment[FORMER_KEYS_VARIABLE]];
  if (own === '' && former === '') return EMPTY;
  const stated = `${own} ${former}`;
  const known = rings.get(environment);
  if (known?.stated === stated) return known.ring;
  const current = own === '' ? null : readKey(own, KEY_VARIABLE);
  const others = former
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => readKey(text, FORMER_KEYS_VARIABLE));
  const all = [...(current === null ? [] : [current]), ...others];
  const ring = { current, byId: new Map(all.map((key) => [key.id, key])) };
  rings.set(environment, { stated, ring });
  return ring;
}

function readKey(text: string, variable: string): EncryptionKey {
  const bytes = Buffer.from(text.trim(), 'base64');
  const isKey = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text.trim()) && bytes.length === KEY_BYTES;
  if (!isKey)
    throw new UnreadableKey(
      `${variable} holds ${variable === KEY_VARIABLE ? 'no key' : 'something that is no key'}: a key is 32 bytes in base64, as \`nonet key new\` prints one.`,
    );
  const id = createHash('sha256').update('nonet key id ').update(bytes).digest('hex').slice(0, ID_DIGITS);
  return { id, key: createSecretKey(bytes) };
}
