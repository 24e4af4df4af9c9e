import { type Argon2Parameters, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { argon2id } from 'hash-wasm';

const { message, nonce, parallelism, tagLength, memory, passes } = workerData as Argon2Parameters & {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
};
parentPort?.postMessage(
  await argon2id({
    // The library takes no empty password, and no account has one: the tag of a secret fits none either.
    password: message.length === 0 ? randomBytes(tagLength) : message,
    salt: nonce,
    parallelism,
    hashLength: tagLength,
    memorySize: memory,
    iterations: passes,
    outputType: 'binary',
  }),
);
