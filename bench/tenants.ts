import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import {
  addTenant,
  createEngine,
  indexPlan,
  openPool,
  readTenants,
  startWorker,
  type Tenant,
  TenantPools,
  tenantUrl,
} from '@nonet/engine';
import { createServer, type OpenTenant, Product, startTenants, TenantServers } from '@nonet/server';
import { checkDocument } from '@nonet/language';
import { openDatabases } from './databases.ts';
import { median, row } from './figures.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:tenants`: what tenants of one document cost: to be made, to start with, to be idle, and at work beside one
// product with the same load. Rates and the time of a processor are of this process, which also asks, so compare them.

const values = readArguments('Measures what the tenants of one document cost.', {
  tenants: { value: 'N', default: '1000', help: 'how many there are' },
  active: { value: 'N', default: '10', help: 'how many of them are at work beside one product' },
  requests: { value: 'N', default: '4000', help: 'how many requests each round has' },
  rounds: { value: 'N', default: '5', help: 'how often each is measured, in turns' },
  postgres: { value: 'URL', default: '', help: 'a PostgreSQL; without it, that of npm' },
});
const [COUNT, ACTIVE, REQUESTS] = [Number(values.tenants), Number(values.active), Number(values.requests)];
const CLIENTS = 20;

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });

const DOCUMENT = `# Specification: Parts

## 3. Entities and their fields

### Part

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| weight | integer | 0..5000 |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |

### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update | yes |

## 9. Business constants and limits

| name | value |
| --- | --- |
| REQUESTS_PER_MINUTE | 1000000000 per minute |
`;

const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
const index = indexPlan(plan, {});

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** The bytes that this process has in use when nothing is left to collect. */
async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

const nameOf = (place: number) => `tenant_${place}`;
const hostOf = (place: number) => `t${place}.example.com`;

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-tenants-'));
const databases = await openDatabases(folder, values.postgres);
try {
  const url = await databases.create('tenants');
  let began = performance.now();
  for (let place = 0; place < COUNT; place++) {
    const engine = await createEngine({ plan, databaseUrl: tenantUrl(url, nameOf(place)), change: 'newer' });
    await engine.close();
    await addTenant(url, { name: nameOf(place), host: hostOf(place) });
  }
  console.log(row('made, ms each', ((performance.now() - began) / COUNT).toFixed(0)));

  const time = { ahead: 0 };
  const pools = new TenantPools(url);
  const list = openPool(url, { connections: 1 });
  const servers = new TenantServers({
    open: (tenant) => open(pools, tenant),
    read: () => readTenants(list),
    onFault: console.error,
    trustProxy: false,
    clock: () => Date.now() + time.ahead,
  });
  const before = await heap();
  began = performance.now();
  const started = await startTenants(servers, { port: 0 });
  await ask(started.url, COUNT - 1, 'GET', '/api/parts');
  console.log(row('started until the first answer, s', ((performance.now() - began) / 1000).toFixed(2)));

  const ids: string[] = [];
  for (let place = 0; place < ACTIVE; place++)
    ids.push(await ask(started.url, place, 'POST', '/api/parts', { name: 'A part', weight: 1 }));
  await close(servers, time);
  const ofOne = await heap();
  // Each is opened and looked after once, and is idle then.
  time.ahead += 400_000;
  began = performance.now();
  await servers.tend();
  console.log(row('looked after, ms each', ((performance.now() - began) / COUNT).toFixed(1)));
  const ofAll = await heap();
  console.log(row('heap: at the start, of some, of all idle, MB', mega(before), mega(ofOne), mega(ofAll)));
  console.log(row('heap of an idle tenant, KB', (Math.max(0, ofAll - ofOne) / COUNT / 1024).toFixed(1)));

  const rates = new Map<string, { rate: number; processor: number }[]>();
  await measure(started.url, ids.slice(0, 1));
  await measure(started.url, ids);
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [name, of, clients] of [
      [`one product, ${CLIENTS} at once`, ids.slice(0, 1), CLIENTS],
      // One statement reads for all who ask one product at once: so many ask each tenant at once.
      [`one product, ${Math.ceil(CLIENTS / ACTIVE)} at once`, ids.slice(0, 1), Math.ceil(CLIENTS / ACTIVE)],
      [`${ACTIVE} tenants, ${CLIENTS} at once`, ids, CLIENTS],
    ] as const)
      rates.set(name, [...(rates.get(name) ?? []), await measure(started.url, of, clients)]);
  console.log(row('a record by its id, a second; µs of this process', 'rate', 'µs'));
  for (const [name, found] of rates)
    console.log(
      row(
        name,
        median(found.map(({ rate }) => rate)).toFixed(0),
        median(found.map(({ processor }) => processor)).toFixed(0),
      ),
    );
  agent.destroy();
  await started.stop();
  await list.end();
  await pools.end();
  console.log(`load of the machine: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`);
} finally {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
}

function mega(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

async function open(pools: TenantPools, { name }: Tenant): Promise<OpenTenant> {
  const pool = pools.poolOf(name);
  if (plan === null) throw new Error('There is no plan.');
  const engine = await createEngine({ plan, index, pool: pool.asPool(), change: 'beside' });
  pool.version = engine.migration.version;
  const worker = startWorker(engine);
  const makeServer = async () => {
    const made = await createServer({ product: new Product({ engine }), mode: 'production', uiFolder: null });
    await made.ready();
    return made;
  };
  let server: ReturnType<typeof makeServer> | null = null;
  return {
    server: () => (server ??= makeServer()),
    settle: async () => {
      await worker.settle();
      return worker.nextDue();
    },
    close: async () => {
      await (await server)?.close();
      await worker.stop();
      await engine.close();
      await pool.end();
    },
  };
}

/** Lets a minute pass, so that all who are open are closed. */
async function close(all: TenantServers, time: { ahead: number }): Promise<void> {
  time.ahead += 61_000;
  while (all.counts.open > 0) await all.tend();
}

/** Asks the product of a tenant; answers the record's id, or the text. */
function ask(url: string, place: number, method: string, where: string, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: hostOf(place), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const request = http.request(`${url}${where}`, { method, headers, agent }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => {
        if ((response.statusCode ?? 0) >= 300) reject(new Error(`${response.statusCode} ${text}`));
        else resolve(method === 'POST' ? (JSON.parse(text) as { id: string }).id : text);
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Reads records of these tenants in turns, by several clients at once. */
async function measure(
  url: string,
  ids: readonly string[],
  clients = CLIENTS,
): Promise<{ rate: number; processor: number }> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  let left = REQUESTS;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        const place = left % ids.length;
        left -= 1;
        await ask(url, place, 'GET', `/api/parts/${ids[place]}`);
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (REQUESTS * 1000) / (performance.now() - from), processor: (user + system) / REQUESTS };
}
