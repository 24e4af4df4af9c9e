import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * Whether this is a test run, whose PostgreSQL can be asked for databases: a script that opens products may have none.
 */
export function isTestRun(): boolean {
  return Boolean(process.env.NONET_TEST_DATABASE_URL ?? process.env.NONET_TEST_DATABASE_SOURCE);
}

/**
 * A new database on the test run's PostgreSQL, with the engine's own tables where the run has a template of them, and
 * no product; or with nothing at all, as a first start finds it.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { server, template } = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files costs less than the usual way, which writes each page to the log.
  const copied = isEmpty || template === '' ? '' : ` template ${template} strategy file_copy`;
  await execute(server, `create database ${name}${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // `NONET_TEST_SCHEMA=acme npx vitest run …`: the same tests of a product that is in a schema of its own.
  const schema = process.env.NONET_TEST_SCHEMA;
  if (schema) url.searchParams.set('schema', schema);
  return { url: url.href, drop: () => execute(server, `drop database if exists ${name} with (force)`) };
}

/** The connections with which this process makes and drops its databases: a new one for each would cost as much again. */
const pools = new Map<string, pg.Pool>();

async function execute(server: string, statement: string): Promise<void> {
  const pool = pools.get(server) ?? openPool(server);
  pools.set(server, pool);
  await pool.query(statement);
}

/** Nobody closes it: an idle connection does not keep the process from ending. */
function openPool(server: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true });
  // The run may have ended its PostgreSQL. A later statement, if there is one, says so.
  pool.on('error', () => undefined);
  return pool;
}

/** A PostgreSQL for tests, and its database with the engine's own tables; empty if there is none. */
interface TestServer {
  readonly server: string;
  readonly template: string;
}

/** The test run's PostgreSQL, which starts when it is first asked for (`global-setup.ts`). */
async function testServer(): Promise<TestServer> {
  const given = process.env.NONET_TEST_DATABASE_URL;
  if (given) return { server: given, template: process.env.NONET_TEST_TEMPLATE ?? '' };
  const source = process.env.NONET_TEST_DATABASE_SOURCE;
  if (!source) throw new Error('There is no PostgreSQL for tests: run them through vitest, which starts one.');
  const response = await fetch(source);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const [server = '', template = ''] = text.split('\n');
  process.env.NONET_TEST_DATABASE_URL = server;
  process.env.NONET_TEST_TEMPLATE = template;
  return { server, template };
}
