import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, type RunningEngine } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanCsv } from './csv-file.ts';
import { loadInBatches } from './load-in-batches.ts';

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
async function load(values: readonly number[], how: { dryRun?: boolean; again?: boolean } = {}) {
  const file = path.join(folder, 'readings.csv');
  await writeFile(file, `value\n${values.join('\n')}\n`);
  const csv = await scanCsv(file);
  said.length = 0;
  const options = { dryRun: false, again: false, skipsRefused: false, report: null, ...how };
  return loadInBatches(engine, {
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
