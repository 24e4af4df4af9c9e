import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createEngine, openPool, readAdvice, type RunningEngine, seed, startWorker } from '@nonet/engine';
import { isObject } from '@nonet/language';
import { Product, start } from '@nonet/server';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFor } from './check-document.ts';
import { readDocument } from './document.ts';
import { type FormerProduct, KEEPER, MEMBER } from './fixtures/former/fill.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures/former');
const PLAN = planFor(readDocument(path.join(FOLDER, 'lending.md')));
const VERSIONS = readdirSync(FOLDER).flatMap((name) =>
  name.endsWith('.sql.gz') ? [name.slice(0, -'.sql.gz'.length)] : [],
);
const NINETY_DAYS = 90 * 86_400_000;

test('there are databases of former versions', () => {
  expect(VERSIONS.length).toBeGreaterThanOrEqual(2);
});

/** docs/versions.md: a later version brings the tables forward; records, history and files stay. */
describe.each(VERSIONS)('the database that %s has made', (version) => {
  const former = JSON.parse(readFileSync(path.join(FOLDER, `${version}.json`), 'utf8')) as FormerProduct;
  const ends = new AsyncDisposableStack();
  const calls: unknown[] = [];
  let engine: RunningEngine;
  let url: string;
  let databaseUrl: string;
  let settle: () => Promise<void>;
  let now = firstInstant(former);

  beforeAll(async () => {
    const database = await restore(version);
    databaseUrl = database.url;
    ends.defer(() => database.drop());
    const desk = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        calls.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
    ends.defer(() => void desk.close());
    const { port } = desk.address() as AddressInfo;
    engine = await createEngine({
      plan: PLAN,
      databaseUrl: database.url,
      environment: { DESK_URL: `http://127.0.0.1:${port}` },
      change: 'newer',
      besideFormer: true,
      clock: () => now,
    });
    ends.defer(() => engine.close());
    await seed(engine, { demo: false });
    const faults: unknown[] = [];
    const worker = startWorker(engine, { allowPrivateTargets: true, onFault: (fault) => faults.push(fault) });
    ends.defer(() => worker.stop());
    settle = async () => {
      await worker.settle();
      if (faults.length > 0) throw new AggregateError(faults, 'The worker has failed.');
    };
    const served = await start({
      product: new Product({ engine }),
      mode: 'production',
      uiFolder: null,
      port: 0,
      log: 'faults',
    });
    ends.defer(() => served.stop());
    url = served.url;
  });
  afterAll(() => ends.disposeAsync());

  async function ask(method: string, address: string, headers: Readonly<Record<string, string>>, body?: unknown) {
    const answer = await fetch(url + address, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : null,
    };
  }
  const asKeeper = (address: string) => ask('GET', address, { cookie: former.cookie });

  test('becomes one that a first start makes', async () => {
    // Indexes, keys and triggers that are new are no change of what is stored.
    const changes = engine.migration.steps.filter((step) => !/^index | refers to /.test(step));
    expect(changes).toEqual([]);
    const database = await createTestDatabase();
    const other = await createEngine({ plan: PLAN, databaseUrl: database.url, environment: { DESK_URL: '' } });
    const [found, made] = [await catalogueOf(engine), await catalogueOf(other)];
    await other.close();
    await database.drop();
    expect(found).toEqual(made);
  });

  test('can be brought to a changed document at once', async () => {
    const document = readDocument(path.join(FOLDER, 'lending.md'));
    const text = document.main.text.replace('| bought_on | date |', '| brand | text | optional |\n| acquired | date |');
    const main = {
      ...document.main,
      text: text.replace('| acquired | date | optional |', '| acquired | date | optional, was bought_on |'),
    };
    const database = await restore(version);
    const changed = await createEngine({
      plan: planFor({ ...document, main }),
      databaseUrl: database.url,
      environment: { DESK_URL: '' },
      change: 'newer',
      besideFormer: true,
    });
    const { rows } = await changed.pool.query(
      'select acquired::text, brand from product.tool where acquired is not null',
    );
    const { migration } = changed;
    await changed.close();
    await database.drop();
    expect(migration.steps).toEqual(expect.arrayContaining([expect.stringContaining('brand')]));
    expect(rows).toEqual([{ acquired: '2024-02-29', brand: null }]);
  });

  test.each(Object.keys(former.answers))('answers GET %s as before', async (address) => {
    const { status, body } = await asKeeper(address);
    // A later version may add properties to an answer.
    expect([status, stated(body, former.answers[address])]).toEqual([200, former.answers[address]]);
  });

  test('keeps sessions, tokens and passwords', async () => {
    const loans = '/api/loans?order=number';
    const answers = [
      await ask('GET', loans, { cookie: former.cookie }),
      await ask('GET', loans, { authorization: `Bearer ${former.token}` }),
      await ask('POST', '/api/-/session', {}, MEMBER),
      await ask('POST', '/api/-/session', {}, { ...KEEPER, password: MEMBER.password }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401]);
  });

  test('is advised on by its clauses', async () => {
    const { title, sizes, unusedIndexes } = await readAdvice(databaseUrl, { slowMilliseconds: 100 });
    expect({ title, sizes, unusedIndexes }).toEqual({ title: PLAN.title, sizes: [], unusedIndexes: [] });
  });

  test('keeps files', async () => {
    expect(await asKeeper(former.file.path)).toMatchObject({ status: 200, text: former.file.text });
  });

  test('makes the call that waited, and fires the timer that waited', async () => {
    const loan = async () => (await asKeeper(`/api/loans/${former.waiting}`)).body;
    await settle();
    expect(await loan()).toMatchObject({ status: 'lent' });
    now = new Date(Date.parse(now) + NINETY_DAYS).toISOString();
    await settle();
    const { number, status } = (await loan()) as Readonly<Record<string, unknown>>;
    expect(status).toBe('late');
    expect(calls).toContainEqual({ path: '/lent', body: { number, tool: 'Pruning saw, “Bahçe”' } });
  });

  test('takes new records, and goes on counting', async () => {
    const cookie = former.cookie;
    const tools = listOf((await asKeeper('/api/tools?name=Drill')).body);
    const made = await ask('POST', '/api/loans', { cookie }, { tool: tools[0]?.['id'] });
    expect(made.status).toBe(201);
    const numbers = listOf((await asKeeper('/api/loans?order=number')).body).map(({ number }) =>
      String(number).slice(-4),
    );
    // Its clock may be in the following year, whose numbers begin again.
    const year = new Date(Date.parse(now)).getUTCFullYear();
    const isNextYear = year > new Date(firstInstant(former)).getUTCFullYear();
    expect(numbers.toSorted()).toEqual(
      isNextYear ? ['0001', '0001', '0002', '0003'] : ['0001', '0002', '0003', '0004'],
    );
    const twice = await ask('POST', '/api/tools', { cookie }, { name: 'DRILL', price: '1' });
    expect(twice).toMatchObject({ status: 409, text: expect.stringContaining('NOT_UNIQUE') });
  });
});

async function restore(version: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  const pool = openPool(database.url, { connections: 1 });
  await pool.query(gunzipSync(readFileSync(path.join(FOLDER, `${version}.sql.gz`))).toString());
  // Sessions end by the time of the database, and the fixture is older than any of them lasts.
  await pool.query(`update nonet.session set expires_at = now() + interval '1 hour', seen_at = now()`);
  await pool.end();
  return database;
}

/** All that a database consists of; the form of `nonet.uuid` depends on the version of PostgreSQL that made it. */
const CATALOGUE = `
  select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid)) as part
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname in ('nonet', 'product') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select concat_ws(' ', k.conrelid::regclass, conname, pg_get_constraintdef(k.oid), convalidated)
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where n.nspname in ('nonet', 'product') and k.contype <> 'n'
  union all select indexdef from pg_indexes where schemaname in ('nonet', 'product')
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('nonet', 'product') and not t.tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('nonet', 'product') and p.prokind = 'f' and p.proname <> 'uuid'
  order by 1`;

async function catalogueOf({ pool }: RunningEngine): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(CATALOGUE);
  return rows.map(({ part }) => part);
}

/** The instant at which the fixture was made: that of the last of its loans. */
function firstInstant(former: FormerProduct): string {
  return String(listOf(former.answers['/api/loans?order=number']).at(-1)?.['created_at']);
}

function listOf(page: unknown): readonly Readonly<Record<string, unknown>>[] {
  return isObject(page) && Array.isArray(page['items']) ? (page['items'] as Readonly<Record<string, unknown>>[]) : [];
}

/** The part of an answer that the former one had. */
function stated(found: unknown, expected: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(expected)) return found.map((item, place) => stated(item, expected[place]));
  if (!isObject(found) || !isObject(expected)) return found;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, stated(found[key], expected[key])]));
}
