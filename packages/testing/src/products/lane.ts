import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judge, validDocument } from './document/valid.ts';
import type { Prove } from './derived.ts';
import type { Fault } from './fault.ts';
import { shrink } from './shrink.ts';
import { type Tried, type TryOptions, tryProduct } from './try.ts';

/** How each product is tried. Plain data, so that it can be given to a thread. */
export interface LaneOptions {
  /** How many requests a storm has. */
  readonly requests: number;
  /** One of so many products goes through its derived tests, too; 0: none does. */
  readonly derived: number;
  /** How many documents are tried to make one smaller. */
  readonly shrinking: number;
  /** Where documents that show faults are written. */
  readonly folder: string;
}

/** What became of the product of a seed. */
export interface SeedResult extends Tried {
  readonly text: string;
  /** What `check` refuses in the document: the generator's own faults. It was not tried then. */
  readonly errors: readonly string[];
}

/** Where one product at a time is tried: here, or in a thread. */
export interface Lane {
  try(seed: number): Promise<SeedResult>;
  /** Writes the smallest document that shows the fault; the answer says where, and how to repeat it. */
  keepSmallest(seed: number, text: string, fault: Fault): Promise<string>;
}

/** A lane in this thread. @param prove Null: no product goes through its derived tests. */
export function openLane(options: LaneOptions, prove: Prove | null): Lane {
  const { derived, requests, shrinking, folder } = options;
  return {
    async try(seed) {
      const judged = validDocument(seed);
      const { text, errors } = judged;
      if (errors.length > 0) return { text, errors, requests: 0, done: 0, faults: [] };
      const isDerived = prove !== null && derived > 0 && seed % derived === 0;
      const how = { seed, requests, derived: isDerived ? { prove, only: [] } : null };
      return { text, errors, ...(await tryProduct(judged, how)) };
    },
    async keepSmallest(seed, text, fault) {
      const isDerived = prove !== null && fault.stage === 'derived tests';
      const how: TryOptions = isDerived
        ? { seed, requests: null, derived: { prove, only: fault.clauses ?? [] } }
        : { seed, requests, derived: null };
      const shows = async (candidate: string): Promise<boolean> => {
        const { faults } = await tryProduct(judge(candidate), how);
        return faults.some(({ cause }) => cause === fault.cause);
      };
      const isValid = (candidate: string): boolean => judge(candidate).plan !== null;
      const smallest = await shrink(text, { isValid, shows }, shrinking);
      const name = `${fault.stage} ${seed} ${fault.cause.slice(0, 40)}`.replaceAll(/[^A-Za-z0-9]+/g, '-');
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${name}.md`);
      await writeFile(file, smallest);
      const again = `npm run products -- --document ${file} --seed ${seed} --requests ${requests}`;
      return `${file} (again: ${again}${isDerived ? '' : ' --derived 0'})`;
    },
  };
}
