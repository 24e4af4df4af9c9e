import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { argon2id } from './argon2.ts';

/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIBIBYTES = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Thrown where more sign-ins wait than the product can answer in time. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

let running = 0;
const waiting: (() => void)[] = [];

/** Each hash takes 19 MiB and a core, so few are computed at the same time, and few may wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= ENGINE_LIMITS.passwordsInFlight) {
    if (waiting.length >= ENGINE_LIMITS.passwordsWaiting)
      throw new PasswordQueueFull('Too many passwords are being checked.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Passwords are compared as NFKC, so that one typed on another keyboard is the same. */
function message(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

/** Hashes a password with Argon2id; the result is a PHC string (`$argon2id$v=19$m=…`). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await inTurn(() =>
    argon2id({
      message: message(password),
      nonce,
      parallelism: LANES,
      tagLength: TAG_BYTES,
      memory: MEMORY_KIBIBYTES,
      passes: PASSES,
    }),
  );
  return phc(nonce, tag);
}

/** A hash that no password is known for. */
export function unknownHash(): string {
  return phc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
}

function phc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIBIBYTES},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether `hash` (a PHC string of `hashPassword`) was made from `password`. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = PHC.exec(hash);
  if (!parts) throw new Error('A stored password is not an Argon2id hash.');
  const [, memory, passes, parallelism, salt, tag] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const expected = Buffer.from(tag, 'base64');
  const actual = await inTurn(() =>
    argon2id({
      message: message(password),
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  );
  return timingSafeEqual(actual, expected);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
