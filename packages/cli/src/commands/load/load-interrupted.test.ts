import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
    await load(url);
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

/** Each case starts two processes. */
const THOROUGH = { tags: ['thorough'] };

interface Case {
  readonly what: string;
  readonly cut: Exclude<CutPoint, 'pass'>;
  /** The batch at whose commit the load is broken off. */
  readonly batch: number;
  readonly kills: boolean;
  /** The rows that are in then. */
  readonly rows: number;
  /** The words with which both calls say what has happened. */
  readonly says: readonly [RegExp, RegExp];
}

const goesOn = (rows: string): RegExp =>
  new RegExp(`The first ${rows} rows of readings\\.csv are in already; this goes on behind them\\.`);

const CASES: readonly Case[] = [
  {
    what: 'killed before its second batch is in',
    cut: 'cut before',
    batch: 2,
    kills: true,
    rows: 2_000,
    says: [/^/, goesOn('2,000')],
  },
  {
    what: 'killed once its second batch is in',
    cut: 'cut after',
    batch: 2,
    kills: true,
    rows: 4_000,
    says: [/^/, goesOn('4,000')],
  },
  {
    what: 'cut off from the database before its first batch is in',
    cut: 'cut before',
    batch: 1,
    kills: false,
    rows: 0,
    says: [
      /The database went away: .*\nNone of the 5,000 rows of readings\.csv is in\./,
      /\b4,995 rows of readings\.csv are loaded\. 5 of 5,000 rows can't be loaded:/,
    ],
  },
  {
    what: 'killed once its last batch is in, before its report is complete',
    cut: 'cut after',
    batch: 3,
    kills: true,
    rows: 5_000,
    says: [/^/, /4,995 rows of readings\.csv are loaded, of which 4,995 before\. 5 of 5,000 rows can't be loaded:/],
  },
];

/** A load that was broken off, and then called again. */
interface Ended {
  readonly before: number;
  readonly codes: readonly (number | null)[];
  readonly said: readonly string[];
  readonly after: Loaded;
}

const asUnbroken = ({ rows, kills, says: [first, second] }: Case): unknown => ({
  before: rows,
  codes: [kills ? null : 1, 1],
  said: [expect.stringMatching(first), expect.stringMatching(second)],
  after: unbroken,
});

/** Breaks a load off at the commit of a batch, and calls it again. */
async function brokenOff({ cut, batch, kills, rows }: Case): Promise<Ended> {
  return inNewDatabase(async ({ url }, pool) => {
    let commits = 0;
    const proxy = await startStatementProxy(url, (statement) => {
      if (statement !== 'commit') return 'pass';
      commits += 1;
      if (commits !== batch) return 'pass';
      if (kills) child.kill('SIGKILL');
      return cut;
    });
    const { child, ended } = start(proxy.url, ['--skip-refused']);
    const first = await ended;
    await proxy.close();
    const before = await rowsThatAreIn(pool, rows);
    const second = await load(url);
    const codes = [first.code, second.code];
    return { before, codes, said: [first.said, second.said], after: await loaded(pool) };
  });
}

/** The rows that are in once the database has carried out what it was sent, although its sender is gone. */
async function rowsThatAreIn(pool: Pool, expected: number): Promise<number> {
  for (let time = 0; ; time += 1) {
    const { rows } = await pool.query<{ rows: number }>('select rows::int from nonet.load');
    const found = rows[0]?.rows ?? -1;
    if (found === expected || time === 100) return found;
    await delay(50);
  }
}

test.each(CASES.slice(0, 1))('a load that is $what ends as one that was not', async (each) => {
  expect(await brokenOff(each)).toEqual(asUnbroken(each));
});
test.each(CASES.slice(1))('a load that is $what ends as one that was not', THOROUGH, async (each) => {
  expect(await brokenOff(each)).toEqual(asUnbroken(each));
});
