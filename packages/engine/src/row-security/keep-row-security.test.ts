import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { RunningEngine } from '../running-engine.ts';
import { seed } from '../seed/seed.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { dropRowSecurity, RowSecurityRefused } from './keep-row-security.ts';

const TEXT = readFileSync(new URL('../fixtures/shelves.md', import.meta.url), 'utf8');
const ROLE = `reading_${randomBytes(6).toString('hex')}`;

let database: TestDatabase;
let owner: Pool;
let servingUrl: string;
let engine: RunningEngine;

function start(text: string, more: Partial<Parameters<typeof createEngine>[0]> = {}): Promise<RunningEngine> {
  return createEngine({
    plan: planOfDocument(text),
    databaseUrl: database.url,
    environment: {},
    change: 'newer',
    rowSecurity: true,
    ...more,
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openPool(database.url, { connections: 1 });
  await owner.query(`create role ${ROLE} login nosuperuser password 'reading'`);
  const url = new URL(database.url);
  url.username = ROLE;
  url.password = 'reading';
  servingUrl = url.href;
  engine = await start(TEXT, { servingUrl });
  await seed(engine, { demo: true });
});
// The last test closes the engine.
afterAll(async () => {
  await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner.end();
  await database?.drop();
});

/** Kim is a keeper, who may read shelves; Vic may not. */
async function people(): Promise<{ readonly kim: Actor; readonly vic: Actor }> {
  const { rows } = await owner.query<{ id: string; name: string; roles: string[] }>(
    'select id, name, roles from product."user" order by name',
  );
  const [kim, vic] = rows.map(({ id, roles }): Actor => ({ userId: id, roles }));
  if (kim === undefined || vic === undefined) throw new Error('There are two people.');
  return { kim, vic };
}

const schemaOf = ({ index }: RunningEngine): string => index.rowSecurity?.schema ?? '';
const schemas = async (): Promise<readonly string[]> =>
  (
    await owner.query<{ nspname: string }>(
      `select nspname from pg_namespace where nspname like 'row\\_security\\_%' order by 1`,
    )
  ).rows.map(({ nspname }) => nspname);

test('the role that serves reads by the functions, and can change none of them', async () => {
  const { kim, vic } = await people();
  await engine.create(kim, 'Shelf', { name: 'Maps' }, { ifMatch: null });
  expect((await engine.list(kim, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ name: 'Maps' }]);
  const { pool } = engine;
  const asked = (held: number) => pool.query(`select "name" from ${schemaOf(engine)}.shelf($1)`, [held]);
  // By hand, as each of them: `keeper` is the first role that is assigned.
  expect((await asked(1)).rows).toEqual([{ name: 'Maps' }]);
  expect((await asked(0)).rows).toEqual([]);
  expect(vic.roles).toEqual([]);
  for (const statement of [
    `create or replace function ${schemaOf(engine)}.shelf(bigint) returns setof ${schemaOf(engine)}.shelf language sql as 'select null'`,
    `drop function ${schemaOf(engine)}.shelf(bigint)`,
    `alter function ${schemaOf(engine)}.shelf(bigint) volatile`,
    `drop schema ${schemaOf(engine)} cascade`,
    `create function ${schemaOf(engine)}.other() returns int language sql as 'select 1'`,
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
});

test('a role that may not make them starts with those that are there, and is refused without', async () => {
  const alone = { databaseUrl: servingUrl };
  const again = await start(TEXT, alone);
  expect(schemaOf(again)).toBe(schemaOf(engine));
  await again.close();
  await owner.query(`alter schema ${schemaOf(engine)} rename to put_away`);
  await expect(start(TEXT, alone)).rejects.toThrow(RowSecurityRefused);
  await expect(start(TEXT, alone)).rejects.toThrow(/run `ROW_SECURITY=on nonet apply` as the owner/);
  await owner.query(`alter schema put_away rename to ${schemaOf(engine)}`);
});

test('each transaction of a pooler says whose it is by the statement alone', async () => {
  const { kim } = await people();
  const pooled = await start(TEXT, { servingUrl, servesPerTransaction: true });
  expect((await pooled.list(kim, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ name: 'Maps' }]);
  await pooled.close();
});

test('each product of a database has functions of its own, also those of one document', async () => {
  const { kim } = await people();
  const inSchema = (schema: string, more: Partial<Parameters<typeof createEngine>[0]> = {}) =>
    start(TEXT, { databaseUrl: `${database.url}?schema=${schema}`, ...more });
  const [north, south] = [await inSchema('north'), await inSchema('south')];
  expect(new Set([engine, north, south].map(schemaOf)).size).toBe(3);
  await seed(north, { demo: true });
  const there = await owner.query<{ id: string }>(`select id from north."user" where 'keeper' = any(roles)`);
  const keeper: Actor = { userId: there.rows[0]?.id ?? null, roles: ['keeper'] };
  await north.create(keeper, 'Shelf', { name: 'Of the north' }, { ifMatch: null });
  expect((await north.list(keeper, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ name: 'Of the north' }]);
  expect((await south.list(keeper, 'Shelf', WHOLE_LIST)).items).toEqual([]);
  expect((await engine.list(kim, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ name: 'Maps' }]);
  // A change of one leaves the others theirs.
  await south.close();
  const text = TEXT.replace('| who | text | |', '| who | integer | |').replace(
    '| read | no | yes |',
    '| read | yes | yes |',
  );
  const later = await start(text, { databaseUrl: `${database.url}?schema=south` });
  expect(await schemas()).toEqual([engine, north, later].map(schemaOf).sort());
  await later.close();
  await north.close();
  await dropRowSecurity(owner, 'north');
  expect(await schemas()).toEqual([engine, later].map(schemaOf).sort());
  await dropRowSecurity(owner, 'south');
});

test('a document that assigns more roles than a number has bits is refused', async () => {
  const roles = Array.from({ length: 64 }, (_, place) => `| role_${place} | assigned |`);
  const { rows } = await owner.query('select count(*)::int as n from nonet.version');
  const many = TEXT.replace('| keeper | assigned |', ['| keeper | assigned |', ...roles].join('\n'));
  await expect(start(many)).rejects.toThrow(/assigns 65 roles \(point 6\): it can tell 63 apart/);
  expect((await owner.query('select count(*)::int as n from nonet.version')).rows).toEqual(rows);
});

test('a document that gives other rights has functions of its own; those of a version that is served on stay', async () => {
  const former = schemaOf(engine);
  const renamed = TEXT.replaceAll('| name | text | unique |', '| label | text | unique, was name |');
  const later = await start(renamed, { besideFormer: true });
  const { kim } = await people();
  expect(await schemas()).toEqual([former, schemaOf(later)].sort());
  expect((await later.list(kim, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ label: 'Maps' }]);
  expect((await engine.list(kim, 'Shelf', WHOLE_LIST)).items).toMatchObject([{ name: 'Maps' }]);
  await later.close();
  await engine.close();
  // It reads other values than the former ones write, so that they end.
  const other = renamed.replace(', was name', '').replace('| who | text | |', '| who | integer | |');
  const last = await start(other.replace('| read | no | yes |', '| read | yes | yes |'));
  expect(await schemas()).toEqual([schemaOf(last)]);
  await last.close();
});
