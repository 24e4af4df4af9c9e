import { createEngine, openPool, seed } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boot } from './boot.ts';
import { Failure } from './failure.ts';

/** A product that can't start says why in one line, and what to do about it. */

const path = 'spec.md';
const text = readFileSync(new URL('../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const { plan } = checkDocument({ path, text }, () => {
  throw new Error('The document includes nothing.');
});
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function failureAt(databaseUrl: string): Promise<string> {
  if (plan === null) throw new Error('The document has errors.');
  const mode = 'production';
  const parts = {
    plan,
    databaseUrl,
    environment: {},
    place: 'HERE',
    mode,
    allowPrivateTargets: false,
    onFault: () => undefined,
    mail: null,
  } as const;
  const error: unknown = await boot(parts).then(
    async (booted) => {
      await booted.close();
      return new Error('It has started.');
    },
    (found: unknown) => found,
  );
  if (!(error instanceof Failure)) throw error;
  expect(error.message).not.toContain('\n');
  return error.message;
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const pool = openPool(url, { connections: 1 });
  for (const statement of statements) await pool.query(statement);
  await pool.end();
}

function at(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

test.each<[string, (url: URL) => void, RegExp]>([
  [
    'a port at which nothing answers',
    (url) => (url.port = '1'),
    /^The database at HERE can't be reached: nothing answers there\. Check DATABASE_URL/,
  ],
  ['a host that is not there', (url) => (url.hostname = 'nowhere.invalid'), /^The database at HERE can't be reached: /],
  [
    'a database that is not there',
    (url) => (url.pathname = '/no_such_database'),
    /^The database at HERE does not exist on that server\./,
  ],
  ['a role that is not there', (url) => (url.username = 'no_such_role'), /^The database at HERE does not /],
])('%s', async (_, change, line) => {
  expect(await failureAt(at(change))).toMatch(line);
});

test('a database that an older program does not know', async () => {
  const own = await createTestDatabase();
  if (plan === null) throw new Error('The document has errors.');
  const engine = await createEngine({ plan, databaseUrl: own.url });
  await seed(engine, { demo: false });
  await engine.close();
  await ask(own.url, `insert into nonet.migration (number, name) values (9999, '9999-of-the-future.sql')`);
  expect(await failureAt(own.url)).toMatch(
    /^This database was made by a newer version of Nonet \(step 9999 of its own tables, where this one knows \d+\)\. Start it with that version or a later one; nothing was changed\.$/,
  );
  await own.drop();
});

test('a user who may make nothing there, and a database that is only read', async () => {
  const own = await createTestDatabase();
  const name = new URL(own.url).pathname.slice(1);
  const role = `stranger_${name}`;
  await ask(own.url, `create role ${role} login password 'x'`, `revoke all on database ${name} from public`);
  await ask(own.url, `grant connect on database ${name} to ${role}`);
  const stranger = new URL(own.url);
  stranger.username = role;
  stranger.password = 'x';
  expect(await failureAt(stranger.href)).toMatch(
    /^The database at HERE does not let this user create the product’s objects\./,
  );
  await ask(own.url, `alter database ${name} set default_transaction_read_only = on`);
  expect(await failureAt(own.url)).toMatch(/^The database at HERE only lets itself be read/);
  await ask(own.url, 'set default_transaction_read_only = off', `alter database ${name} reset all`);
  await ask(own.url, `drop owned by ${role}`, `drop role ${role}`);
  await own.drop();
});
