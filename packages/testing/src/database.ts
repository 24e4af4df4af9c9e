import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A new, empty database on the test run's PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.NONET_TEST_DATABASE_URL;
  if (!server)
    throw new Error('NONET_TEST_DATABASE_URL is not set: run the tests through vitest, which starts PostgreSQL.');
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
