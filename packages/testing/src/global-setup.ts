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
      ({ url, template }) => response.end(`${url}\n${template}`),
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

interface TestPostgres {
  readonly url: string;
  /** The database of which those of the tests are copies. */
  readonly template: string;
  readonly stop: () => Promise<void>;
}

async function startPostgres(): Promise<TestPostgres> {
  const { startEphemeralPostgres } = await import('@nonet/engine/ephemeral-postgres');
  const { makeTemplate } = await import('./own-tables.ts');
  const server = await startEphemeralPostgres('test', { max_connections: '300' });
  const url = await server.database('nonet');
  return { url, template: await makeTemplate(url), stop: () => server.stop() };
}
