import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';

/**
 * One PostgreSQL for a whole test run; each test file makes databases of its own on it. `NONET_TEST_DATABASE_URL` names
 * one that is there already, of another version perhaps: its user must be allowed to make databases.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.NONET_TEST_DATABASE_URL) return async () => {};
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-test-'));
  const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } });
  process.env.NONET_TEST_DATABASE_URL = await server.database('nonet');
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
