import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { faultsOf } from '../packages/language/src/fixtures/faults.ts';
import { formatterFaults } from '../packages/language/src/fixtures/meaning.ts';
import { type Mutant, mutantOf } from '../packages/language/src/fixtures/mutants.ts';
import { validDocument } from '../packages/testing/src/products/document/valid.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run fuzz -- [--seconds N] [--seed S] [--documents N]`: checks and formats damaged copies of real documents, one
 * for each number from the seed on, and reports results that no text may cause (`faultsOf`). Each fourth document is a
 * random one, whose meaning neither our formatter nor Prettier may change. Ends with 1 if it found something.
 */
const MOST_CHANGES = 12;
/** A document that takes longer counts as hanging, even on a busy machine. */
const LIMIT_MILLISECONDS = 20_000;

/**
 * The state that workers share: the next seed, the number of finished documents, and for each worker its seed and start
 * (ms).
 */
interface Shared {
  readonly end: number;
  readonly next: BigInt64Array;
  readonly done: BigInt64Array;
  readonly current: BigInt64Array;
  readonly index: number;
}

interface Finding {
  readonly seed: number;
  readonly faults: readonly string[];
}

/** One in this number of documents is random. */
const RANDOM = 4;

async function faultsOfSeed(seed: number): Promise<readonly string[]> {
  if (seed % RANDOM === 0) return formatterFaults([{ path: 'spec.md', text: validDocument(seed).text }]);
  const { files, changes } = mutantOf(seed, MOST_CHANGES);
  return faultsOf(files(changes));
}

async function work({ end, next, done, current, index }: Shared): Promise<void> {
  for (;;) {
    const seed = Number(Atomics.add(next, 0, 1n));
    if (seed >= end) return;
    Atomics.store(current, index * 2, BigInt(seed));
    Atomics.store(current, index * 2 + 1, BigInt(Date.now()));
    const faults = await faultsOfSeed(seed);
    if (faults.length > 0) parentPort?.postMessage({ seed, faults } satisfies Finding);
    Atomics.add(done, 0, 1n);
  }
}

/** Removes each change that the fault does not need. */
function smallest({ changes, files }: Mutant, fault: string): Mutant['changes'] {
  const kind = (text: string): string => text.slice(0, 30);
  let left = changes;
  for (const change of changes) {
    const without = left.filter((other) => other !== change);
    if (faultsOf(files(without)).some((found) => kind(found) === kind(fault))) left = without;
  }
  return left;
}

function describe({ seed, faults }: Finding, hangs: boolean): string {
  const lines = faults.map((fault) => `  ${fault}`);
  if (seed % RANDOM === 0) return [`seed ${seed}: npm run products -- --print --seed ${seed}`, ...lines].join('\n');
  const mutant = mutantOf(seed, MOST_CHANGES);
  const changes = hangs ? mutant.changes : smallest(mutant, faults[0] ?? '');
  const shown = changes.map((change) => `  ${JSON.stringify(change)}`);
  return [`seed ${seed}: ${mutant.original}`, ...lines, ...shown].join('\n');
}

async function run(): Promise<void> {
  const values = readArguments(
    'Checks and formats damaged copies of real documents and documents that nobody wrote, and prints what no text may cause.',
    {
      seconds: { value: 'N', help: 'for how long; 60 where no documents are given' },
      seed: { value: 'N', help: 'the first document' },
      documents: { value: 'N', help: 'how many documents' },
    },
  );
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  const seconds = Number(values.seconds ?? (values.documents === undefined ? 60 : Number.POSITIVE_INFINITY));
  const documents = Number(values.documents ?? Number.MAX_SAFE_INTEGER - seed);
  const next = new BigInt64Array(new SharedArrayBuffer(8)).fill(BigInt(seed));
  const done = new BigInt64Array(new SharedArrayBuffer(8));
  const count = Math.max(1, Math.min(availableParallelism(), documents));
  const current = new BigInt64Array(new SharedArrayBuffer(16 * count));
  const started = Date.now();
  let found = 0;

  const start = async (index: number): Promise<void> => {
    const data: Shared = { end: seed + documents, next, done, current, index };
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    worker.on('message', (finding: Finding) => {
      found += 1;
      console.log(describe(finding, false));
    });
    let hung: number | null = null;
    const watch = setInterval(() => {
      if (Date.now() - started > seconds * 1000) Atomics.store(next, 0, BigInt(seed + documents));
      const began = Number(Atomics.load(current, index * 2 + 1));
      const took = began === 0 ? 0 : Date.now() - began;
      if (took < LIMIT_MILLISECONDS) return;
      hung = Number(Atomics.load(current, index * 2));
      void worker.terminate();
    }, 50);
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
    clearInterval(watch);
    if (hung === null) return;
    found += 1;
    console.log(describe({ seed: hung, faults: [`it takes longer than ${LIMIT_MILLISECONDS / 1000} s`] }, true));
    Atomics.store(current, index * 2 + 1, 0n);
    await start(index);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => start(index)));

  const took = (Date.now() - started) / 1000;
  console.log(`${done[0]} documents from seed ${seed} in ${took.toFixed(0)} s: ${found} with faults`);
  process.exitCode = found > 0 ? 1 : 0;
}

if (isMainThread) await run();
else await work(workerData as Shared);
