import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { columnNames, createEngine, type RunningEngine } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanCsv } from './csv-file.ts';
import type { FileLoad } from './file-load.ts';
import { loadInBatches } from './load-in-batches.ts';
import { loadFileWhole } from './load-whole.ts';

const DOCUMENT = `# Specification: Readings

## 3. Entities and their fields

### Reading

| field | type | rules |
| --- | --- | --- |
| value | integer | 0..9 |
`;

let database: TestDatabase;
let engine: RunningEngine;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'load-'));
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  engine = await createEngine({ plan, databaseUrl: database.url });
});
afterAll(async () => {
  await engine?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const said: string[] = [];

/** Loads a file of these values, and answers how many rows were in before, or why it stopped. */
async function load(values: readonly number[], how: Partial<FileLoad> & { isWhole?: boolean } = {}) {
  const file = path.join(folder, 'readings.csv');
  await writeFile(file, `value\n${values.join('\n')}\n`);
  const csv = await scanCsv(file);
  said.length = 0;
  const options = { dryRun: false, again: false, skipsRefused: false, report: null, ...how };
  return (how.isWhole === true ? loadFileWhole : loadInBatches)(engine, {
    entity: 'Reading',
    file,
    csv,
    confirmed: new Set(),
    say: (line) => said.push(line),
    ...options,
  })
    .then(({ before }) => before)
    .catch((error: Error) => error.message.replaceAll(`${folder}/`, ''));
}

const stored = async () =>
  (await engine.pool.query<{ n: number }>('select count(*)::int as n from product.reading')).rows[0]?.n;

test.each([
  [['Value'], ['value']],
  // A name comes before a label, and a label that is there twice says nothing.
  [
    ['Value', 'value'],
    ['Value', 'value'],
  ],
  [
    ['value', 'Other'],
    ['value', 'Other'],
  ],
])('columns %j are about the fields %j', (header, names) => {
  expect(columnNames(engine.index, 'Reading', header)).toEqual(names);
});

test('a file whose columns have labels is loaded', async () => {
  const file = path.join(folder, 'labels.csv');
  await writeFile(file, 'Value\n7\n');
  const csv = await scanCsv(file);
  const header = columnNames(engine.index, 'Reading', csv.header);
  const how = { dryRun: false, again: false, skipsRefused: false, report: null, confirmed: new Set<string>() };
  const load = { entity: 'Reading', file, csv: { ...csv, header }, say: () => undefined, ...how };
  expect(await loadFileWhole(engine, load)).toEqual({ rows: 1, before: 0 });
  expect((await engine.pool.query('select value from product.reading')).rows).toEqual([{ value: 7 }]);
  await engine.pool.query('truncate product.reading; truncate nonet.load cascade');
});

test('a file that stops goes on where it stopped, once its rows are corrected', async () => {
  const values = Array.from({ length: 4_500 }, (_, place) => place % 10);
  const wrong = values.with(4_100, 12).with(4_400, -1);
  expect(await load(wrong, { dryRun: true })).toMatch(
    /^2 of 4,500 rows can't be loaded:\n {2}readings\.csv:4102: value: /,
  );
  expect(await stored()).toBe(0);

  const stopped = await load(wrong);
  expect(stopped).toMatch(
    /^2 of the rows 4,001 to 4,500 can't be loaded:\n {2}readings\.csv:4102: value: [^\n]*\n {2}readings\.csv:4402: /,
  );
  expect(stopped).toContain('The first 4,000 of the 4,500 rows of readings.csv are in, none of the others.');
  expect(await stored()).toBe(4_000);

  expect(await load(values)).toBe(4_000);
  expect(said).toEqual([
    expect.stringMatching(/^The first 4,000 rows of .*readings\.csv are in already; this goes on behind them\.$/),
  ]);
  expect(await stored()).toBe(4_500);

  expect(await load(values)).toMatch(
    /^readings\.csv is in already: its 4,500 rows were loaded at \S+\. `--again` loads/,
  );
  expect(await stored()).toBe(4_500);
  expect(await load(values, { again: true })).toBe(0);
  expect(await stored()).toBe(9_000);
});

test.each([
  ['that stopped', 4_000],
  ['of which nothing is in', 0],
])('two processes that load one file %s at once don’t double its rows', async (_file, before) => {
  await engine.pool.query('truncate product.reading; truncate nonet.load cascade');
  const values = Array.from({ length: 4_200 }, (_, place) => (place * 7) % 10);
  if (before > 0) await load([...values.slice(0, before), 77]);
  const both = await Promise.all([load(values), load(values)]);
  expect(both.filter((end) => end === before)).toHaveLength(1);
  expect(both.filter((end) => typeof end === 'string')).toEqual([
    // The other one may also begin when all is in.
    expect.stringMatching(/Another process loads this file|is in already/),
  ]);
  expect(await stored()).toBe(4_200);
});

test('a file that goes in as a whole leaves nothing where a row is refused, and is known afterwards', async () => {
  await engine.pool.query('truncate product.reading; truncate nonet.load cascade');
  const report = path.join(folder, 'refused.csv');
  const values = Array.from({ length: 5_500 }, (_, place) => place % 10);
  const wrong = values.with(10, 12).with(5_400, -1);
  expect(await load(wrong, { isWhole: true, report })).toMatch(/^2 of 5,500 rows can't be loaded; nothing was\./);
  const lines = (await readFile(report, 'utf8')).replaceAll(`${folder}/`, '').trim().split('\r\n');
  expect(lines).toEqual([
    'file,line,field,code,message,clause',
    'readings.csv,12,value,OUT_OF_RANGE,Value must be at most 9.,3.Reading.value',
    'readings.csv,5402,value,OUT_OF_RANGE,Value must be at least 0.,3.Reading.value',
  ]);
  expect(await stored()).toBe(0);
  expect(await load(values, { isWhole: true, dryRun: true })).toBe(0);
  expect(await stored()).toBe(0);
  expect(await load(values, { isWhole: true })).toBe(0);
  expect(await load(values, { isWhole: true })).toMatch(/^readings\.csv is in already/);
  expect(await stored()).toBe(5_500);
});

test('a file of which other rows are in than those with which it begins is refused', async () => {
  await engine.pool.query('truncate product.reading; truncate nonet.load cascade');
  const values = Array.from({ length: 4_200 }, (_, place) => place % 10);
  await load(values.with(4_100, 12));
  const changed = values.with(0, 9);
  expect(await load(changed)).toMatch(/^The first 4,000 rows of readings\.csv as it was are in since/);
  expect(await load(values, { isWhole: true })).toMatch(/^The first 4,000 rows of readings\.csv are in already/);
  expect(await stored()).toBe(4_000);
  expect(await load(changed, { again: true })).toBe(0);
  expect(await stored()).toBe(8_200);
  // Nobody goes on with the former load.
  expect(await load(values)).toBe(0);
});
