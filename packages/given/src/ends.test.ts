import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./fixtures/call-once.ts', import.meta.url));

test('9: a program waits for a function that it calls, and then ends by itself', () => {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect({ status, signal, stdout }, stderr).toEqual({
    status: 0,
    signal: null,
    stdout: '{"kind":"value","value":true}',
  });
});
