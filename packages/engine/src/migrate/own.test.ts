import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('each of the engine’s own migrations has a number of its own', async () => {
  const files = (await readdir(new URL('./own/', import.meta.url))).filter((name) => name.endsWith('.sql'));
  const numbers = files.map((name) => /^\d{4}/.exec(name)?.[0]);
  expect(new Set(numbers).size, files.join(', ')).toBe(files.length);
});
