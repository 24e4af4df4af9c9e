import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judge, validDocument } from './document/valid.ts';
import type { Prove } from './derived.ts';
import { causeOf, type Fault, faultOf } from './fault.ts';
import { shrink, type Shrunk } from './shrink.ts';
import { type Tried, type TryOptions, tryProduct } from './try.ts';

/** How each product is tried. Plain data, so that it can be given to a thread. */
export interface LaneOptions {
  /** The number of requests in a storm. */
  readonly requests: number;
  /** One of so many products goes through its derived tests, too; 0: none does. */
  readonly derived: number;
  /**
   * One of this number of documents is changed after the storm, and both versions are queried at the same time; 0:
   * none is.
   */
  readonly changed: number;
  /** The screens of one of so many products are opened in a browser, by one person of each role; 0: of none. */
  readonly screens: number;
  /** The maximum number of documents that are tried to make one smaller. */
  readonly shrinking: number;
  /** The folder for documents that show faults. */
  readonly folder: string;
}

/** The result of the product of a seed. */
export interface SeedResult extends Tried {
  readonly text: string;
  /** The errors of `check` in the document, which are faults of the generator. It was not tried then. */
  readonly errors: readonly string[];
}

/** Tries one product at a time: here, or in a thread. */
export interface Lane {
  try(seed: number): Promise<SeedResult>;
  /**
   * Writes the smallest document that shows the fault, of those that are tried until then (ms of the system's clock);
   * the answer says where, and how to repeat it.
   */
  keepSmallest(seed: number, text: string, fault: Fault, until: number): Promise<string>;
}

/**
 * Opens the screens of a document's product in a browser, and answers the faults there. As for `Prove`, `cli` knows
 * how.
 */
export type OpenScreens = (text: string) => Promise<readonly string[]>;

/**
 * The tools of a lane from outside; without them, no product goes through its derived tests, and no screen is opened.
 */
export interface LaneTools {
  readonly prove: Prove | null;
  readonly openScreens: OpenScreens | null;
}

/** How much smaller a document has become. */
function wordsOf(text: string, { text: smallest, tries, isEndedByLimit }: Shrunk): string {
  const lines = (of: string): number => of.split('\n').length;
  const end = isEndedByLimit ? ', ended by its limit' : '';
  return `${lines(text)} lines made ${lines(smallest)} in ${tries} tries${end}`;
}

/** A lane in this thread. */
export function openLane(options: LaneOptions, { prove, openScreens }: LaneTools): Lane {
  const { derived, screens, changed, requests, shrinking, folder } = options;
  const screenFaults = async (text: string): Promise<Fault[]> => {
    if (openScreens === null) return [];
    try {
      const found = await openScreens(text);
      return found.map((detail) => ({ stage: 'screens', cause: causeOf(detail.replace(/^[^:]*: /, '')), detail }));
    } catch (error) {
      return [faultOf('screens', error)];
    }
  };
  return {
    async try(seed) {
      const judged = validDocument(seed);
      const { text, errors } = judged;
      if (errors.length > 0) return { text, errors, requests: 0, done: 0, faults: [], change: null };
      const isDerived = prove !== null && derived > 0 && seed % derived === 0;
      const isChanged = changed > 0 && seed % changed === 0;
      const how = { seed, requests, isChanged, derived: isDerived ? { prove, only: [] } : null };
      const tried = await tryProduct(judged, how);
      const shown = screens > 0 && seed % screens === 0 ? await screenFaults(text) : [];
      return { text, errors, ...tried, faults: [...tried.faults, ...shown] };
    },
    async keepSmallest(seed, text, fault, until) {
      const isDerived = prove !== null && fault.stage === 'derived tests';
      const how: TryOptions = isDerived
        ? { seed, requests: null, isChanged: false, derived: { prove, only: fault.clauses ?? [], until } }
        : { seed, requests, isChanged: fault.stage === 'change', derived: null };
      const shows = async (candidate: string): Promise<boolean> => {
        const faults =
          fault.stage === 'screens' ? await screenFaults(candidate) : (await tryProduct(judge(candidate), how)).faults;
        return faults.some(({ cause }) => cause === fault.cause);
      };
      const isValid = (candidate: string): boolean => judge(candidate).plan !== null;
      const shrunk = await shrink(text, { isValid, shows }, { budget: shrinking, until });
      const name = `${fault.stage} ${seed} ${fault.cause.slice(0, 40)}`.replaceAll(/[^A-Za-z0-9]+/g, '-');
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${name}.md`);
      await writeFile(file, shrunk.text);
      const again = `npm run products -- --document ${file} --seed ${seed} --requests ${requests}`;
      return `${wordsOf(text, shrunk)}: ${file} (again: ${again}${isDerived ? '' : ' --derived 0'})`;
    },
  };
}
