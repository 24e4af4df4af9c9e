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

/** A new, empty database on the test run's PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database if exists ${name} with (force)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of the test run's PostgreSQL, which starts when it is first asked for (`global-setup.ts`). */
async function testServer(): Promise<string> {
  const given = process.env.NONET_TEST_DATABASE_URL;
  if (given) return given;
  const source = process.env.NONET_TEST_DATABASE_SOURCE;
  if (!source) throw new Error('There is no PostgreSQL for tests: run them through vitest, which starts one.');
  const response = await fetch(source);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  process.env.NONET_TEST_DATABASE_URL = text;
  return text;
}
