import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { finishFormer } from '../migrate/former/finish.ts';
import { readStatus } from '../migrate/former/read-status.ts';
import type { RunningEngine } from '../running-engine.ts';
import { seed } from '../seed/seed.ts';
import { createSessions } from '../session/create-sessions.ts';
import { openPool, type Pool } from './pool.ts';

/** Some of its entities have the names of the engine's own tables. `naming`: the row of what a session is called. */
const sessions = (naming = '| name | text | unique |') =>
  planOfDocument(
    `${partsDocument({
      fields: 'points | integer | optional',
      settings: 'delete | soft; history | kept',
      beside: `### Session

| field | type | rules |
| --- | --- | --- |
${naming}
| code | number S-{0000} | |

| setting | is |
| --- | --- |
| delete | soft |

### Notice

| field | type | rules |
| --- | --- | --- |
| text | text | |
| session | Session | optional |
`,
    })}
### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update, delete, history | yes |

#### Maker

| may | anybody |
| --- | --- |
| read | yes |

#### Session

| may | anybody |
| --- | --- |
| read, create, update, delete | yes |

#### Notice

| may | anybody |
| --- | --- |
| read, create, update, delete | yes |
`,
  );

const anybody = { userId: null, roles: [] };
const none = { ifMatch: null };
const OWNERS = ['acme', 'birch'].map((schema) => ({ schema, role: `${schema}_${randomBytes(6).toString('hex')}` }));

let database: TestDatabase;
let server: Pool;
/** The address of a product whose owner has rights on nothing but what it makes itself. */
const urls = new Map<string, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  server = openPool(database.url, { connections: 1 });
  // No product owns what all need for their searches.
  await server.query('alter extension pg_trgm set schema public');
  for (const { schema, role } of OWNERS) {
    await server.query(`create role ${role} login nosuperuser password 'owns'`);
    await server.query(`grant create on database ${new URL(database.url).pathname.slice(1)} to ${role}`);
    const url = new URL(database.url);
    url.username = role;
    url.password = 'owns';
    url.searchParams.set('schema', schema);
    urls.set(schema, url.href);
  }
});
afterAll(async () => {
  await database?.drop();
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const other = openPool(url.href, { connections: 1 });
  for (const { role } of OWNERS) await other.query(`drop role if exists ${role}`);
  await other.end();
});

const start = (schema: string, plan = sessions(), besideFormer = false): Promise<RunningEngine> =>
  createEngine({
    plan,
    databaseUrl: urls.get(schema) ?? '',
    environment: {},
    change: 'newer',
    besideFormer,
    onWait: () => undefined,
  });

const names = async (engine: RunningEngine, entity: string): Promise<readonly string[]> =>
  (await engine.list(anybody, entity, WHOLE_LIST)).items.map((record) =>
    String(record['name'] ?? record['label'] ?? record['text']),
  );

test('two products and one in the two schemas are in one database, and none knows of the others', async () => {
  const [acme, birch] = [await start('acme'), await start('birch')];
  const plain = await createEngine({ plan: sessions(), databaseUrl: database.url, environment: {}, change: 'newer' });
  const heard: string[] = [];
  birch.changes.subscribe((change) => heard.push(change.kind === 'records' ? change.table : change.kind));
  await delay(300);
  heard.length = 0;
  for (const [engine, name] of [
    [acme, 'of acme'],
    [birch, 'of birch'],
    [plain, 'of neither'],
  ] as const) {
    await seed(engine, { demo: false });
    const { record } = await engine.create(anybody, 'Session', { name: 'The same' }, none);
    expect(record['code']).toBe('S-0001');
    await engine.create(anybody, 'Notice', { text: name, session: record.id }, none);
    const part = await engine.create(anybody, 'Part', { name, points: 1 }, none);
    await engine.update(anybody, 'Part', part.record.id, { points: 2 }, { ifMatch: '*' });
    expect(await engine.history(anybody, 'Part', part.record.id)).toHaveLength(2);
  }
  expect(await names(acme, 'Notice')).toEqual(['of acme']);
  expect(await names(birch, 'Part')).toEqual(['of birch']);
  expect(await names(plain, 'Notice')).toEqual(['of neither']);
  await expect.poll(() => heard.toSorted()).toEqual(['maker', 'notice', 'part', 'part', 'session']);
  expect(await createSessions(acme.pool, acme.index).demoAccounts()).toEqual([]);
  const { rows } = await server.query<{ name: string }>(
    `select distinct n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['acme', 'birch', 'nonet', 'product']);
  for (const engine of [acme, birch, plain]) await engine.close();
});

test('a product changes, has its former version beside it, and ends, while another goes on', async () => {
  const [acme, birch] = [await start('acme'), await start('birch')];
  const later = await start('acme', sessions('| label | text | unique, was name |'), true);
  expect(later.migration.kind).toBe('changed');
  await later.create(anybody, 'Session', { label: 'Later' }, none);
  await acme.create(anybody, 'Session', { name: 'Former' }, none);
  expect((await names(later, 'Session')).toSorted()).toEqual(['Former', 'Later', 'The same']);
  expect(await names(birch, 'Session')).toEqual(['The same']);
  const status = await readStatus(urls.get('acme') ?? '');
  expect(status.former?.schemas).toEqual([expect.stringMatching(/^acme_former_[0-9a-f]{12}$/)]);
  expect((await readStatus(urls.get('birch') ?? '')).former).toBeNull();
  await acme.close();
  await finishFormer(urls.get('acme') ?? '');
  expect((await readStatus(urls.get('acme') ?? '')).former).toBeNull();
  await later.close();
  await server.query('drop schema acme cascade');
  await birch.create(anybody, 'Session', { name: 'Another' }, none);
  expect((await names(birch, 'Session')).toSorted()).toEqual(['Another', 'The same']);
  await birch.close();
});
