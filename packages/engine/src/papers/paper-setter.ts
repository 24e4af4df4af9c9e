import type { CallWorkerOptions } from '../calls/options.ts';
import { later } from '../calls/schedule-retry.ts';
import { type Pool, run } from '../store/pool.ts';
import type { WorkerFailures } from '../worker/worker-failures.ts';
import { type MakePaper, NoTypesetter } from './make-paper.ts';
import type { ReadPaper } from './paper.ts';
import { setPaper } from './set-paper.ts';

/** Sets the papers that events keep, one after the other, beside the other work. */
export interface PaperSetter {
  /** Starts the paper that has waited longest, if none is on its way; returns how many it started. */
  begin(): Promise<number>;
  /** Resolves when none is on its way. */
  idle(): Promise<void>;
  underWay(): number;
}

type Options = Pick<CallWorkerOptions, 'pool' | 'clock' | 'makePaper' | 'onFault'> & {
  readonly failures: WorkerFailures;
};

interface Waiting {
  readonly file: string;
  readonly clause: string;
  readonly record: string;
  readonly words: ReadPaper;
  readonly attempts: number;
}

/** If a process dies with a paper, another one sets it after so long. */
const LEASE_MILLISECONDS = 60_000;
const FIRST_PAUSE_MILLISECONDS = 5_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;
/** Whether the typesetter is there is looked for so often. */
const MISSING_MILLISECONDS = 60_000;

/** `onEnd` is called whenever one has ended: the next may start. */
export function createPaperSetter(options: Options, onEnd: () => void): PaperSetter {
  const { pool, clock, makePaper, failures } = options;
  let setting: Promise<void> | null = null;
  const setOne = async (make: MakePaper, { file, clause, record, words, attempts }: Waiting): Promise<void> => {
    await failures.attempt({ task: 'papers', clause, record }, async () => {
      try {
        await setPaper({ pool, makePaper: make }, file, words);
      } catch (error) {
        const doubled = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(attempts, 20));
        const pause = error instanceof NoTypesetter ? MISSING_MILLISECONDS : doubled;
        const problem = error instanceof Error ? error.message : String(error);
        // A mail that brings it has set it meanwhile.
        if (!(await postpone(pool, file, later(clock(), pause), problem))) return;
        throw error;
      }
    });
  };
  return {
    async begin() {
      if (setting !== null || !makePaper) return 0;
      const waiting = await claim(pool, clock());
      if (waiting === null) return 0;
      setting = setOne(makePaper, waiting)
        // The lease runs out, and it is set again.
        .catch(options.onFault)
        .finally(() => {
          setting = null;
          onEnd();
        });
      return 1;
    },
    idle: async () => {
      await setting;
    },
    underWay: () => (setting === null ? 0 : 1),
  };
}

/** When the next paper is due; null if none waits. */
export async function nextPaperDue(pool: Pool): Promise<string | null> {
  const [row] = await run<{ due: string | null }>(pool, {
    text: `select to_json(min(due_at))#>>'{}' as due from nonet.paper_to_set`,
    values: [],
  });
  return row?.due ?? null;
}

/** Takes one for so long that no other process sets it meanwhile. */
async function claim(pool: Pool, now: string): Promise<Waiting | null> {
  const [row] = await run<Waiting>(pool, {
    text: `update nonet.paper_to_set p set due_at = $1::timestamptz + $2 * interval '1 millisecond'
           from (select file from nonet.paper_to_set where due_at <= $1 order by due_at limit 1 for update skip locked) due
           where p.file = due.file returning p.file, p.clause, p.record, p.words, p.attempts`,
    values: [now, LEASE_MILLISECONDS],
  });
  return row ?? null;
}

/** False if it no longer waits. */
async function postpone(pool: Pool, file: string, dueAt: string, problem: string): Promise<boolean> {
  const waiting = await run(pool, {
    text: 'update nonet.paper_to_set set due_at = $2, problem = $3, attempts = attempts + 1 where file = $1 returning file',
    values: [file, dueAt, problem],
  });
  return waiting.length > 0;
}
