import { once } from 'node:events';
import http from 'node:http';
import type { Tenant } from '@nonet/engine';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { startTenants, type StartedTenants, TenantServers } from './tenant-servers.ts';

const tenant = (name: string, suspendedAt: string | null = null): Tenant => ({
  name,
  host: `${name}.example.com`,
  suspendedAt,
});

let started: StartedTenants | null = null;
afterEach(async () => {
  await started?.stop();
  started = null;
});

/** Servers of tenants whose products say their names, and what happens to them. */
async function serve(tenants: Tenant[], due: number | null = null) {
  const seen: string[] = [];
  const time = { now: 1_000_000_000 };
  const servers = new TenantServers({
    open: async ({ name }) => {
      seen.push(`${name} opens`);
      const server = fastify();
      server.get('/', async () => name);
      await server.ready();
      return {
        server: async () => server,
        settle: async () => {
          seen.push(`${name} settles`);
          return due;
        },
        close: async () => {
          await server.close();
          seen.push(`${name} closes`);
        },
      };
    },
    read: async () => [...tenants],
    onFault: (fault) => {
      throw fault;
    },
    trustProxy: true,
    clock: () => time.now,
  });
  started = await startTenants(servers, { port: 0 });
  const ask = async (host: string, headers: Record<string, string> = {}): Promise<readonly [number, string]> => {
    const request = http.request(`${started?.url}/`, { headers: { host, ...headers } });
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let body = '';
    for await (const part of response) body += String(part);
    return [response.statusCode ?? 0, response.statusCode === 200 ? body : String(response.headers['content-type'])];
  };
  return { servers, seen, time, ask };
}

const PROBLEM = 'application/problem+json; charset=utf-8';

test.each<[host: string, forwarded: string | undefined, answer: readonly [number, string]]>([
  ['acme.example.com', undefined, [200, 'acme']],
  ['ACME.example.com.:80', undefined, [200, 'acme']],
  ['inside', 'other.example.com, birch.example.com', [200, 'birch']],
  ['cedar.example.com', undefined, [503, PROBLEM]],
  ['dune.example.com', undefined, [404, PROBLEM]],
])('the host %s (forwarded: %s) is answered %j', async (host, forwarded, answer) => {
  const { ask } = await serve([tenant('acme'), tenant('birch'), tenant('cedar', '2027-01-01T00:00:00Z')]);
  expect(await ask(host, forwarded === undefined ? {} : { 'x-forwarded-host': forwarded })).toEqual(answer);
});

test('a product opens at its first request, and closes when nobody has asked anything for a minute', async () => {
  const { servers, seen, time, ask } = await serve([tenant('acme'), tenant('birch')]);
  expect(await Promise.all([ask('birch.example.com'), ask('birch.example.com')])).toEqual([
    [200, 'birch'],
    [200, 'birch'],
  ]);
  time.now += 59_000;
  await servers.tend();
  expect(servers.counts).toEqual({ all: 2, open: 1 });
  time.now += 1_000;
  await servers.tend();
  expect(servers.counts).toEqual({ all: 2, open: 0 });
  // After a start each is looked after once.
  expect(seen.filter((line) => line.startsWith('birch'))).toEqual(['birch opens', 'birch settles', 'birch closes']);
  expect(await ask('birch.example.com')).toEqual([200, 'birch']);
});

test.each<[due: number | null, after: number, opens: number]>([
  [1_000_100_000, 30_000, 1],
  [1_000_100_000, 40_000, 2],
  [null, 299_000, 1],
  [null, 300_000, 2],
])('work that is due at %s: %i ms after its first look, it was opened %i times', async (due, after, opens) => {
  const { servers, seen, time } = await serve([tenant('acme')], due);
  time.now += 60_000;
  await servers.tend();
  time.now += after;
  await servers.tend();
  expect(seen.filter((line) => line === 'acme opens')).toHaveLength(opens);
});

test('who is added is found, and who is suspended or removed is closed', async () => {
  const tenants = [tenant('acme')];
  const { servers, seen, time, ask } = await serve(tenants);
  expect((await ask('birch.example.com'))[0]).toBe(404);
  tenants.push(tenant('birch'));
  time.now += 1_000;
  expect(await ask('birch.example.com')).toEqual([200, 'birch']);
  await ask('acme.example.com');
  tenants.splice(0, 2, tenant('acme', '2027-01-01T00:00:00Z'));
  await servers.tend();
  await expect.poll(() => seen.toSorted()).toEqual(['acme closes', 'acme opens', 'birch closes', 'birch opens']);
  expect((await ask('acme.example.com'))[0]).toBe(503);
});
