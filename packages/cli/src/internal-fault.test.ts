import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openPool } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { NONET } from './fixtures/nonet-command.ts';
import { internalFault } from './internal-fault.ts';

test('a fault is one line with its place, and the whole trace where it is asked for', () => {
  const fault = new Error('column u.name does not exist\nHINT: none');
  fault.stack = `Error: column u.name does not exist
    at run (/somewhere/node_modules/pg/lib/client.js:1:2)
    at askUsers (/somewhere/packages/engine/src/session/user.ts:66:10)`;
  expect(internalFault(fault, false)).toBe(
    'nonet: an internal fault: column u.name does not exist (packages/engine/src/session/user.ts:66:10). The document is not to blame; NONET_TRACE=1 prints the whole trace.',
  );
  expect(internalFault(fault, true)).toContain('at run');
  expect(internalFault('x', false)).toBe('nonet: an internal fault: x');
});

/** The start of a product whose database somebody has broken by hand. */
test.each(['dev', 'serve'])('a fault in the start of `nonet %s` ends the process with one line', async (command) => {
  const database = await createTestDatabase({ isEmpty: true });
  const pool = openPool(database.url, { connections: 1 });
  try {
    await pool.query('create schema nonet; create table nonet.product (something text)');
    const document = fileURLToPath(new URL('../../../examples/reading-room/spec.md', import.meta.url));
    const run = spawnSync(process.execPath, [NONET, command, document, '--port', '0'], {
      encoding: 'utf8',
      timeout: 300_000,
      env: { ...process.env, DATABASE_URL: database.url },
    });
    const lines = run.stderr.split('\n').filter((line) => line.startsWith('nonet:'));
    expect([run.status, lines.length, run.stderr.includes('    at ')], run.stderr).toEqual([1, 1, false]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
