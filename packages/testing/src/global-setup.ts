import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * One PostgreSQL for a whole test run, on which each test file makes databases of its own. It starts when the first
 * file asks for one (`createTestDatabase`), because most files need none and a start costs more than they do.
 * `NONET_TEST_DATABASE_URL` names a running one, possibly of another version; its user must be allowed to create
 * databases.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.NONET_TEST_DATABASE_URL) return async () => {};

  let starting: ReturnType<typeof startPostgres> | undefined;
  const answers = createServer((_request, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  process.env.NONET_TEST_DATABASE_SOURCE = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;

  return async () => {
    answers.close();
    answers.closeAllConnections();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

async function startPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { startEphemeralPostgres } = await import('@nonet/engine/ephemeral-postgres');
  const server = await startEphemeralPostgres('test', { max_connections: '300' });
  return { url: await server.database('nonet'), stop: () => server.stop() };
}
