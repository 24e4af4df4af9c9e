import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { indexPlan } from '../plan-index.ts';
import type { RunningEngine } from '../running-engine.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { run, transaction } from '../store/pool.ts';
import { tenantUrl } from './tenant-list.ts';
import { type TenantPool, TenantPools } from './tenant-pools.ts';

const PLAN =
  planOfDocument(`${partsDocument({ fields: 'points | integer | optional', settings: 'delete | soft; history | kept' })}
### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update, delete, history | yes |

#### Maker

| may | anybody |
| --- | --- |
| read | yes |
`);
const INDEX = indexPlan(PLAN, {});
const NAMES = ['acme', 'birch', 'cedar'];
const anybody = { userId: null, roles: [] };

let database: TestDatabase;
let pools: TenantPools | null = null;
const open: RunningEngine[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of NAMES) {
    const url = tenantUrl(database.url, name);
    await (await createEngine({ plan: PLAN, databaseUrl: url, environment: {}, change: 'newer' })).close();
  }
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  await pools?.end();
  pools = null;
});
afterAll(() => database?.drop());

async function serve(pool: TenantPool): Promise<RunningEngine> {
  const engine = await createEngine({ plan: PLAN, index: INDEX, pool: pool.asPool(), change: 'beside' });
  pool.version = engine.migration.version;
  open.push(engine);
  return engine;
}

test('tenants share connections, and each finds what is its own', async () => {
  pools = new TenantPools(database.url, { connections: 3 });
  const engines: RunningEngine[] = [];
  for (const name of NAMES) engines.push(await serve(pools.poolOf(name)));
  const work = Array.from({ length: 60 }, async (_, place) => {
    const engine = engines[place % NAMES.length];
    const name = `${NAMES[place % NAMES.length]} ${place}`;
    const part = await engine?.create(anybody, 'Part', { name, points: place }, { ifMatch: null });
    // Each statement comes often enough to be prepared.
    await engine?.update(anybody, 'Part', part?.record.id ?? '', { points: place + 1 }, { ifMatch: '*' });
    return engine?.history(anybody, 'Part', part?.record.id ?? '');
  });
  expect((await Promise.all(work)).map((entries) => entries?.length)).toEqual(work.map(() => 2));
  for (const [place, engine] of engines.entries()) {
    const { items } = await engine.list(anybody, 'Part', { ...WHOLE_LIST, limit: 100 });
    expect(items).toHaveLength(20);
    expect(items.every(({ name }) => String(name).startsWith(`${NAMES[place]} `))).toBe(true);
  }
  expect(pools.openConnections).toBeLessThanOrEqual(3);
});

test('a tenant that keeps all of its connections leaves the others theirs, and gets what it waits for', async () => {
  pools = new TenantPools(database.url, { connections: 4 });
  const [noisy, quiet] = [pools.poolOf('acme'), pools.poolOf('birch')];
  const ends: (() => void)[] = [];
  const kept = Array.from({ length: 6 }, () =>
    transaction(noisy.asPool(), () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  await expect.poll(() => ends.length).toBe(2);
  const found = await run(quiet.asPool(), { text: 'select name from product.part order by name limit 1', values: [] });
  expect(found).toEqual([{ name: 'birch 1' }]);
  expect(ends).toHaveLength(2);
  for (let ended = 0; ended < kept.length; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  await Promise.all(kept);
  expect([noisy.inUse, quiet.inUse]).toEqual([0, 0]);
});

test('a connection that could not enter a schema is not used, and one that breaks is replaced', async () => {
  pools = new TenantPools(database.url, { connections: 1 });
  const [acme, none] = [pools.poolOf('acme'), pools.poolOf('none')];
  none.version = 1;
  await expect(run(none.asPool(), { text: 'select name from part', values: [] })).rejects.toThrow('does not exist');
  expect(pools.openConnections).toBe(0);
  const pid = async () =>
    (await run<{ pid: number }>(acme.asPool(), { text: 'select pg_backend_pid() as pid', values: [] }))[0]?.pid;
  const former = await pid();
  const broken = run(acme.asPool(), { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] });
  expect(isUnreachable(await broken.catch((error: unknown) => error))).toBe(true);
  expect(await pid()).not.toBe(former);
  await expect(run(acme.asPool(), { text: 'select 1 / 0', values: [] })).rejects.toMatchObject({ code: '22012' });
  expect(await run(acme.asPool(), { text: 'select count(*)::int as n from product.part', values: [] })).toEqual([
    { n: 20 },
  ]);
});
