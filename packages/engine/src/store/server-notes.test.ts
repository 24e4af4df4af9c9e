import { createTestDatabase } from '@nonet/testing/database';
import { expect, test } from 'vitest';
import { openPool } from './pool.ts';
import { serverNotes } from './server-notes.ts';

test('settings that lose writes, and a server that only reads, are told', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 1 });
  try {
    await pool.query('set synchronous_commit = on');
    const usual = (await serverNotes(pool)).join('\n');
    expect(usual).not.toMatch(/synchronous_commit|be read|pooler/);

    await pool.query('set synchronous_commit = off');
    await pool.query('set jit = on');
    await pool.query('set default_transaction_read_only = on');
    const notes = (await serverNotes(pool)).join('\n');
    expect(notes).toContain('synchronous_commit=off: it may lose writes that were answered.');
    expect(notes).toContain('for each connection (jit): a pooler may ignore it.');
    expect(notes).toContain('The database only lets itself be read');
  } finally {
    await pool.end();
    await database.drop();
  }
});
