import type { Plan } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { RunningEngine } from '../running-engine.ts';
import { field } from '../fixtures/build.ts';
import { claimsPlan } from '../fixtures/claims.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { DocumentNotInUse, FormerDocument, MigrationRefusal, NotPutToUse } from './refusals.ts';
import { readVersions } from './read-versions.ts';

let url: string;
let pool: Pool;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ url, drop } = await createTestDatabase({ isEmpty: true }));
  pool = openPool(url, { connections: 4 });
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const start = (plan: Plan, options: MigrateOptions = { change: 'newer' }) => migrate(pool, indexPlan(plan), options);

function withClaim(change: Partial<Plan['entities'][number]>): Plan {
  return {
    ...claimsPlan,
    entities: claimsPlan.entities.map((entity) => (entity.name === 'Claim' ? { ...entity, ...change } : entity)),
  };
}
const claim = claimsPlan.entities.find(({ name }) => name === 'Claim');
const fields = claim?.fields ?? [];
const remark = { ...field('remark', 'text', { required: false }), clause: '3.Claim.remark' };
/** A change that only adds, so that processes of the former version continue beside it. */
const added = withClaim({ fields: [...fields, remark] });
/** A change with which a process of the former version can't continue: it writes a field that no longer exists. */
const removed = withClaim({ fields: fields.filter(({ name }) => name !== 'paid_at') });
const reworded = withClaim({ description: 'What people have paid for others.' });

async function columns(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'product' and table_name = 'claim'`,
  );
  return rows.map(({ name }) => name);
}

async function schemas(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in ('nonet', 'product')`,
  );
  return rows.map(({ name }) => name);
}

test('a command that works on the data alone creates nothing in an empty database', async () => {
  await expect(start(claimsPlan, { change: 'none' })).rejects.toThrow(NotPutToUse);
  expect(await schemas()).toEqual([]);
});

test('a command that works on the data alone changes nothing in a database with another document in use', async () => {
  await start(claimsPlan);
  await expect(start(added, { change: 'none' })).rejects.toThrow(DocumentNotInUse);
  expect(await columns()).not.toContain('remark');
  expect(await start(claimsPlan, { change: 'none' })).toMatchObject({ kind: 'unchanged', version: 1 });
});

test('a command that works on the data alone takes a document with other prose', async () => {
  await start(claimsPlan);
  expect(await start(reworded, { change: 'none' })).toMatchObject({ kind: 'unchanged', version: 1 });
});

test('each document that is put to use is a version, with its actor and its changes', async () => {
  await start(claimsPlan, { by: 'ada@shop-1' });
  await start(added);
  await start(added);
  await start(reworded);
  expect(await readVersions(url)).toMatchObject([
    { number: 1, putToUseBy: 'ada@shop-1', keepsFormer: false },
    { number: 2, putToUseBy: null, keepsFormer: true, steps: ['Claim.remark is new'] },
    { number: 3, keepsFormer: false, steps: expect.arrayContaining(['Claim.remark is gone']) as unknown },
  ]);
});

test('a refused document makes no version', async () => {
  await start(claimsPlan);
  await pool.query(
    `with u as (insert into product."user" (email, name) values ('a@x.example', 'Ada') returning id)
     insert into product.claim (number, owner, purpose, status, paid_at) select 'EX-1', id, 'Train', 'paid', now() from u`,
  );
  await expect(start(removed)).rejects.toThrow(MigrationRefusal);
  expect(await readVersions(url)).toHaveLength(1);
});

test('a former version that starts again removes nothing of the later one', async () => {
  await start(claimsPlan);
  await start(added);
  expect(await start(claimsPlan)).toEqual({ kind: 'beside', version: 1, steps: [] });
  expect(await columns()).toContain('remark');
});

test('a former version is refused a day after the next one', async () => {
  await start(claimsPlan);
  await start(added);
  await pool.query(`update nonet.version set put_to_use_at = now() - interval '25 hours' where number = 2`);
  await expect(start(claimsPlan)).rejects.toThrow(FormerDocument);
  expect(await columns()).toContain('remark');
});

test('a former version is refused if its writes have no place any more', async () => {
  await start(claimsPlan);
  await start(removed);
  await expect(start(claimsPlan)).rejects.toThrow(
    /^This is version 1 of the document, which version 2 has followed on .*, and what this one writes has no place in that\./,
  );
  expect(await columns()).not.toContain('paid_at');
});

test('a former version is put to use again on purpose, as a new one', async () => {
  await start(claimsPlan);
  await start(removed);
  expect(await start(claimsPlan, { change: 'any' })).toMatchObject({ kind: 'changed', version: 3 });
  expect(await start(claimsPlan)).toMatchObject({ kind: 'unchanged', version: 3 });
  expect(await start(removed)).toMatchObject({ kind: 'beside', version: 2 });
});

async function withEngines(run: (open: (plan: Plan) => Promise<RunningEngine>) => Promise<void>): Promise<void> {
  const engines: RunningEngine[] = [];
  try {
    await run(async (plan) => {
      const engine = await createEngine({ plan, databaseUrl: url, change: 'newer' });
      engines.push(engine);
      return engine;
    });
  } finally {
    for (const engine of engines) await engine.close();
  }
}

test.each<[what: string, plan: Plan, isReady: boolean]>([
  ['that words it otherwise', reworded, true],
  ['that only adds', added, true],
  ['that takes something away', removed, false],
])('a process is ready beside a version %s: %s', async (_what, plan, isReady) => {
  await withEngines(async (open) => {
    const former = await open(claimsPlan);
    const now = await open(plan);
    expect(await now.isCurrent()).toBe(true);
    // After a connection of the former version is ended, it takes a moment until a new one exists.
    await expect.poll(() => former.isCurrent().catch(() => false)).toBe(isReady);
  });
});

test('the database refuses the writes of a process of a closed version', async () => {
  await withEngines(async (open) => {
    const former = await open(claimsPlan);
    const write = () => former.pool.query(`insert into product."user" (email, name) values ('b@x.example', 'Bo')`);
    await write();
    await former.pool.query('delete from product."user"');
    await open(removed);
    await expect
      .poll(() =>
        write().then(
          () => null,
          (error: { code?: string }) => error.code,
        ),
      )
      .toBe('57P90');
    expect((await pool.query('select from product."user"')).rowCount).toBe(0);
  });
});

test('an open transaction of a former version ends before that version is closed', async () => {
  await withEngines(async (open) => {
    const former = await open(claimsPlan);
    const client = await former.pool.connect();
    await client.query('begin');
    await client.query(`insert into product."user" (email, name) values ('b@x.example', 'Bo')`);
    const opened = open(removed);
    await client.query('commit');
    client.release();
    await opened;
    expect((await pool.query('select from product."user"')).rowCount).toBe(1);
  });
});
