import { migrateOwnTables } from '@nonet/engine/own-tables';
import pg from 'pg';

/**
 * The database with the engine's own tables, the extension that its searches need, and no product: those of tests are
 * copies of it.
 */
const TEMPLATE = 'own_tables';

/**
 * Makes a database with the engine's own tables on a test run's PostgreSQL, and answers its name. A copy of it takes a
 * fraction of the time of the numbered migrations, for which each test that starts an engine would wait otherwise.
 *
 * @param server The address of any database there.
 */
export async function makeTemplate(server: string): Promise<string> {
  await withClient(server, (client) => client.query(`create database ${TEMPLATE}`));
  const template = new URL(server);
  template.pathname = `/${TEMPLATE}`;
  await withClient(template.href, async (client) => {
    await migrateOwnTables(client);
    await client.query('create extension pg_trgm with schema nonet');
  });
  return TEMPLATE;
}

/** Gives a connection to some work, and closes it. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
