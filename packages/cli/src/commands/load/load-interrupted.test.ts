import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, openPool, type Pool } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { type CutPoint, startStatementProxy } from '@nonet/testing/statement-proxy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf, NONET } from '../../fixtures/nonet-command.ts';

// A load is ended in the middle, by a kill of its process or of its connections, and goes on.

const DOCUMENT = `# Specification: Readings

## 3. Entities and their fields

### Reading

| field | type | rules |
| --- | --- | --- |
| code | text | unique, 1..20 |
| value | integer | 0..9 |
| number | number R-{00000} | |

| setting | is |
| --- | --- |
| history | kept |
| delete | never |
`;

/** Three batches; the last row of each repeats the code of the first one, and one in between is too large. */
const ROWS = Array.from({ length: 5_000 }, (_, place) => {
  const code = place > 0 && place % 2_000 === 1_999 ? 'C0' : `C${place}`;
  return `${code},${place % 1_500 === 700 ? 12 : place % 10}`;
});

let folder: string;
let unbroken: Loaded;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-load-'));
  await writeFile(path.join(folder, 'spec.md'), DOCUMENT);
  await writeFile(path.join(folder, 'readings.csv'), `code,value\n${ROWS.join('\n')}\n`);
  unbroken = await inNewDatabase(async ({ url }, pool) => {
    expect(await load(url)).toMatchObject({ code: 1 });
    return loaded(pool);
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function inNewDatabase<Result>(work: (database: TestDatabase, pool: Pool) => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 1 });
  try {
    const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => ({ kind: 'missing' }));
    if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
    await (await createEngine({ plan, databaseUrl: database.url, change: 'newer' })).close();
    return await work(database, pool);
  } finally {
    await pool.end();
    await database.drop();
  }
}

function start(url: string, more: readonly string[]) {
  const words = ['load', 'Reading', 'readings.csv', '--document', 'spec.md', '--report', 'refused.csv', ...more];
  const child = spawn(process.execPath, [NONET, ...words], {
    cwd: folder,
    env: environmentOf({ DATABASE_URL: url }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said: said.trim() }));
  return { child, ended };
}

const load = (url: string, more: readonly string[] = ['--skip-refused']) => start(url, more).ended;

interface Loaded {
  readonly records: readonly unknown[];
  readonly history: readonly unknown[];
  readonly report: string;
  /** The rows that are kept for a report, which are none once it is written. */
  readonly kept: number;
}

async function loaded(pool: Pool): Promise<Loaded> {
  const { rows: records } = await pool.query('select code, value, number from product.reading order by number');
  const { rows: history } = await pool.query(
    `select action, after ->> 'number' as number from nonet.history order by after ->> 'number'`,
  );
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from nonet.load_refusal');
  const report = await readFile(path.join(folder, 'refused.csv'), 'utf8');
  return { records, history, report, kept: rows[0]?.n ?? -1 };
}

test('a load leaves out the rows that are refused, and reports each of them', () => {
  const report = unbroken.report.trim().split('\r\n');
  expect(report[0]).toBe('file,line,field,code,message,clause');
  expect(report.slice(1).map((line) => line.split(',').slice(0, 4).join(' '))).toEqual([
    'readings.csv 702 value OUT_OF_RANGE',
    'readings.csv 2001 code NOT_UNIQUE',
    'readings.csv 2202 value OUT_OF_RANGE',
    'readings.csv 3702 value OUT_OF_RANGE',
    'readings.csv 4001 code NOT_UNIQUE',
  ]);
  const numbers = Array.from({ length: 4_995 }, (_, place) => `R-${String(place + 1).padStart(5, '0')}`);
  expect(unbroken.records.map((record) => (record as { number: string }).number)).toEqual(numbers);
  expect([unbroken.history.length, unbroken.kept]).toEqual([4_995, 0]);
});

const isCommit = (statement: string) => statement === 'commit';

/** Each case starts two processes. */
const THOROUGH = { tags: ['thorough'] };

const CASES: readonly [what: string, cut: Exclude<CutPoint, 'pass'>, place: number, kills: boolean, before: number][] =
  [
    ['killed before its second batch is in', 'cut before', 2, true, 2_000],
    ['killed once its second batch is in', 'cut after', 2, true, 4_000],
    ['cut off from the database before its first batch is in', 'cut before', 1, false, 0],
    ['killed once its last batch is in, before its report is complete', 'cut after', 3, true, 5_000],
  ];

test.each(CASES.slice(0, 1))('a load that is %s ends as one that was not', (_what, ...how) => endsAsUnbroken(...how));
test.each(CASES.slice(1))('a load that is %s ends as one that was not', THOROUGH, (_what, ...how) =>
  endsAsUnbroken(...how),
);

/** A load that is broken off at the commit of a batch, and then called again, ends as one that was not broken off. */
async function endsAsUnbroken(cut: Exclude<CutPoint, 'pass'>, place: number, kills: boolean, before: number) {
  await inNewDatabase(async ({ url }, pool) => {
    let commits = 0;
    const proxy = await startStatementProxy(url, (statement) => {
      if (isCommit(statement)) commits += 1;
      if (commits !== place || !isCommit(statement)) return 'pass';
      if (kills) child.kill('SIGKILL');
      return cut;
    });
    const { child, ended } = start(proxy.url, ['--skip-refused']);
    const broken = await ended;
    await proxy.close();
    expect(broken.code).toBe(kills ? null : 1);
    if (!kills) expect(broken.said).toContain('The database went away');
    // A statement that was sent is carried out although its sender is gone.
    await expect
      .poll(async () => (await pool.query<{ rows: number }>('select rows::int from nonet.load')).rows[0]?.rows)
      .toBe(before);

    const second = await load(url);
    if (before > 0 && before < ROWS.length)
      expect(second.said).toContain(`The first ${before.toLocaleString('en')} rows of readings.csv are in already`);
    expect(second.code).toBe(1);
    expect(second.said).toContain("5 of 5,000 rows can't be loaded:");
    expect(await loaded(pool)).toEqual(unbroken);
  });
}
