import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judge, validDocument } from './document/valid.ts';
import type { Prove } from './derived.ts';
import type { Fault } from './fault.ts';
import { shrink } from './shrink.ts';
import { type TryOptions, tryProduct } from './try.ts';

export interface RunOptions {
  readonly firstSeed: number;
  /** How many products at most, and until when (ms of the system's clock). */
  readonly products: number;
  readonly until: number;
  /** How many requests a storm has. */
  readonly requests: number;
  /** Where documents that show faults are written. */
  readonly folder: string;
  /** How many documents are tried to make one smaller. */
  readonly shrinking: number;
  /** Of so many products one goes through its derived tests, too; 0: none does. */
  readonly derived: number;
  readonly prove: Prove | null;
  readonly progress: (line: string) => void;
}

/** One cause, with where it was seen first. */
export interface Cause {
  readonly stage: string;
  readonly cause: string;
  readonly seed: number;
  times: number;
}

export interface Summary {
  readonly products: number;
  /** Documents that `check` refuses: the generator's own faults. */
  readonly rejected: number;
  readonly requests: number;
  /** How many requests were answered with 2xx. */
  readonly done: number;
  readonly causes: readonly Cause[];
}

/** Makes products one after the other, one for each seed, and tells each cause of a fault once. */
export async function runProducts(options: RunOptions): Promise<Summary> {
  const causes = new Map<string, Cause>();
  const summary = { products: 0, rejected: 0, requests: 0, done: 0 };
  for (
    let seed = options.firstSeed;
    seed < options.firstSeed + options.products && Date.now() < options.until;
    seed++
  ) {
    const { text, errors } = validDocument(seed);
    if (errors.length > 0) {
      summary.rejected += 1;
      options.progress(`seed ${seed}: the generator made a document with errors\n  ${errors.join('\n  ')}`);
      continue;
    }
    const { requests, done, faults } = await tryProduct(text, triedHow(seed, options));
    summary.products += 1;
    summary.requests += requests;
    summary.done += done;
    for (const fault of faults) {
      const known = causes.get(fault.cause);
      if (known !== undefined) {
        known.times += 1;
        continue;
      }
      causes.set(fault.cause, { stage: fault.stage, cause: fault.cause, seed, times: 1 });
      const file = await keepSmallest(text, fault, seed, options);
      options.progress(
        `seed ${seed}, ${fault.stage}: ${fault.cause}\n  ${fault.detail.replaceAll('\n', '\n  ')}\n  ${file}`,
      );
    }
  }
  return { ...summary, causes: [...causes.values()] };
}

/** Writes the smallest document that shows the fault; the answer tells where, and how to repeat it. */
async function keepSmallest(text: string, fault: Fault, seed: number, options: RunOptions): Promise<string> {
  const shows = async (candidate: string): Promise<boolean> => {
    if (judge(candidate).plan === null) return false;
    const { faults } = await tryProduct(candidate, triedHow(seed, options));
    return faults.some(({ cause }) => cause === fault.cause);
  };
  const smallest = await shrink(text, shows, options.shrinking);
  const name = `${fault.stage}-${seed}-${fault.cause.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}.md`.replaceAll(
    ' ',
    '-',
  );
  await mkdir(options.folder, { recursive: true });
  const file = path.join(options.folder, name);
  await writeFile(file, smallest);
  return `${file} (again: npm run products -- --document ${file} --seed ${seed} --requests ${options.requests})`;
}

function triedHow(seed: number, { requests, derived, prove }: RunOptions): TryOptions {
  const isDerived = prove !== null && derived > 0 && seed % derived === 0;
  return { seed, requests, ...(isDerived ? { prove } : {}) };
}
