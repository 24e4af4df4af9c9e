import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { argon2id, argon2idInThread } from './argon2.ts';
import { hashPassword, PasswordQueueFull, unknownHash, verifyPassword } from './password.ts';

describe('a password is kept as an Argon2id hash', () => {
  test('it fits its own hash alone, and no two hashes are alike', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horse ', first)).toBe(false);
  });

  test('another keyboard may compose its letters differently', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  test('nothing fits the hash of nobody', async () => {
    expect(await verifyPassword('', unknownHash())).toBe(false);
  });

  test('many at once wait for each other, and are all answered', async () => {
    const hash = await hashPassword('a');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => verifyPassword(index % 2 ? 'a' : 'b', hash)),
    );
    expect(answers).toEqual([false, true, false, true, false, true]);
  });

  test('as many wait as can be answered in time, and one more is sent away', async () => {
    const most = ENGINE_LIMITS.passwordsInFlight + ENGINE_LIMITS.passwordsWaiting;
    const answers = await Promise.allSettled(Array.from({ length: most + 1 }, () => hashPassword('a')));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: most }, () => 'fulfilled'),
      'rejected',
    ]);
    await expect(Promise.reject((answers.at(-1) as PromiseRejectedResult).reason)).rejects.toBeInstanceOf(
      PasswordQueueFull,
    );
  });

  test('a Node without Argon2 computes the same tag, and none that fits an empty password', async () => {
    const parameters = { nonce: randomBytes(16), parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
    const both = (text: string) =>
      Promise.all(
        [argon2id, argon2idInThread].map((compute) => compute({ ...parameters, message: Buffer.from(text) })),
      );
    const [own, library] = await both('correct horse');
    expect(library).toEqual(own);
    const [ownOfNothing, libraryOfNothing] = await both('');
    expect(libraryOfNothing).not.toEqual(ownOfNothing);
  });
});
