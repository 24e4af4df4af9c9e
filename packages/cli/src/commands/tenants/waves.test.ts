import { createEngine, listTenants, addTenant, openPool, removeTenant, suspendTenant, tenantUrl } from '@nonet/engine';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGED_PARTS, FORMER_PARTS, planOfText } from '../../fixtures/parts-that-change.ts';
import { applyInWaves, wavesOf } from './waves.ts';

test.each<[first: readonly string[], sizes: readonly number[], waves: readonly string[]]>([
  [[], [1, 2], ['a', 'bc', 'de', 'f']],
  [
    ['e', 'b'],
    [1, 3],
    ['be', 'acd', 'f'],
  ],
  [[], [10], ['abcdef']],
])('of six tenants, %j first and waves of %j: %j', (first, sizes, waves) => {
  const tenants = [...'abcdef'].map((name) => ({ name }));
  expect(wavesOf(tenants, first, sizes).map((wave) => wave.map(({ name }) => name).join(''))).toEqual(waves);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  for (const name of ['acme', 'birch', 'cedar']) {
    const engine = await createEngine({
      plan: planOfText(FORMER_PARTS),
      databaseUrl: tenantUrl(database.url, name),
      environment: {},
      change: 'newer',
    });
    await engine.close();
    await addTenant(database.url, { name, host: `${name}.example.com` });
  }
});
afterAll(() => database?.drop());

const versions = async () => (await listTenants(database.url)).map(({ name, version }) => `${name} ${version}`);

async function apply(): Promise<{ said: readonly string[]; problems: readonly string[] }> {
  const said: string[] = [];
  const problems = await applyInWaves({
    databaseUrl: database.url,
    servingUrl: null,
    environment: {},
    plan: planOfText(CHANGED_PARTS),
    by: 'ada',
    first: ['birch'],
    sizes: [1],
    watchSeconds: 0,
    say: (line) => said.push(line),
  });
  return { said, problems };
}

test('a change stops after a wave in which work of a tenant fails, and goes on when that is over', async () => {
  const acme = openPool(tenantUrl(database.url, 'acme'), { connections: 1 });
  await acme.query(
    `insert into nonet.worker_failure (task, clause, record, problem, since, tried_at) values ('timer', '4.Part', '', 'too late', now() + interval '1 hour', now())`,
  );
  const stopped = await apply();
  expect(stopped.problems).toEqual(['acme: timer 4.Part fails: too late']);
  expect(stopped.said).toEqual([
    'Wave 1 of 3: birch',
    '  birch: the document is in use',
    'Wave 2 of 3: acme',
    '  acme: the document is in use',
  ]);
  expect(await versions()).toEqual(['acme 2', 'birch 2', 'cedar 1']);
  await acme.query('delete from nonet.worker_failure');
  await acme.end();
  expect((await apply()).problems).toEqual([]);
  expect(await versions()).toEqual(['acme 2', 'birch 2', 'cedar 2']);
});

test('a tenant has a host name of its own, and is removed with its schemas once it is suspended', async () => {
  await expect(addTenant(database.url, { name: 'dune', host: 'acme.example.com' })).rejects.toThrow(
    'acme.example.com is the host name of the tenant acme.',
  );
  await expect(addTenant(database.url, { name: 'Dune', host: 'dune.example.com' })).rejects.toThrow('has a name of');
  await expect(addTenant(database.url, { name: 'dune', host: 'dune/example' })).rejects.toThrow('has a host name like');
  await expect(removeTenant(database.url, 'acme')).rejects.toThrow('suspend it first');
  await expect(suspendTenant(database.url, 'dune', true)).rejects.toThrow('There is no tenant dune');
  await suspendTenant(database.url, 'acme', true);
  expect((await listTenants(database.url))[0]).toMatchObject({ name: 'acme', suspendedAt: expect.any(String) });
  await removeTenant(database.url, 'acme');
  expect(await versions()).toEqual(['birch 2', 'cedar 2']);
  const pool = openPool(database.url, { connections: 1 });
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^(acme|birch|cedar)' order by 1`,
  );
  expect(rows.map(({ name }) => name.replace(/[0-9a-f]{12}$/, '…'))).toEqual([
    'birch',
    'birch_former_…',
    'cedar',
    'cedar_former_…',
  ]);
  await pool.end();
});
