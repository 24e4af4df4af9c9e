import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, openPool, type Pool, seed } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runNonet } from '../fixtures/nonet-command.ts';
import { FORMER_PARTS, planOfText } from '../fixtures/parts-that-change.ts';

/** Each call starts a process, which takes a second. */
const THOROUGH = { tags: ['thorough'] };

let folder: string;
let pool: Pool;
let environment: Record<string, string>;
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-correct-'));
  const database = await createTestDatabase();
  drop = database.drop;
  const engine = await createEngine({ plan: planOfText(FORMER_PARTS), databaseUrl: database.url, change: 'newer' });
  await seed(engine, { demo: false });
  await engine.close();
  pool = openPool(database.url, { connections: 1 });
  await pool.query(
    `insert into product.part (id, name, weight, colour, remark, stage)
     values (nonet.uuid(), 'a', 1, 'red', null, 'open'), (nonet.uuid(), 'b', 2, 'red', 'far "too", long', 'open'), (nonet.uuid(), 'c', 3, 'red', 'ok', 'open')`,
  );
  environment = { DATABASE_URL: database.url };
  const limited = FORMER_PARTS.replace('remark | text | optional', 'remark | text | ..8');
  await writeFile(path.join(folder, 'new.md'), limited);
});
afterEach(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true });
});

const nonet = (...words: string[]) => runNonet({ folder, environment }, words);

const csv = () => readFile(path.join(folder, 'records.csv'), 'utf8');
/** Fills in `new_value` of the rows of `records.csv`, in their order. */
async function fillIn(...values: readonly string[]): Promise<void> {
  const [header, ...rows] = (await csv()).trimEnd().split('\r\n');
  const filled = rows.map((row, place) => `${row}${values[place]}`);
  await writeFile(path.join(folder, 'records.csv'), [header, ...filled].join('\n'));
}
const remarks = async () =>
  (await pool.query<{ remark: string | null }>('select remark from product.part order by name')).rows.map(
    ({ remark }) => remark,
  );

test('records without a place go out as CSV, come in with their values, and have one then', THOROUGH, async () => {
  const listed = nonet('correct', 'new.md');
  expect(listed.status).toBe(4);
  expect(listed.stdout).toMatch(
    /^`Part\.remark` is required now: one record lacks it\.\n {2}[0-9a-f-]{36} has no remark\n/,
  );
  expect(listed.stdout).toContain('has remark "far \\"too\\", long"');
  expect(nonet('plan', 'new.md').stdout).toContain('or the records: `nonet correct` lists them');
  expect(nonet('apply', 'new.md').stderr).toContain('Or change the records: `nonet correct` lists them');

  expect(nonet('correct', 'new.md', '--output', 'records.csv')).toMatchObject({
    status: 4,
    stdout: '2 values to correct are in records.csv: fill in `new_value`, and `--from records.csv` takes them.\n',
  });
  expect(await csv()).toContain('"far ""too"", long",');

  await fillIn('good', 'fine');
  expect(nonet('correct', 'new.md', '--from', 'records.csv').stdout).toBe(
    '2 records corrected, 0 rows without a new value.\n',
  );
  expect(new Set(await remarks())).toEqual(new Set(['fine', 'good', 'ok']));
  const { rows } = await pool.query(
    'select e.action, e.clause from nonet.history h cross join lateral nonet.by_new_names(h) e',
  );
  expect(rows).toEqual([
    { action: 'update', clause: '6.Part.update' },
    { action: 'update', clause: '6.Part.update' },
  ]);
  expect(nonet('correct', 'new.md')).toMatchObject({
    status: 0,
    stdout: 'Every record has a place in this document.\n',
  });
  expect(nonet('apply', 'new.md').status).toBe(0);
});

test('the fields to correct for a `from` are those that it reads', THOROUGH, async () => {
  const shortened = FORMER_PARTS.replace('remark | text | optional', 'note | text | optional, ..5, from remark');
  await writeFile(path.join(folder, 'new.md'), shortened);
  const { stdout } = nonet('correct', 'new.md');
  expect(stdout).toContain('has remark "far \\"too\\", long"');
  nonet('correct', 'new.md', '--output', 'records.csv');
  await fillIn("'=a'b");
  expect(nonet('correct', 'new.md', '--from', 'records.csv').status).toBe(0);
  expect(await remarks()).toEqual([null, "=a'b", 'ok']);
  expect(nonet('apply', 'new.md').status).toBe(0);
});

test('records that no value helps are left to the document', THOROUGH, async () => {
  await writeFile(
    path.join(folder, 'new.md'),
    FORMER_PARTS.replace('| remark | text | optional |', '$&\n| place | text | |'),
  );
  const { status, stdout } = nonet('correct', 'new.md', '--output', 'records.csv');
  expect(status).toBe(4);
  expect(stdout).toMatch(
    /^`Part\.place` is new, required and has no default: 3 records would lack it\. No other value helps: .*\nNo record can be corrected; records\.csv names none\.\n$/,
  );
  expect(nonet('plan', 'new.md').stdout).not.toContain('nonet correct');
});

test(
  'a value that the document in use does not take is named by its line, and nothing is written',
  THOROUGH,
  async () => {
    const other = FORMER_PARTS.replace('0..5000', '2..5000');
    await writeFile(path.join(folder, 'new.md'), other);
    nonet('correct', 'new.md', '--output', 'records.csv');
    await fillIn('6000');
    const refused = nonet('correct', 'new.md', '--from', 'records.csv');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^nonet: 1 row of 1 can't be taken; nothing was written\.\n {2}records\.csv:2: Weight must be at most 5000\. \(3\.Part\.weight\)/m,
    );
    await writeFile(path.join(folder, 'records.csv'), 'entity,id,field\nPart,x,weight\n');
    expect(nonet('correct', 'new.md', '--from', 'records.csv').stderr).toContain('lacks the column new_value');
  },
);
