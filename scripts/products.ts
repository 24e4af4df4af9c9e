import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import { judge, validDocument } from '../packages/testing/src/products/document/valid.ts';
import { makeTemplate } from '../packages/testing/src/own-tables.ts';
import { runProducts } from '../packages/testing/src/products/run.ts';
import { tryProduct } from '../packages/testing/src/products/try.ts';
import { openThread, prove } from './products-thread.ts';
import { noteReached } from '../bench/changes/reached.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run products`: random products, one for each number from the seed on. Each is checked (also split into several
 * files), started, asked at random while time passes, and started again. One in N runs its derived tests, and the
 * screens of one in N are opened in a browser. A fault is reported once for each cause, with the smallest document that
 * shows it. Ends with 1 if there was one, or if a generated document has errors.
 */
const values = readArguments(
  'Makes products that nobody wrote, one for each number from the seed on, and tries each: it is checked, started, asked at random while time passes, and started again.',
  {
    seconds: { value: 'N', help: 'for how long; 60 where no products are given' },
    products: { value: 'N', help: 'how many' },
    seed: { value: 'N', default: String(Date.now() % 1_000_000_000), help: 'the first product' },
    requests: { value: 'N', default: '150', help: 'how many random requests each is asked' },
    screens: {
      value: 'N',
      default: '20',
      help: 'the screens of one of so many are opened in a browser, for every role; 0: of none',
    },
    derived: { value: 'N', default: '10', help: 'one of so many goes through its derived tests; 0: none' },
    changed: {
      value: 'N',
      default: '4',
      help: 'one of so many documents is changed after the storm, and both versions are asked beside each other; 0: none',
    },
    shrinking: {
      value: 'N',
      default: '200',
      help: 'how many documents are tried to make one that shows a fault smaller',
    },
    'shrinking-seconds': {
      value: 'N',
      default: '120',
      help: 'for how long at most that is done, for all of them together, after the products',
    },
    jobs: { value: 'N', default: String(os.availableParallelism()), help: 'how many are tried at once' },
    document: { value: 'FILE', help: 'tries this document once more, as it was with --seed' },
    print: { help: 'only prints the document of the seed' },
    folder: {
      value: 'FOLDER',
      default: path.join(os.tmpdir(), 'nonet-products'),
      help: 'where documents that show faults are written',
    },
  },
);
const firstSeed = Number(values.seed);
const requests = Number(values.requests);
const seconds = Number(values.seconds ?? (values.products === undefined ? 60 : Number.POSITIVE_INFINITY));
const jobs = Number(values.jobs);
const products = Number(values.products ?? Number.MAX_SAFE_INTEGER - firstSeed);

if (values.print) {
  console.log(validDocument(firstSeed).text);
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-products-'));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } });
  try {
    const url = await postgres.database('nonet');
    process.env.NONET_TEST_DATABASE_URL = url;
    process.env.NONET_TEST_TEMPLATE = await makeTemplate(url);
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
  const shrinkFor = Number(values.shrinking) > 0 ? Number(values['shrinking-seconds']) * 1000 : 0;
  const numbers = [values.shrinking, values.derived, values.screens, values.changed].map(Number);
  const [shrinking = 0, derived = 0, screens = 0, changed = 0] = numbers;
  const threads = Array.from({ length: Math.max(1, Math.min(jobs, products)) }, () =>
    openThread({ requests, derived, screens, changed, shrinking, folder: values.folder }),
  );
  const lanes = threads.map(({ lane }) => lane);
  const summary = await runProducts({ firstSeed, products, until, shrinkFor, lanes, progress: console.log });
  await Promise.all(threads.map(({ end }) => end()));
  const took = (Date.now() - began) / 1000;
  const faults = summary.causes.reduce((sum, { times }) => sum + times, 0);
  for (const { stage, cause, seed, times } of summary.causes.toSorted((a, b) => b.times - a.times))
    console.log(`${String(times).padStart(5)} × ${stage}: ${cause} (first: seed ${seed})`);
  console.log(
    `${summary.products} products from seed ${firstSeed} in ${took.toFixed(0)} s, ${summary.rejected} rejected, ` +
      `${summary.requests} requests (${summary.done} done), ${summary.changed} documents changed (${summary.refused} refused): ${faults} faults of ${summary.causes.length} causes`,
  );
  const tried = `${summary.changed} documents changed, of ${summary.products} products`;
  if (summary.changed > 0) noteReached('both versions', `${faults} faults: ${tried}`);
  return faults + summary.rejected === 0;
}

/** Tries one document again. */
async function again(file: string): Promise<boolean> {
  const { faults } = await tryProduct(judge(readFileSync(file, 'utf8')), {
    seed: firstSeed,
    requests,
    isChanged: Number(values.changed) > 0,
    derived: Number(values.derived) > 0 ? { prove, only: [] } : null,
  });
  for (const { stage, detail } of faults) console.log(`${stage}: ${detail}`);
  console.log(`${faults.length} faults`);
  return faults.length === 0;
}
