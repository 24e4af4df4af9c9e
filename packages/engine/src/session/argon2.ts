import crypto, { type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

/** Computes an Argon2id tag without blocking the event loop. */
export type Argon2id = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Node has Argon2 from 24.7 on; before that, a library computes it in a thread. */
export const argon2id: Argon2id = 'argon2' in crypto ? promisified : argon2idInThread;

async function promisified(parameters: Argon2Parameters): Promise<Buffer> {
  return promisify<'argon2id', Argon2Parameters, Buffer>(crypto.argon2)('argon2id', parameters);
}

/** The same by a library, in a thread of its own: it takes longer than Node's, and much longer than a thread's start. */
export function argon2idInThread(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = new Worker(new URL('./argon2-thread.ts', import.meta.url), { workerData: parameters });
  return new Promise((resolve, reject) => {
    worker.once('message', (tag: Uint8Array) => resolve(Buffer.from(tag)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that computes a password’s hash ended without one.')));
  });
}
