import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, openPool, type Pool, seed } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNonet } from '../fixtures/nonet-command.ts';
import { CHANGED_PARTS, FORMER_PARTS, planOfText } from '../fixtures/parts-that-change.ts';
import type { RehearsalReport } from '../rehearsal-report.ts';

/** Each call starts a PostgreSQL of its own. */
const THOROUGH = { tags: ['thorough'] };

let folder: string;
let url: string;
let pool: Pool;
let environment: Record<string, string>;
let drop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-rehearse-'));
  const database = await createTestDatabase();
  ({ url, drop } = database);
  const former = await createEngine({ plan: planOfText(FORMER_PARTS), databaseUrl: database.url, change: 'newer' });
  await seed(former, { demo: false });
  await former.close();
  pool = openPool(database.url, { connections: 1 });
  await pool.query(
    `insert into product.part (id, name, code, weight, colour, remark, stage)
     select nonet.uuid(), 'part ' || n, 'c' || n, n, 'red', case when n > 2 then 'old' end, 'open' from generate_series(1, 30) n`,
  );
  // Copies are to be made here, so that what is left of them is seen.
  environment = { DATABASE_URL: database.url, TMPDIR: folder };
});
afterAll(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true });
});

async function nonet(text: string, ...words: string[]) {
  await writeFile(path.join(folder, 'new.md'), text);
  return runNonet({ folder, environment }, ['rehearse', 'new.md', ...words]);
}

/** Everything that the database holds: its tables, and each row with the transaction that has written it. */
async function everything(): Promise<unknown> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const held: unknown[] = [];
  for (const { name } of tables)
    held.push([name, (await pool.query(`select t.xmin::text, t::text as row from ${name} t order by 2`)).rows]);
  return held;
}

test('a change is carried out on a copy, and back, and nothing of the data in use changes', THOROUGH, async () => {
  const before = await everything();
  const { status, stdout } = await nonet(CHANGED_PARTS, '--format', 'json');
  const { copied, plan, applied, tests } = JSON.parse(stdout) as RehearsalReport;
  expect(status).toBe(0);
  expect(copied).toMatchObject({ number: 1, records: 30 });
  expect(applied?.steps.map(({ kind }) => kind)).toEqual([
    'judge',
    'note',
    'add',
    'fill',
    'index',
    'key',
    'switch',
    'after',
  ]);
  expect(applied?.values.map(({ of, records, isGone, isStated }) => [of, records, isGone, isStated])).toEqual([
    ['Part.weight', 30, false, true],
    ['Part.colour', 30, false, true],
    ['Part.remark', 28, true, true],
    ['Part.stage', 30, false, true],
  ]);
  expect(plan.wayBack).toMatchObject({
    staysGone: [],
    untilFinished: ['Part.remark is gone: 28 records lose their value'],
  });
  expect(applied?.back).toMatchObject({ refused: null, values: [] });
  expect(tests).toMatchObject({ failed: 0, broken: [] });
  expect(tests?.cases).toBeGreaterThan(0);
  expect(await everything()).toEqual(before);
  expect((await readdir(folder)).filter((name) => name.startsWith('nonet-rehearsal-'))).toEqual([]);
});

test('data without a place, and people who may read less, are reported', THOROUGH, async () => {
  const refused = await nonet(FORMER_PARTS.replace('remark | text | optional', 'remark | text |'), '--rows');
  expect(refused.status).toBe(1);
  const { rows } = await pool.query<{ id: string }>('select id from product.part where remark is null order by id');
  expect(refused.stdout).toContain(`They are ${rows.map(({ id }) => id).join(', ')}.`);

  const hidden = FORMER_PARTS.replace(
    '| read, create, update, delete, history | yes |',
    '| read | `weight > 10` |\n| create, update, delete, history | yes |',
  );
  const { status, stdout } = await nonet(hidden, '--no-tests');
  expect(status).toBe(0);
  expect(stdout).toContain('Part: 1 person fewer; who is not signed in 20 instead of 30');
  expect(stdout).toContain('every value was as before');
  expect(stdout).not.toContain('Derived tests');
});

test(
  'records that only the document in use states don’t keep the derived tests from their product',
  THOROUGH,
  async () => {
    const stating = (weight: number, limit: number) =>
      FORMER_PARTS.replace('0..5000', `0..${limit}`).replace(
        '| history | kept |',
        `$&\n\n#### Records\n\n| name | weight | stage |\n| --- | --- | --- |\n| anvil | ${weight} | open |`,
      );
    const stated = await createEngine({ plan: planOfText(stating(4000, 5000)), databaseUrl: url, change: 'newer' });
    await seed(stated, { demo: false });
    await stated.close();
    await pool.query("update product.part set weight = 41 where name = 'anvil'");
    const { status, stdout } = await nonet(stating(40, 100), '--format', 'json');
    const { tests } = JSON.parse(stdout) as RehearsalReport;
    expect(tests).toMatchObject({ failed: 0, failures: [], broken: [] });
    expect(tests?.cases).toBeGreaterThan(0);
    expect(status).toBe(0);
  },
);
