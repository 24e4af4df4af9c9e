import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { DocumentNotInUse } from '../migrate/refusals.ts';
import type { RunningEngine } from '../running-engine.ts';
import { resetRecords } from '../seed/reset.ts';
import { seed } from '../seed/seed.ts';
import { verifySecurityEvents } from '../security-events/read.ts';
import { createSessions } from '../session/create-sessions.ts';
import { startWorker } from '../worker/worker.ts';
import { openPool } from './pool.ts';

const TEXT = readFileSync(new URL('../fixtures/vault.md', import.meta.url), 'utf8');
const ROLE = `serving_${randomBytes(6).toString('hex')}`;
const environment = { SERVICE_URL: 'http://127.0.0.1:9' };

let database: TestDatabase;
let servingUrl: string;
let engine: RunningEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const owner = openPool(database.url, { connections: 1 });
  await owner.query(`create role ${ROLE} login nosuperuser password 'serving'`);
  await owner.end();
  const url = new URL(database.url);
  url.username = ROLE;
  url.password = 'serving';
  servingUrl = url.href;
  const plan = planOfDocument(TEXT);
  engine = await createEngine({ plan, databaseUrl: database.url, servingUrl, environment });
  await seed(engine, { demo: true });
});
afterAll(async () => {
  await engine?.close();
  const owner = openPool(database.url, { connections: 1 });
  await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner.end();
  await database?.drop();
});

test('the role that serves owns nothing, is no superuser, and does all that serving needs', async () => {
  const { pool, index } = engine;
  const { rows } = await pool.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
       (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
     from pg_roles r where rolname = current_user`,
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 }]);
  const sessions = createSessions(pool, index);
  const [piet] = await sessions.demoAccounts();
  const token = await sessions.open(piet?.id ?? '');
  const account = await sessions.find(token);
  const actor = { userId: account?.id ?? null, roles: account?.roles ?? [] };
  const { record } = await engine.create(actor, 'Account', { service: 'New', token: 'a token' }, { ifMatch: null });
  await engine.update(actor, 'Account', record.id, { service: 'Newer' }, { ifMatch: '*' });
  expect(await engine.history(actor, 'Account', record.id)).toHaveLength(2);
  await engine.create(actor, 'Use', { account: record.id }, { ifMatch: null });
  await engine.delete(actor, 'Account', record.id, { ifMatch: '*' });
  const faults: unknown[] = [];
  const worker = startWorker(engine, { onFault: (fault) => faults.push(fault) });
  await worker.settle();
  await worker.stop();
  expect(faults).toEqual([]);
  expect(await verifySecurityEvents(pool)).toMatchObject({ events: 1, broken: null });
});

test('it resets the records of a database of `dev`, whose whole numbers begin anew', async () => {
  const other = await createTestDatabase();
  const url = new URL(other.url);
  [url.username, url.password] = [ROLE, 'serving'];
  const text = TEXT.replace('| history | kept |', '| history | kept |\n| id | integer |');
  const parts = { plan: planOfDocument(text), databaseUrl: other.url, servingUrl: url.href, environment };
  const product = await createEngine(parts);
  await seed(product, { demo: true });
  const numbers = async () => (await product.pool.query('select nonet.id_number(id) as id from product.account')).rows;
  const before = await numbers();
  expect(before).toEqual([{ id: 1 }]);
  await resetRecords(product);
  expect(await numbers()).toEqual(before);
  await product.pool.query('update nonet.product set demo_seeded_at = null');
  const restart = `select nonet.restart_numbers('product.account_id_seq')`;
  await expect(product.pool.query(restart)).rejects.toMatchObject({ code: '42501' });
  await product.close();
  const owner = openPool(other.url, { connections: 1 });
  await owner.query(`drop owned by ${ROLE}`);
  await owner.end();
  await other.drop();
});

test.each([
  'create table nonet.x (y int)',
  'create table product.x (y int)',
  'alter table product.account add column x int',
  'drop table product.account',
  'truncate product.account',
  'drop trigger notes_account_change on product."user"',
  'alter table product.account disable trigger all',
  'create or replace function nonet.end_access() returns trigger language plpgsql as $$ begin return null; end $$',
  `update nonet.security_event set kind = 'nothing'`,
  'delete from nonet.security_event',
  `set session_replication_role = 'replica'`,
  'set role nonet',
  `copy product.account to program 'cat'`,
])('it may not: %s', async (statement) => {
  await expect(engine.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('by itself it starts the document that is in use, and no other one', async () => {
  const start = (text: string) =>
    createEngine({ plan: planOfDocument(text), databaseUrl: servingUrl, environment, change: 'newer' });
  const again = await start(TEXT);
  await again.close();
  await expect(
    start(TEXT.replace('| service | text | |', '| service | text | |\n| note | text | optional |')),
  ).rejects.toThrow(DocumentNotInUse);
});

test('by itself it does not bring a database of an earlier Nonet to this one, and says who does', async () => {
  const owner = openPool(database.url, { connections: 1 });
  const last = 'from nonet.migration where number = (select max(number) from nonet.migration)';
  const { rows } = await owner.query(`delete ${last} returning number, name, applied_at`);
  const plan = planOfDocument(TEXT);
  await expect(createEngine({ plan, databaseUrl: servingUrl, environment, change: 'newer' })).rejects.toThrow(
    /run `nonet apply` as the owner of the database/,
  );
  await owner.query('insert into nonet.migration select * from json_populate_recordset(null::nonet.migration, $1)', [
    JSON.stringify(rows),
  ]);
  await owner.end();
});

test('what a later document brings, it may serve as well', async () => {
  const plan = planOfDocument(TEXT.replace('| service | text | |', '| service | text | |\n| note | text | optional |'));
  const later = await createEngine({ plan, databaseUrl: database.url, servingUrl, environment, besideFormer: true });
  const { rows } = await later.pool.query('select note from product.account limit 1');
  expect(rows).toEqual([{ note: null }]);
  await later.close();
});
