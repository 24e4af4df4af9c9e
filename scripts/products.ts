import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@nonet/engine';
import { judge, validDocument } from '../packages/testing/src/products/document/valid.ts';
import { runProducts } from '../packages/testing/src/products/run.ts';
import { tryProduct } from '../packages/testing/src/products/try.ts';
import { openThread, prove } from './products-thread.ts';

/**
 * `npm run products -- [--seconds N | --products N] [--seed S] [--requests N] [--derived N] [--jobs N]
 * [--document FILE] [--print]`:
 * products that nobody wrote, one for each number from the seed on. Each is checked, started, asked at random while time
 * passes, and started again; one of N (10; 0: none) goes through its derived tests too. A fault is reported once for each
 * cause, with the smallest document that shows it. Ends with 1 where there was one, or where a generated document has
 * errors.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    products: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    requests: { type: 'string', default: '150' },
    shrinking: { type: 'string', default: '200' },
    derived: { type: 'string', default: '10' },
    jobs: { type: 'string', default: String(os.availableParallelism()) },
    document: { type: 'string' },
    print: { type: 'boolean', default: false },
    folder: { type: 'string', default: path.join(os.tmpdir(), 'nonet-products') },
  },
});
const firstSeed = Number(values.seed);
const requests = Number(values.requests);
const seconds = Number(values.seconds ?? (values.products === undefined ? 60 : Number.POSITIVE_INFINITY));
const jobs = Number(values.jobs);
const products = Number(values.products ?? Number.MAX_SAFE_INTEGER - firstSeed);
if (![firstSeed, requests, seconds, products, jobs].every((value) => value >= 0))
  throw new Error('--seconds, --products, --seed, --requests and --jobs take numbers.');

if (values.print) {
  console.log(validDocument(firstSeed).text);
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-products-'));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } });
  try {
    process.env.NONET_TEST_DATABASE_URL = await postgres.database('nonet');
    process.exitCode = (await (values.document === undefined ? run() : again(values.document))) ? 0 : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether nothing was found. */
async function run(): Promise<boolean> {
  const began = Date.now();
  const until = began + seconds * 1000;
  const [shrinking, derived] = [Number(values.shrinking), Number(values.derived)];
  const threads = Array.from({ length: Math.max(1, Math.min(jobs, products)) }, () =>
    openThread({ requests, derived, shrinking, folder: values.folder }),
  );
  const lanes = threads.map(({ lane }) => lane);
  const summary = await runProducts({ firstSeed, products, until, lanes, progress: console.log });
  await Promise.all(threads.map(({ end }) => end()));
  const took = (Date.now() - began) / 1000;
  const faults = summary.causes.reduce((sum, { times }) => sum + times, 0);
  for (const { stage, cause, seed, times } of summary.causes.toSorted((a, b) => b.times - a.times))
    console.log(`${String(times).padStart(5)} × ${stage}: ${cause} (first: seed ${seed})`);
  console.log(
    `${summary.products} products from seed ${firstSeed} in ${took.toFixed(0)} s, ${summary.rejected} rejected, ` +
      `${summary.requests} requests (${summary.done} done): ${faults} faults of ${summary.causes.length} causes`,
  );
  return faults + summary.rejected === 0;
}

/** One document again, as it was tried. */
async function again(file: string): Promise<boolean> {
  const { faults } = await tryProduct(judge(readFileSync(file, 'utf8')), {
    seed: firstSeed,
    requests,
    derived: Number(values.derived) > 0 ? { prove, only: [] } : null,
  });
  for (const { stage, detail } of faults) console.log(`${stage}: ${detail}`);
  console.log(`${faults.length} faults`);
  return faults.length === 0;
}
