import { type Primary, type Standby, startPrimary } from '@nonet/testing/standby';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { RunningEngine } from '../running-engine.ts';
import { openPool } from '../store/pool.ts';
import { Positions } from './positions.ts';
import { createBatcher, READS } from '../run/statement-batcher.ts';
import { Replicas } from './replicas.ts';
import { replicasLine } from './state.ts';

const documentOf = (fields: string) => `${partsDocument({ fields })}
### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update, delete | yes |

#### Maker

| may | anybody |
| --- | --- |
| read | yes |
`;
const plan = planOfDocument(documentOf('points | integer | optional'));
const anybody = { userId: null, roles: [] };
const PARTS = new Set(['part']);

let primary: Primary;
let standby: Standby;
let databaseUrl: string;
let engine: RunningEngine;
const notes: string[] = [];

beforeAll(async () => {
  primary = await startPrimary();
  databaseUrl = await primary.database('parts');
  await (await createEngine({ plan, databaseUrl })).close();
  standby = await primary.follow({ max_standby_streaming_delay: '50ms' });
  engine = await createEngine({
    plan,
    databaseUrl,
    replicaUrls: [standby.url('parts')],
    onReplicaNote: (note) => notes.push(note),
  });
});
afterAll(async () => {
  await engine?.close();
  await primary?.stop();
});

const state = () => {
  const [only] = engine.replicas().states;
  if (only === undefined) throw new Error('It has no replica.');
  return only;
};
const create = (name: string) => engine.create(anybody, 'Part', { name }, { ifMatch: null });
const names = async () => (await engine.list(anybody, 'Part', WHOLE_LIST)).items.map(({ name }) => name);
const anonymous = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'db');

/** Replicas of the same primary at these addresses, after the first look. */
async function looked(urls: readonly string[]): Promise<Replicas> {
  const { pool, index, migration } = engine;
  const replicas = new Replicas({ pool, index, version: migration.version, urls, onNote: () => undefined });
  await replicas.begin();
  return replicas;
}

test('a start says in one line what it found', async () => {
  const elsewhere = await primary.database('elsewhere');
  const other = standby.url('postgres');
  const urls = [standby.url('parts'), databaseUrl, elsewhere, other, 'postgres://nobody@127.0.0.1:1/parts'];
  const replicas = await looked(urls);
  try {
    expect(anonymous(replicasLine(replicas.states()) ?? '')).toBe(
      'Replicas of DATABASE_READ_URL: db answers; db is passed over, it follows no other server; ' +
        'db is passed over, it does not follow the primary of this database; db is passed over, it does not follow the primary of this database; ' +
        'db is passed over, it can’t be reached (connect ECONNREFUSED db).',
    );
    expect(replicasLine([])).toBeNull();
  } finally {
    await replicas.close();
  }
});

test('a reading that the replay of the log ends is done by the primary', async () => {
  const replicas = await looked([standby.url('parts')]);
  const holding = Promise.withResolvers<void>();
  const isReady = () => replicas.read({ tables: PARTS, inReplica: async () => true, inPrimary: async () => false });
  try {
    await expect.poll(isReady).toBe(true);
    const before = replicas.states()[0]?.answered;
    const answer = replicas.read({
      tables: PARTS,
      inReplica: (replica) =>
        replica.transaction(async (client) => {
          await client.query('select from product.part limit 1');
          holding.resolve();
          await client.query('select pg_sleep(60)');
          return 'replica';
        }),
      inPrimary: async () => 'primary',
    });
    await holding.promise;
    await engine.pool.query('begin; lock table product.part in access exclusive mode; commit');
    expect(await answer).toBe('primary');
    const [seen] = replicas.states();
    expect([seen?.misfit, seen?.answered, seen?.passedOver.get('conflict')]).toEqual([null, before, 1]);
  } finally {
    await replicas.close();
  }
});

test('a position is known of tables that nobody changes, and of none that somebody is changing', async () => {
  const positions = new Positions(engine.pool, engine.index, createBatcher(engine.pool, READS));
  const writer = openPool(databaseUrl, { connections: 1 });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
  const writeElsewhere = () =>
    engine.pool.query('insert into product.maker (id, name) select gen_random_uuid(), gen_random_uuid()');
  const position = async () => (await positions.of(PARTS)).position;
  try {
    await position();
    await settle();
    const known = await position();
    await writeElsewhere();
    expect(await position()).toBe(known);
    const client = await writer.connect();
    await client.query('begin');
    await client.query(`insert into product.part (id, name) values (gen_random_uuid(), 'Under way')`);
    // Its number is drawn, and nobody sees it yet: what is known now would not have it.
    for (let time = 0; time < 3; time++) {
      await position();
      await settle();
    }
    await client.query('commit');
    const { rows } = await engine.pool.query<{ at: string }>(`select (pg_current_wal_flush_lsn() - '0/0')::text as at`);
    expect((await position()) >= BigInt(rows[0]?.at ?? 0)).toBe(true);
    client.release();
  } finally {
    await writer.end();
  }
});

test('a replica without the mark of the primary’s timeline follows another one', async () => {
  const url = standby.url('parts');
  await standby.run('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.run('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
  const before = await engine.pool.query<{ mark: string }>('select mark from nonet.timeline');
  // As a server does that was promoted meanwhile.
  await engine.pool.query('update nonet.timeline set mark = gen_random_uuid()');
  const replicas = await looked([url]);
  try {
    const misfit = () => replicas.states()[0]?.misfit;
    expect(misfit()).toBe('other database');
    await standby.run('select pg_wal_replay_resume()');
    await expect.poll(misfit).toBeNull();
  } finally {
    await replicas.close();
    // A process keeps a mark until a connection of its primary breaks.
    await engine.pool.query('update nonet.timeline set mark = $1', [before.rows[0]?.mark]);
  }
});

test('a replica that is gone is passed over and told of once, and is asked again when it is back', async () => {
  notes.length = 0;
  await standby.stop();
  for (const name of ['Gone 1', 'Gone 2', 'Gone 3']) {
    await create(name);
    expect(await names()).toContain(name);
  }
  await expect.poll(() => state().misfit).toBe('unreachable');
  expect(notes.map((note) => anonymous(note).replace(/\(.*\)/, '(why)'))).toEqual([
    'The replica db is passed over: it can’t be reached (why).',
  ]);
  await standby.start();
  await expect.poll(() => state().misfit, { timeout: 30_000 }).toBeNull();
  expect(anonymous(notes.at(-1) ?? '')).toBe('The replica db answers readings.');
  const { answered } = state();
  await expect.poll(async () => (await names()) && state().answered > answered).toBe(true);
});

test('a replica with a later version of the document is passed over by who serves the former one', async () => {
  const next = await createEngine({
    plan: planOfDocument(documentOf('points | integer | optional; weight | integer | optional')),
    databaseUrl,
    replicaUrls: [standby.url('parts')],
  });
  try {
    const before = engine.replicas();
    expect(await names()).toContain('Gone 1');
    expect(engine.replicas()).toMatchObject({ states: [{ answered: before.states[0]?.answered }] });
    await expect.poll(() => state().misfit).toBe('other version');
    await expect
      .poll(async () => (await next.list(anybody, 'Part', WHOLE_LIST)) && next.replicas().states[0]?.answered)
      .toBeGreaterThan(0);
  } finally {
    await next.close();
  }
});

test('a replica that is promoted is none any more', async () => {
  await standby.run('select pg_promote()');
  await expect.poll(() => state().misfit).toBe('no standby');
  expect(await names()).toContain('Gone 1');
});
