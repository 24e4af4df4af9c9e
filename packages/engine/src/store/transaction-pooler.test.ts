import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import type { RunningEngine } from '../running-engine.ts';
import { openPool } from './pool.ts';
import { serverNotes } from './server-notes.ts';
import { enteringText } from './transaction-pooler.ts';

const FOUND = spawnSync('pgbouncer', ['--version']).status === 0;

const DOCUMENT = `${partsDocument({ fields: 'points | integer | optional', settings: 'delete | soft; history | kept' })}
### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update, delete, history | yes |

#### Maker

| may | anybody |
| --- | --- |
| read | yes |
`;
const anybody = { userId: null, roles: [] };
const none = { ifMatch: '*' };

test('a transaction begins with the settings of a session, and its version', () => {
  const text = enteringText(7);
  expect(text).toContain(
    "set local search_path = 'product', 'public'; set local jit = 'off'; set local TimeZone = 'UTC'",
  );
  expect(text).toMatch(/; select nonet\.enter_version\(7\)$/);
  expect(enteringText(null)).not.toContain('nonet');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
}

/** pgbouncer before a database, with two connections of its own for everybody. */
async function startPooler(url: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = new URL(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'nonet-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const database = server.pathname.slice(1);
  const host = server.searchParams.get('host') ?? server.hostname;
  writeFileSync(path.join(folder, 'users.txt'), `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${host} port=${server.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 2
server_reset_query_always = 0
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child: ChildProcess = spawn('pgbouncer', [
    ...(isRoot ? ['-u', 'nobody'] : []),
    path.join(folder, 'pgbouncer.ini'),
  ]);
  const said: string[] = [];
  child.stderr?.on('data', (part: Buffer) => said.push(part.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (said.join('').includes('process up')) resolve();
    });
    child.on('exit', () => reject(new Error(said.join(''))));
  });
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}/${database}`,
    stop: () => {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

// Debian's `pgbouncer` need not be there.
describe.skipIf(!FOUND)('behind pgbouncer with a connection for each transaction', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let engine: RunningEngine;
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPooler(database.url);
    engine = await createEngine({
      plan: planOfDocument(DOCUMENT),
      databaseUrl: database.url,
      servingUrl: pooler.url,
      servesPerTransaction: true,
      environment: {},
      change: 'newer',
    });
  });
  afterAll(async () => {
    await engine?.close();
    pooler?.stop();
    await database?.drop();
  });

  test('many write and read at once, and hear of it', async () => {
    const heard = new Promise<string>((resolve) => {
      engine.changes.subscribe((change) => {
        if (change.kind === 'records') resolve(change.table);
      });
    });
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        engine.create(anybody, 'Part', { name: `Part ${place}`, points: place }, none),
      ),
    );
    // Each text comes back often: it would be prepared in a connection of its own.
    for (let round = 0; round < 4; round++)
      await Promise.all(
        made.map(({ record }) => engine.update(anybody, 'Part', record.id, { points: round + 100 }, none)),
      );
    const histories = await Promise.all(made.map(({ record }) => engine.history(anybody, 'Part', record.id)));
    expect(histories.map(({ length }) => length)).toEqual(made.map(() => 5));
    expect(await heard).toBe('part');
    const { rows } = await engine.pool.query<{ zone: string; path: string; names: number }>(
      `select current_setting('TimeZone') as zone, current_setting('search_path') as path,
         (select count(*)::int from pg_prepared_statements where name <> '') as names`,
    );
    expect(rows[0]).toMatchObject({ zone: 'UTC', names: 0 });
    expect(rows[0]?.path).toContain('product');
    expect(await serverNotes(engine.pool)).not.toContainEqual(expect.stringContaining('pooler'));
  });

  test('a refusal leaves nothing behind, also for the next who gets the connection', async () => {
    await expect(engine.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(engine.create(anybody, 'Part', { name: 'Part 1' }, none)).rejects.toMatchObject({
      code: 'NOT_UNIQUE',
    });
    const { rows } = await engine.pool.query<{ n: number }>(
      "select count(*)::int as n from part where name = 'Part 1'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('without being told, a product says that the pooler does not take its settings', async () => {
    const pool = openPool(pooler.url, { connections: 1, onError: () => undefined });
    await expect(pool.query('select')).rejects.toMatchObject({ code: '08P01' });
    await pool.end();
  });
});
