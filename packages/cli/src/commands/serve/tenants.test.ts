import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf, NONET, runNonet } from '../../fixtures/nonet-command.ts';
import { CHANGED_PARTS, FORMER_PARTS } from '../../fixtures/parts-that-change.ts';

/** Each command starts a process, which takes a second. */
const THOROUGH = { tags: ['thorough'] };

let database: TestDatabase;
let folder: string;
let port = 0;
let child: ChildProcess;
const said: string[] = [];

const nonet = (words: readonly string[], own: Record<string, string> = {}, input = '') =>
  runNonet({ folder, environment: { DATABASE_URL: database.url, ...own } }, words, input);

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-tenants-'));
  await writeFile(path.join(folder, 'spec.md'), FORMER_PARTS);
  await writeFile(path.join(folder, 'later.md'), CHANGED_PARTS);
  for (const name of ['acme', 'birch']) {
    const { status, stderr } = nonet(['tenants', 'add', name, '--host', `${name}.example.com`]);
    if (status !== 0) throw new Error(stderr);
  }
  child = spawn(process.execPath, [NONET, 'serve', 'spec.md', '--tenants', '--port', '0'], {
    cwd: folder,
    env: environmentOf({ DATABASE_URL: database.url }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr ?? process.stdin })) {
    said.push(line);
    port = Number(/http:\/\/127\.0\.0\.1:(\d+) for 2 tenants/.exec(line)?.[1] ?? 0);
    if (port > 0) break;
  }
  child.stderr?.resume();
}, 120_000);
afterAll(async () => {
  if (child?.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await database?.drop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
}

/** Asks the product of a tenant: the host name alone tells which one. */
async function ask(
  host: string,
  method: string,
  url: string,
  { body, cookie = '' }: { body?: unknown; cookie?: string } = {},
): Promise<Answer> {
  const request = http.request({
    port,
    method,
    path: url,
    headers: { host, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  request.end(body === undefined ? '' : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const content = await text(response);
  return {
    status: response.statusCode ?? 0,
    body: content.startsWith('{') ? (JSON.parse(content) as Record<string, unknown>) : {},
    cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
  };
}

const names = async (host: string) => {
  const { body } = await ask(host, 'GET', '/api/parts?order=name');
  return (body['items'] as { name: string }[]).map(({ name }) => name);
};

test('each tenant has records of its own, by its host name', THOROUGH, async () => {
  expect(await ask('acme.example.com', 'POST', '/api/parts', { body: { name: 'of acme', weight: 1 } })).toMatchObject({
    status: 201,
  });
  expect(
    await ask('birch.example.com:443', 'POST', '/api/parts', { body: { name: 'of birch', weight: 1 } }),
  ).toMatchObject({
    status: 201,
  });
  expect(await names('ACME.example.com')).toEqual(['of acme']);
  expect(await names('birch.example.com')).toEqual(['of birch']);
  expect(await ask('cedar.example.com', 'GET', '/api/parts')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  expect(await ask('127.0.0.1', 'GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await ask('acme.example.com', 'GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('who has signed in at one tenant is nobody at another', THOROUGH, async () => {
  const add = nonet(
    ['user', 'add', 'spec.md', 'ada@example.com'],
    { DATABASE_SCHEMA: 'acme' },
    'a long enough password\n',
  );
  expect(add).toMatchObject({ status: 0 });
  const body = { email: 'ada@example.com', password: 'a long enough password' };
  const { status, cookie } = await ask('acme.example.com', 'POST', '/api/-/session', { body });
  expect(status).toBe(200);
  const user = async (host: string) => (await ask(host, 'GET', '/api/-/session', { cookie })).body['user'];
  expect(await user('acme.example.com')).toMatchObject({ email: 'ada@example.com' });
  expect(await user('birch.example.com')).toBeNull();
  expect(await ask('birch.example.com', 'POST', '/api/-/session', { body })).toMatchObject({ status: 401 });
});

test(
  'a change of one tenant goes on beside its former version, and another tenant is suspended',
  THOROUGH,
  async () => {
    expect(nonet(['tenants', 'apply', '-d', 'later.md', '--first', 'acme', '--waves', '1,1'])).toMatchObject({
      status: 0,
    });
    expect(await names('acme.example.com')).toEqual(['of acme']);
    expect(
      await ask('acme.example.com', 'POST', '/api/parts', { body: { name: 'another', code: 'A', weight: 1 } }),
    ).toMatchObject({
      status: 201,
      body: { code: 'A' },
    });
    expect(nonet(['tenants', 'suspend', 'birch'])).toMatchObject({ status: 0, stdout: 'birch is suspended.\n' });
    await expect
      .poll(async () => (await ask('birch.example.com', 'GET', '/api/parts')).status, { timeout: 20_000 })
      .toBe(503);
    expect(await names('acme.example.com')).toEqual(['another', 'of acme']);
    const report = JSON.parse(nonet(['tenants', 'list', '--format', 'json']).stdout) as { tenants: unknown[] };
    expect(report.tenants).toMatchObject([
      { name: 'acme', host: 'acme.example.com', version: 2, suspendedAt: null },
      { name: 'birch', version: 2, suspendedAt: expect.any(String) },
    ]);
  },
);
