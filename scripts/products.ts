import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { type Proof, prove as proveWith } from '@nonet/proof';
import { startProofHost } from '../packages/cli/src/proof-host.ts';
import { validDocument } from '../packages/testing/src/products/document/valid.ts';
import { BEGINNING } from '../packages/testing/src/products/product.ts';
import { runProducts } from '../packages/testing/src/products/run.ts';
import { tryProduct } from '../packages/testing/src/products/try.ts';

/**
 * `npm run products -- [--seconds N | --products N] [--seed S] [--requests N] [--derived N] [--document FILE] [--print]`:
 * products that nobody wrote, one for each number from the seed on. Each is checked, started, asked at random while time
 * passes, and started again; one of N (10; 0: none) goes through its derived tests too. A fault is told once for each
 * cause, with the smallest document that shows it. Ends with 1 where there was one, or where a generated document has
 * errors.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    products: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    requests: { type: 'string', default: '150' },
    shrinking: { type: 'string', default: '60' },
    derived: { type: 'string', default: '10' },
    document: { type: 'string' },
    print: { type: 'boolean', default: false },
    folder: { type: 'string', default: path.join(os.tmpdir(), 'nonet-products') },
  },
});
const firstSeed = Number(values.seed);
const requests = Number(values.requests);
const seconds = Number(values.seconds ?? (values.products === undefined ? 60 : Number.POSITIVE_INFINITY));
const products = Number(values.products ?? Number.MAX_SAFE_INTEGER - firstSeed);
if (![firstSeed, requests, seconds, products].every((value) => value >= 0))
  throw new Error('--seconds, --products, --seed and --requests take numbers.');

if (values.print) {
  console.log(validDocument(firstSeed).text);
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-products-'));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } });
  try {
    process.env.NONET_TEST_DATABASE_URL = await postgres.database('nonet');
    process.exitCode = (await (values.document === undefined ? run() : again(values.document))) ? 0 : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The derived tests of a product, without a browser. */
async function prove(plan: Plan, databaseUrl: string, signal: AbortSignal): Promise<Proof> {
  const host = await startProofHost({ plan, databaseUrl, now: BEGINNING });
  try {
    return await proveWith({ plan, host, seed: 1, now: BEGINNING, environment: host.environment, signal });
  } finally {
    await host.close();
  }
}

/** Whether nothing was found. */
async function run(): Promise<boolean> {
  const began = Date.now();
  const until = began + seconds * 1000;
  const shrinking = Number(values.shrinking);
  const summary = await runProducts({
    firstSeed,
    products,
    until,
    requests,
    folder: values.folder,
    shrinking,
    derived: Number(values.derived),
    prove,
    progress: console.log,
  });
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
  const { faults } = await tryProduct(readFileSync(file, 'utf8'), {
    seed: firstSeed,
    requests,
    ...(Number(values.derived) > 0 ? { prove } : {}),
  });
  for (const { stage, detail } of faults) console.log(`${stage}: ${detail}`);
  console.log(`${faults.length} faults`);
  return faults.length === 0;
}
