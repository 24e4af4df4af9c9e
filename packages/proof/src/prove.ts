import type { ClauseAddress, Plan } from '@nonet/language';
import { DERIVATIONS } from './derive/derivations.ts';
import { deriveBrowser } from './derive/screens/browser.ts';
import { deriveExactCalls } from './derive/calls/exact/exact-calls.ts';
import { Ledger } from './ledger.ts';
import type { Progress, Proof } from './proof.ts';
import type { Host } from './run/host.ts';
import { Prover, type Task } from './run/prover.ts';
import { casesOf, EVERY_CASE, type Selection } from './run/selection.ts';
import { ProductLost, type Trial } from './run/start.ts';

export interface ProveOptions extends Trial {
  /** What a command that repeats it says besides: where the product runs already, and with which browser. */
  readonly like?: readonly string[];
  /** Why no screen is opened in a browser, and what to do about it: the rest of a sentence. */
  readonly unopened?: string;
  /** Only cases of these clauses, and what is below them. */
  readonly only?: readonly ClauseAddress[];
  /** Ends after failures of so many causes; otherwise nothing that fails ends it. */
  readonly most?: number;
  /** Is called with whatever is done. */
  readonly progress?: (done: Progress) => void;
  /** Ends at once where it is aborted, with what was found until then. */
  readonly signal?: AbortSignal;
}

/**
 * Derives the tests of a document, and carries them out against a running product. It does not throw where the product
 * breaks down: that is reported in the proof, with what was found until then.
 */
export async function prove(options: ProveOptions): Promise<Proof> {
  const { plan, host, only = [], signal } = options;
  const selection: Selection = only.length === 0 ? EVERY_CASE : casesOf(only);
  const ledger = new Ledger({ ...options, isPart: !selection.isAll });
  const prover = new Prover({ ...options, selection }, (event) => {
    ledger.add(event);
    options.progress?.(ledger.progress());
  });
  const isStopped = () => signal?.aborted === true;
  const runAll = async (tasks: readonly Task[], isWhole: boolean) => {
    for (const task of tasks) if (!ledger.isEnough && !isStopped()) await prover.run(task, isWhole);
  };
  try {
    await runAll(tasksOf(host), false);
    await runAll(ledger.postponed(), true);
  } catch (error) {
    if (!(error instanceof ProductLost)) throw error;
    ledger.add({ kind: 'broken', why: error.message });
  }
  return ledger.proof(isStopped(), host.derived ? new Map() : notAsked(plan));
}

/**
 * What is to be done, in its order. Where nothing is put back, screens are opened while they list few records, and exact
 * calls, after which not all that is there is known, come last.
 */
export function tasksOf({ derived, reset }: Pick<Host, 'derived' | 'reset'>): Task[] {
  const all = [...DERIVATIONS.entries()].filter(([, { derive }]) => derived || derive === deriveExactCalls);
  const rank = ({ derive }: (typeof DERIVATIONS)[number]) =>
    derive === deriveBrowser ? 0 : derive === deriveExactCalls ? 2 : 1;
  const inOrder = reset === null ? all.toSorted(([, one], [, other]) => rank(one) - rank(other)) : all;
  return ['records', ...inOrder.map(([number]) => number)];
}

/** What is not asked of somebody else's server, and why. */
export function notAsked({ clauses, calls }: Plan): Map<ClauseAddress, string> {
  const isMade = (clause: string) =>
    calls.some((call) => clause === call.clause || clause.startsWith(`${call.clause}.`));
  const reasons = new Map<ClauseAddress, string>();
  for (const clause of Object.keys(clauses)) {
    if (isMade(clause)) reasons.set(clause, 'receiver');
    else if (clause.startsWith('1.')) reasons.set(clause, 'prose');
    else if (!clause.startsWith('7.')) reasons.set(clause, 'elsewhere');
  }
  return reasons;
}
