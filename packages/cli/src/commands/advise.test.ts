import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, type ListQuery, openPool, startEphemeralPostgres } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adviceLines } from '../advice-lines.ts';
import type { AdviceReport } from '../advice-report.ts';
import { adviseProduct } from '../advise-product.ts';
import { check } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { runNonet } from '../fixtures/nonet-command.ts';

// `nonet advise`, on a PostgreSQL that counts statements, and on one that does not.

const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/growing.md');
const TICKETS = 20_000;
const VISITS = 110_000;
const OLD_ENTRIES = 120_000;

/** A request for a page of tickets, without anything. */
const PAGE: ListQuery = {
  filters: [],
  search: null,
  order: null,
  fields: null,
  expand: null,
  limit: null,
  cursor: null,
  count: true,
  screen: 'tickets',
};

let folder: string;
let server: Awaited<ReturnType<typeof startEphemeralPostgres>>;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-advise-'));
  await copyFile(FIXTURE, path.join(folder, 'spec.md'));
  // Nothing is vacuumed or analyzed before a case says so.
  server = await startEphemeralPostgres('advise', {
    shared_preload_libraries: 'pg_stat_statements',
    autovacuum: 'off',
  });
  url = await server.database('grown');
  await grow();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function planOfFixture() {
  const text = await readFile(FIXTURE, 'utf8');
  const { plan } = check({
    main: { path: 'spec.md', text },
    file: FIXTURE,
    readInclude: () => ({ kind: 'missing' }),
    pathOf: (part) => part,
  });
  if (plan === null) throw new Error('The fixture has errors.');
  return plan;
}

/** Serves the document on a database for as long as the work takes. */
async function serving(databaseUrl: string, work: (engine: Awaited<ReturnType<typeof createEngine>>) => Promise<void>) {
  const engine = await createEngine({ plan: await planOfFixture(), databaseUrl });
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

async function execute(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const pool = openPool(databaseUrl, { connections: 1 });
  for (const statement of statements) await pool.query(statement);
  // Other connections see at once what this one has counted.
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query('select 1');
  await pool.end();
}

/** A database with many tickets, of whose customers there are more than stated, and of whose rows many are dead. */
async function grow(): Promise<void> {
  await serving(url, async () => undefined);
  await execute(
    url,
    'create extension pg_stat_statements',
    `insert into product.customer (name) select 'Customer ' || n from generate_series(1, 600) n`,
    `insert into product.ticket (subject, customer, priority, minutes, due, status)
     select 'Ticket ' || n, c.ids[1 + n % 600], (array['low', 'high'])[1 + n % 2], n % 90, '2026-01-01', 'open'
     from generate_series(1, ${TICKETS}) n, (select array_agg(id) as ids from product.customer) c`,
    `insert into product.visit (id, day, medium, created_at)
     select gen_random_uuid(), '2026-01-01', 'call', now() - make_interval(days => n * 730 / ${VISITS}) from generate_series(1, ${VISITS}) n`,
    // One note in ten is left, in pages that were made for all.
    `insert into product.note (words) select repeat('word ', 80) from generate_series(1, 40000)`,
    `delete from product.note where id in (select id from (select id, row_number() over (order by id) as n from product.note) x where n % 10 <> 0)`,
    `insert into nonet.history (id, entity, record, at, action, clause, names) select gen_random_uuid(), 'Ticket', gen_random_uuid(),
       now() - make_interval(months => 13 + n % 24), 'update', '6.Ticket.update', names
     from generate_series(1, ${OLD_ENTRIES}) n, (select nonet.names() as names offset 0) x`,
    'vacuum analyze',
    `update product.ticket set minutes = minutes + 1 where minutes < 50`,
    // Whoever reads all of them: something beside the product, so that no case hangs on how a page is planned.
    ...Array.from(
      { length: 12 },
      (_, least) => `select sum(length(subject)) from product.ticket where minutes > ${least}`,
    ),
  );
  await serving(url, async (engine) => {
    const [user] = (
      await engine.pool.query<{ id: string }>(
        `insert into product."user" (email, name, roles) values ('ada@example.com', 'Ada', '{clerk}') returning id`,
      )
    ).rows;
    const ada = { userId: user?.id ?? null, roles: ['clerk'] };
    await engine.list(ada, 'Ticket', { ...PAGE, filters: [{ key: 'priority', value: 'high' }] });
    await engine.list(ada, 'Ticket', { ...PAGE, search: 'ticket 77', order: '-minutes' });
    await engine.dashboard(ada, 'overview', { tile: null, isSoon: false });
    const [ticket] = (await engine.list(ada, 'Ticket', { ...PAGE, limit: 1, count: false })).items;
    await engine.fire(ada, 'Ticket', ticket?.id ?? '', 'close', {}, { ifMatch: null });
    const exported = await engine.export(ada, 'Ticket', { ...PAGE, purpose: 'export' });
    while ((await exported.next()) !== null) continue;
    exported.end();
  });
}

const source = (file = 'spec.md') => readDocument(file, path.join(folder, file));
const textOf = async (databaseUrl: string, slow: number) => {
  const { report, nameFile } = await adviseProduct(databaseUrl, source(), slow);
  return `${adviceLines(report, nameFile).join('\n')}\n`;
};
const reportOf = async (databaseUrl: string, slow = 0) => (await adviseProduct(databaseUrl, source(), slow)).report;

const nonet = (databaseUrl: string, ...words: string[]) =>
  runNonet({ folder, environment: { DATABASE_URL: databaseUrl } }, ['advise', ...words]);

/** The line of the document that begins so, as `file:line`. */
async function lineOf(beginning: string): Promise<string> {
  const lines = (await readFile(FIXTURE, 'utf8')).split('\n');
  const place = lines.findIndex((line) => line.startsWith(beginning));
  expect([beginning, place >= 0]).toEqual([beginning, true]);
  return `spec.md:${place + 1}`;
}

describe('a grown product', () => {
  let report: AdviceReport;
  beforeAll(async () => {
    report = await reportOf(url);
  });

  test('slow clauses have the times of their statements, with the parts by which they were read', () => {
    expect(report.statements).toMatchObject({ state: 'read', hiddenRoles: 0 });
    const named = report.slow.map(({ clauses, parts }) => [clauses.map(({ clause }) => clause).join(), parts.join()]);
    for (const expected of [
      ['2.tickets', 'filters.priority'],
      ['2.tickets', 'count,filters.priority'],
      ['2.tickets', 'search,order.-minutes'],
      ['2.tickets', 'count,search'],
      ['2.tickets', 'export'],
      ['2.overview.tiles.minutes', ''],
      ['4.Ticket.status.close', ''],
    ])
      expect(named).toContainEqual(expected);
    const filtered = report.slow.find(({ parts }) => parts.join() === 'filters.priority');
    expect(filtered).toMatchObject({
      readBy: [
        { clause: '2.tickets.filters.priority', place: { file: 'spec.md', text: '| filters | priority, status |' } },
      ],
    });
    for (const { calls, meanMilliseconds, maximumMilliseconds, totalMilliseconds } of report.slow) {
      expect(calls).toBeGreaterThan(0);
      expect(maximumMilliseconds * calls).toBeGreaterThanOrEqual(totalMilliseconds * 0.999);
      expect(meanMilliseconds).toBeCloseTo(totalMilliseconds / calls);
    }
  });

  test('indexes that nothing uses are named with what they are made for, without those of references and keys', () => {
    expect(report.unusedIndexes.map(({ entity, columns, madeFor }) => [entity, columns, madeFor])).toContainEqual([
      'Ticket',
      ['due'],
      [
        expect.objectContaining({
          clause: '3.Ticket.due',
          place: expect.objectContaining({ text: '| due | date | indexed |' }),
        }),
      ],
    ]);
    const columns = report.unusedIndexes.map(({ columns: [first] }) => first);
    for (const needed of ['customer', 'status', 'id']) expect(columns).not.toContain(needed);
  });

  test('an entity that is read as a whole has the clauses that may do so', () => {
    expect(report.readWhole).toMatchObject([{ name: 'Ticket', records: expect.closeTo(TICKETS, -3) as number }]);
    const clauses = report.readWhole[0]?.mayReadAll.map(({ code, clause }) => `${code} ${clause.clause}`);
    expect(clauses).toEqual(['N384 2.tickets.filters.priority', 'N385 2.overview.tiles.minutes']);
  });

  test('dead rows, empty space and an old history are named by entities', () => {
    expect(report.deadRows).toMatchObject([{ entity: 'Ticket', isAutovacuumOff: true, heldBy: null }]);
    expect(report.deadRows[0]?.dead).toBeGreaterThan(TICKETS / 2);
    const note = report.space.find(({ entity, what }) => entity === 'Note' && what === 'records');
    expect(note).toBeDefined();
    expect(note?.bytes).toBeGreaterThan(5 * (note?.neededBytes ?? 0));
    // A table without holes is about as large as estimated.
    expect(report.space.filter(({ entity, what }) => entity === null && what === 'records')).toEqual([]);
    expect(report.history).toMatchObject({ entities: ['Ticket'] });
    expect(report.history?.oldEntries).toBeGreaterThan(OLD_ENTRIES * 0.95);
  });

  test('a size is to be stated where there are more records than stated, or many', () => {
    expect(report.sizes.map(({ name, stated, row }) => [name, stated, row])).toEqual([
      ['Customer', 500, '| size | about 3,000 |'],
      ['Visit', null, '| size | about 300,000 |'],
    ]);
    expect(report.sizes[1]?.yearly).toBeCloseTo(VISITS / 2, -4);
    expect(report.sizes.map(({ reported }) => reported.map(({ clause }) => clause.clause))).toEqual([
      [],
      ['2.visits.filters.medium'],
    ]);
  });

  test('its JSON keeps to the schema', async () => {
    const { status, stdout, stderr } = nonet(url, '--format', 'json', '--slow', '0');
    expect([status, stdout === '' ? stderr : '']).toEqual([0, '']);
    const printed = JSON.parse(stdout) as AdviceReport;
    expect(printed.sizes).toEqual(report.sizes);
    const schema = JSON.parse(
      await readFile(new URL('../../../../docs/schemas/advise.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    validate(printed);
    expect(validate.errors).toBeNull();
  });

  test('its text names clauses and their lines, and no table', async () => {
    const stdout = await textOf(url, 0);
    expect(stdout.split('\n')[0]).toBe('Version 1 is in use: Growing desk.');
    for (const title of [
      'Slow clauses since',
      'Indexes that nothing has used since',
      'Read as a whole since',
      'Rows that are dead',
      'Space that is mostly empty',
      'History',
      'To state',
    ])
      expect(stdout).toContain(`\n${title}`);
    expect(stdout).toMatch(/2\.tickets, filtered by priority: .* on average, .* at most, \w+/);
    expect(stdout).toContain(`${await lineOf('| filters |')} | filters | priority, status |`);
    expect(stdout).toContain(`${await lineOf('| due |')} | due | date | indexed |`);
    expect(stdout).not.toMatch(/product\.|_idx|_words/);
  });

  test('a document that was changed since then is reported, and one of another product is refused', async () => {
    const text = await readFile(FIXTURE, 'utf8');
    await writeFile(path.join(folder, 'later.md'), text.replace('Clerks answer', 'People answer'));
    await writeFile(path.join(folder, 'other.md'), text.replace('# Growing desk', '# Another desk'));
    const { report: changed, nameFile } = await adviseProduct(url, source('later.md'), 0);
    expect(changed).toMatchObject({ isDocumentInUse: false });
    expect(adviceLines(changed, nameFile)[1]).toContain('the document in use');
    await expect(adviseProduct(url, source('other.md'), 0)).rejects.toThrow('Growing desk');
  });
});

test('a role that only reads learns all but what other roles have asked, or what it lacks', async () => {
  await execute(
    url,
    `create role auditor login password 'auditor'`,
    `create role stranger login password 'stranger'`,
    'grant usage on schema product, nonet to auditor',
    'grant select on all tables in schema product, nonet to auditor',
  );
  const as = (role: string) => Object.assign(new URL(url), { username: role, password: role }).href;
  const report = await reportOf(as('auditor'));
  expect(report).toMatchObject({ statements: { state: 'not allowed' }, slow: [] });
  expect(report.sizes.map(({ name }) => name)).toEqual(['Customer', 'Visit']);
  expect(report.space.map(({ entity }) => entity)).toContain('Note');
  expect(await textOf(as('auditor'), 0)).toContain('grant pg_read_all_stats');
  expect(nonet(as('stranger'))).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('`usage`') });
});

test('a product for which nothing is to be advised says so', { tags: ['thorough'] }, async () => {
  const small = await server.database('small');
  await execute(small, 'create extension pg_stat_statements');
  await serving(small, async () => undefined);
  const { status, stdout } = nonet(small, '--slow', '10000');
  expect([status, stdout]).toEqual([0, 'Version 1 is in use: Growing desk.\nNothing is advised.\n']);
});

test('where statements are not counted, it says how they are', { tags: ['thorough'] }, async () => {
  const without = await server.database('without');
  await serving(without, async () => undefined);
  expect(await textOf(without, 100)).toMatch(
    /^.*\n.*`create extension pg_stat_statements;`.*\nNothing is advised\.\n$/,
  );
  const { url: plain, drop } = await createTestDatabase({ isEmpty: true });
  try {
    await expect(reportOf(plain)).rejects.toThrow('`nonet serve`');
    await serving(plain, async () => undefined);
    // A PostgreSQL of one's own may load it for all of its databases.
    expect(['not loaded', 'not created', 'read']).toContain((await reportOf(plain)).statements.state);
  } finally {
    await drop();
  }
});

test('--slow takes a number of milliseconds', { tags: ['thorough'] }, () => {
  expect(nonet(url, '--slow', 'fast').status).toBe(2);
});
