import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { makeScratchFolder, startEphemeralPostgres } from './ephemeral.ts';

test('a folder that nobody keeps says whose it is', async () => {
  const folder = await makeScratchFolder('word');
  expect(path.basename(folder)).toMatch(new RegExp(`^nonet-word-${process.pid}-\\w{6}$`));
  await rm(folder, { recursive: true });
});

test('a PostgreSQL that nobody keeps takes its data along', async () => {
  const server = await startEphemeralPostgres('word');
  const client = new pg.Client({ connectionString: await server.database('nonet') });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  const data = rows[0]?.data_directory ?? '';
  expect(existsSync(data)).toBe(true);
  await server.stop();
  expect(existsSync(path.dirname(data))).toBe(false);
});
