import { startEphemeralPostgres } from '@nonet/engine';

/**
 * One PostgreSQL for a whole test run; each test file makes databases of its own on it. `NONET_TEST_DATABASE_URL` names
 * one that is there already, of another version perhaps: its user must be allowed to make databases.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.NONET_TEST_DATABASE_URL) return async () => {};
  const server = await startEphemeralPostgres('test', { max_connections: '300' });
  process.env.NONET_TEST_DATABASE_URL = await server.database('nonet');
  return () => server.stop();
}
