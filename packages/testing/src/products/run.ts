import type { Fault } from './fault.ts';
import type { Lane } from './lane.ts';

export interface RunOptions {
  readonly firstSeed: number;
  /** The maximum number of products, and the end of the run (ms of the system's clock). */
  readonly products: number;
  readonly until: number;
  /** How long documents that show faults are made smaller after that, all together (ms). */
  readonly shrinkFor: number;
  /** The lanes, each of which tries a product at a time. */
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
  /** The number of requests that were answered with 2xx. */
  readonly done: number;
  /** The number of documents that were changed while they were used, and of such changes that stored data refused. */
  readonly changed: number;
  readonly refused: number;
  readonly causes: readonly Cause[];
}

/** The number of products after which the run reports its progress. */
const REPORTED = 100;

/**
 * Makes a product for each seed, in several lanes at a time, and reports each cause of a fault once. Documents that
 * show a fault are shrunk when the time is over, so that no product waits for that.
 */
export async function runProducts(options: RunOptions): Promise<Summary> {
  const causes = new Map<string, Cause>();
  const found: { readonly seed: number; readonly text: string; readonly fault: Fault }[] = [];
  const summary = { products: 0, rejected: 0, requests: 0, done: 0, changed: 0, refused: 0 };
  const soFar = (): string =>
    `${summary.products} products, ${summary.requests} requests, ${causes.size} causes of faults`;
  const end = options.firstSeed + options.products;
  let next = options.firstSeed;
  const work = async (lane: Lane): Promise<void> => {
    while (next < end && Date.now() < options.until) {
      const seed = next++;
      const { text, errors, requests, done, faults, change } = await lane.try(seed);
      if (errors.length > 0) {
        summary.rejected += 1;
        options.progress(`seed ${seed}: the generator made a document with errors\n  ${errors.join('\n  ')}`);
        continue;
      }
      summary.products += 1;
      summary.requests += requests;
      summary.done += done;
      if (change === 'applied') summary.changed += 1;
      if (change === 'refused') summary.refused += 1;
      for (const fault of faults) {
        const known = causes.get(fault.cause);
        if (known !== undefined) {
          known.times += 1;
          continue;
        }
        causes.set(fault.cause, { stage: fault.stage, cause: fault.cause, seed, times: 1 });
        found.push({ seed, text, fault });
        options.progress(`seed ${seed}, ${fault.stage}: ${fault.cause}\n  ${fault.detail.replaceAll('\n', '\n  ')}`);
      }
      if (summary.products % REPORTED === 0) options.progress(soFar());
    }
  };
  await Promise.all(options.lanes.map(work));
  if (found.length > 0) options.progress(soFar());
  const shrinkUntil = Date.now() + options.shrinkFor;
  if (found.length > 0 && options.shrinkFor > 0)
    options.progress(`makes ${found.length} documents smaller, for ${Math.ceil(options.shrinkFor / 1000)} s at most`);
  const shorten = async (lane: Lane): Promise<void> => {
    for (let each = found.shift(); each !== undefined; each = found.shift()) {
      // The documents that are left have as much time each.
      const turns = Math.ceil((found.length + 1) / options.lanes.length);
      const until = Date.now() + Math.max(0, shrinkUntil - Date.now()) / turns;
      const words = await lane.keepSmallest(each.seed, each.text, each.fault, until);
      options.progress(`seed ${each.seed}, ${each.fault.stage}: ${words}`);
    }
  };
  await Promise.all(options.lanes.map(shorten));
  return { ...summary, causes: [...causes.values()] };
}
