import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Actor, createEngine, openPool, type Pool, type RunningEngine, seed } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { type CutPoint, startStatementProxy } from '@nonet/testing/statement-proxy';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { environmentOf, NONET, runNonet } from '../fixtures/nonet-command.ts';
import { CHANGED_PARTS, FORMER_PARTS, planOfText } from '../fixtures/parts-that-change.ts';

// `nonet apply` is ended in the middle of a change, while processes of both versions are in use.

const PLANS = { former: planOfText(FORMER_PARTS), now: planOfText(CHANGED_PARTS) };
const ANYBODY: Actor = { userId: null, roles: [] };
const ANY_VERSION = { ifMatch: '*' };
/** Filled in several batches: the first takes 200. */
const RECORDS = 450;
const LIST = {
  filters: [],
  search: null,
  order: 'name',
  fields: null,
  expand: null,
  limit: 5,
  cursor: null,
  count: true,
  screen: null,
};

/** Each call starts a process, which takes a second. */
const THOROUGH = { tags: ['thorough'] };

interface Filled {
  readonly url: string;
  readonly pool: Pool;
  /** A process that serves the former version. */
  readonly former: RunningEngine;
  close(): Promise<void>;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-interrupted-'));
  await writeFile(path.join(folder, 'old.md'), FORMER_PARTS);
  await writeFile(path.join(folder, 'new.md'), CHANGED_PARTS);
});
afterEach(() => rm(folder, { recursive: true }));

async function filled(): Promise<Filled> {
  const { url, drop } = await createTestDatabase();
  const former = await createEngine({ plan: PLANS.former, databaseUrl: url, change: 'newer' });
  await seed(former, { demo: false });
  const pool = openPool(url, { connections: 3 });
  await pool.query(
    `insert into product.part (id, name, code, weight, colour, remark, stage)
     select nonet.uuid(), 'part ' || n, 'c' || n, n, case when n % 2 = 0 then 'red' else 'green' end, 'old', 'open'
     from generate_series(1, ${RECORDS}) n`,
  );
  const close = async () => {
    await former.close();
    await pool.end();
    await drop();
  };
  return { url, pool, former, close };
}

/** A process of the command; `ended`: how, with what it said. */
function start(url: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, [NONET, ...words], {
    cwd: folder,
    env: environmentOf({ DATABASE_URL: url }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said: said.trim() }));
  return { child, ended };
}

const apply = (url: string) => start(url, 'apply', 'new.md').ended;

/** Runs `nonet apply` through a proxy that ends it when `at` matches the statements that it has sent. */
async function interrupt(
  url: string,
  at: (statements: readonly string[]) => boolean,
  { how, kills }: { readonly how: Exclude<CutPoint, 'pass'>; readonly kills: boolean },
) {
  const statements: string[] = [];
  let isCut = false;
  const proxy = await startStatementProxy(url, (statement) => {
    statements.push(statement.trim());
    if (isCut || !at(statements)) return 'pass';
    isCut = true;
    if (kills) child.kill('SIGKILL');
    return how;
  });
  const { child, ended } = start(proxy.url, 'apply', 'new.md');
  const result = await ended;
  await proxy.close();
  return { ...result, isCut };
}

const rows = async (pool: Pool, text: string) => (await pool.query<Record<string, unknown>>(text)).rows;

/** The state of the storage; records are compared by their values. */
async function storage(pool: Pool) {
  return {
    columns: await rows(
      pool,
      `select c.relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
       from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace = 'product'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped order by 1, 2`,
    ),
    indexes: await rows(pool, `select indexdef from pg_indexes where schemaname = 'product' order by 1`),
    constraints: await rows(
      pool,
      `select conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace = 'product'::regnamespace and contype = 'f' order by 1`,
    ),
    triggers: await rows(
      pool,
      `select c.relname, tgname from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace in ('product'::regnamespace, 'nonet'::regnamespace) order by 1, 2`,
    ),
    left: await rows(pool, 'select from nonet.change union all select from nonet.touched'),
    versions: await rows(pool, 'select number, steps <> $$ {} $$ as has_steps, effects from nonet.version order by 1'),
    makers: await rows(pool, 'select name from product.maker'),
    parts: await rows(
      pool,
      `select name, mark, weight, colour, rank, maker, stage, _former_weight, _former_colour, _former_stage, _former_remark from product.part order by name`,
    ),
  };
}

/** Both versions read and write one record, each with the fields that it knows. */
async function useBoth({ url, former }: Filled): Promise<void> {
  const now = await createEngine({ plan: PLANS.now, databaseUrl: url, change: 'none' });
  try {
    const { record } = await now.create(ANYBODY, 'Part', { name: 'new', mark: 'N', weight: '0.5' }, ANY_VERSION);
    await former.update(ANYBODY, 'Part', record.id, { weight: 700, colour: 'green' }, ANY_VERSION);
    const read = await now.read(ANYBODY, 'Part', record.id, { fields: null, expand: null });
    expect(read.record).toMatchObject({ mark: 'N', weight: '0.700', colour: 'green', stage: 'begun' });
    await now.delete(ANYBODY, 'Part', record.id, ANY_VERSION);
  } finally {
    await now.close();
  }
}

let undisturbed: Awaited<ReturnType<typeof storage>>;
beforeAll(async () => {
  const database = await filled();
  await database.former.update(ANYBODY, 'Part', await idOf(database.pool, 'part 7'), { weight: 7000 / 2 }, ANY_VERSION);
  const now = await createEngine({ plan: PLANS.now, databaseUrl: database.url, change: 'newer', besideFormer: true });
  await seed(now, { demo: false });
  await now.close();
  undisturbed = await storage(database.pool);
  await database.close();
});

async function idOf(pool: Pool, name: string): Promise<string> {
  const { rows: found } = await pool.query<{ id: string }>('select id from product.part where name = $1', [name]);
  return found[0]?.id ?? '';
}

const sends = (pattern: RegExp, nth: number) => (statements: readonly string[]) =>
  pattern.test(statements.at(-1) ?? '') && statements.filter((each) => pattern.test(each)).length === nth;
const commits =
  (behind: RegExp, nth = 1) =>
  (statements: readonly string[]) =>
    (statements.at(-1) ?? '').startsWith('commit') &&
    statements.filter((each) => behind.test(each)).length === nth &&
    statements.slice(statements.findLastIndex((each) => each.startsWith('begin'))).some((each) => behind.test(each));
const FILLS = /^update product\."part" t set "_next_/;

test.each<[step: string, at: (statements: readonly string[]) => boolean, how: Exclude<CutPoint, 'pass'>]>([
  ['it begins', sends(/^insert into nonet\.change/, 1), 'cut before'],
  ['it has begun', sends(/^insert into nonet\.change/, 1), 'cut after'],
  ['it notes what is written', commits(/_next_insert/), 'cut before'],
  ['columns are added', commits(/add column "_next_/), 'cut before'],
  ['the first batch is filled', sends(FILLS, 1), 'cut after'],
  ['the first batch is done, before its answer', commits(FILLS, 1), 'cut after'],
  ['the second batch is filled', commits(FILLS, 2), 'cut before'],
  ['the first index is built', sends(/^create index concurrently/, 1), 'cut after'],
  ['the last index is built', sends(/^create index concurrently "_next_part_mark_words"/, 1), 'cut before'],
  ['what was written meanwhile is filled', sends(/delete from nonet\.touched where/, 1), 'cut after'],
  ['the tables are locked', sends(/^lock table .* in access exclusive mode/, 2), 'cut after'],
  ['the new takes the place of the old', sends(/create schema "former_/, 1), 'cut after'],
  ['the version is noted', commits(/^insert into nonet\.version/), 'cut before'],
  ['the version is noted, before its answer', commits(/^insert into nonet\.version/), 'cut after'],
  ['references are made', commits(/add constraint "maker_created_by_fkey"/), 'cut before'],
  ['references are validated', sends(/validate constraint "part_maker_fkey"/, 1), 'cut after'],
  ['its records are put in', commits(/^update nonet\.version set effects/), 'cut before'],
])('killed where %s, it continues, and both versions answer', THOROUGH, async (_step, at, how) => {
  const database = await filled();
  try {
    const { pool, former } = database;
    const before = await former.list(ANYBODY, 'Part', LIST);
    const { isCut } = await interrupt(database.url, at, { how, kills: true });
    expect(isCut).toBe(true);

    expect(await former.isCurrent()).toBe(true);
    expect((await former.list(ANYBODY, 'Part', LIST)).items).toEqual(before.items);
    await former.update(ANYBODY, 'Part', await idOf(pool, 'part 7'), { weight: 7000 / 2 }, ANY_VERSION);

    expect(await apply(database.url)).toMatchObject({ code: 0 });
    expect(await storage(pool)).toEqual(undisturbed);
    expect(await former.isCurrent()).toBe(true);
    await useBoth(database);
  } finally {
    await database.close();
  }
});

test.each<[when: string, at: (statements: readonly string[]) => boolean]>([
  ['before anything is done', sends(/^create schema if not exists nonet/, 1)],
  ['while a batch is filled', sends(FILLS, 2)],
  ['while an index is built', sends(/^create index concurrently/, 2)],
  ['while the new takes the place of the old', sends(/create schema "former_/, 1)],
])(
  'a database that is lost %s is reported in one line, and the change continues afterwards',
  THOROUGH,
  async (_when, at) => {
    const database = await filled();
    try {
      const { code, said, isCut } = await interrupt(database.url, at, { how: 'cut before', kills: false });
      expect({ code, isCut }).toEqual({ code: 1, isCut: true });
      expect(said.replace(/^Putting .*\n/, '')).toMatch(
        /^nonet: The connection to the database was lost while .*: do the same again, and it goes on from there\.$/,
      );
      expect(await database.former.isCurrent()).toBe(true);
      expect(await apply(database.url)).toMatchObject({ code: 0 });
      await useBoth(database);
    } finally {
      await database.close();
    }
  },
);

test('two at once: one carries it out, the other one finds it in use', THOROUGH, async () => {
  const database = await filled();
  try {
    const ended = await Promise.all([apply(database.url), apply(database.url)]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const said = ended.map((each) => each.said.replace(/^Putting .*\n/, ''));
    expect(said.filter((each) => each.startsWith('Version 2 of the document:\n'))).toHaveLength(1);
    // The other one may come before the first has done what follows from the change, and then does it.
    const AFTERWARDS =
      /^(?:The document is in use already\.$|Version 2 of the document: the storage stays as it was\.\n)/;
    expect(said.filter((each) => AFTERWARDS.test(each))).toHaveLength(1);
    expect((await storage(database.pool)).versions).toHaveLength(2);
    await useBoth(database);
  } finally {
    await database.close();
  }
});

test(
  'a plan of another database, of another document, and of what has changed since is refused',
  THOROUGH,
  async () => {
    const [one, other] = [await filled(), await filled()];
    try {
      const plan = runNonet({ folder, environment: { DATABASE_URL: one.url } }, ['plan', 'new.md', '--format', 'json']);
      await writeFile(path.join(folder, 'plan.json'), plan.stdout);
      await writeFile(path.join(folder, 'later.md'), CHANGED_PARTS.replace('default 3', 'default 4'));
      const withPlan = (url: string, file: string) => start(url, 'apply', file, '--plan', 'plan.json').ended;
      const again = 'Make the plan anew: `nonet plan`. Nothing was changed.';
      expect(await withPlan(other.url, 'new.md')).toEqual({
        code: 1,
        said: `nonet: The plan was made for another database than this one. ${again}`,
      });
      expect(await withPlan(one.url, 'later.md')).toEqual({
        code: 1,
        said: `nonet: The plan was made for another document than this one. ${again}`,
      });
      expect(await apply(one.url)).toMatchObject({ code: 0 });
      expect(await withPlan(one.url, 'new.md')).toEqual({
        code: 1,
        said: `nonet: The plan was made from version 1 of the document, and the database has version 2 in use. ${again}`,
      });
    } finally {
      await one.close();
      await other.close();
    }
  },
);
