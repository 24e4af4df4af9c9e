import type { Lane } from './lane.ts';

export interface RunOptions {
  readonly firstSeed: number;
  /** How many products at most, and until when (ms of the system's clock). */
  readonly products: number;
  readonly until: number;
  /** Each tries a product at a time, beside the others. */
  readonly lanes: readonly Lane[];
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

/** Makes a product for each seed, in so many lanes at once, and reports each cause of a fault once. */
export async function runProducts(options: RunOptions): Promise<Summary> {
  const causes = new Map<string, Cause>();
  const summary = { products: 0, rejected: 0, requests: 0, done: 0 };
  const end = options.firstSeed + options.products;
  let next = options.firstSeed;
  const work = async (lane: Lane): Promise<void> => {
    while (next < end && Date.now() < options.until) {
      const seed = next++;
      const { text, errors, requests, done, faults } = await lane.try(seed);
      if (errors.length > 0) {
        summary.rejected += 1;
        options.progress(`seed ${seed}: the generator made a document with errors\n  ${errors.join('\n  ')}`);
        continue;
      }
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
        // Making the document smaller takes a while, and may be ended from outside.
        options.progress(`seed ${seed}, ${fault.stage}: ${fault.cause}\n  ${fault.detail.replaceAll('\n', '\n  ')}`);
        options.progress(`  ${await lane.keepSmallest(seed, text, fault)}`);
      }
    }
  };
  await Promise.all(options.lanes.map(work));
  return { ...summary, causes: [...causes.values()] };
}
