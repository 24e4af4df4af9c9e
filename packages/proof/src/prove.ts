import { type ClauseAddress, type Plan, clausePoint, isWithinClause } from '@nonet/language';
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
  /** Further options of the command that repeats the run: the address of a running product, and the browser. */
  readonly like?: readonly string[];
  /** Why no screen is opened in a browser, and what to do about it: the rest of a sentence. */
  readonly unopened?: string;
  /** Restricts the run to cases of these clauses and of the ones below them. */
  readonly only?: readonly ClauseAddress[];
  /** Ends the run after failures of this many causes; without it, failures do not end the run. */
  readonly most?: number;
  /** Is called at each step of the run. */
  readonly progress?: (done: Progress) => void;
  /** Ends the run immediately when it is aborted; the result holds what was found until then. */
  readonly signal?: AbortSignal;
}

/**
 * Derives the tests of a document, and carries them out against a running product. It does not throw if the product
 * breaks down: the proof reports that, with the results so far.
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
 * The tasks in their order. If the product can't be reset, screens are opened while they list few records, and exact
 * calls come last, because not all records are known after them.
 */
export function tasksOf({ derived, reset }: Pick<Host, 'derived' | 'reset'>): Task[] {
  const all = [...DERIVATIONS.entries()].filter(([, { derive }]) => derived || derive === deriveExactCalls);
  const rank = ({ derive }: (typeof DERIVATIONS)[number]) =>
    derive === deriveBrowser ? 0 : derive === deriveExactCalls ? 2 : 1;
  const inOrder = reset === null ? all.toSorted(([, one], [, other]) => rank(one) - rank(other)) : all;
  return ['records', ...inOrder.map(([number]) => number)];
}

/** The clauses that are not tried on a foreign server, each with the reason. */
export function notAsked({ clauses, calls }: Plan): Map<ClauseAddress, string> {
  const isMade = (clause: string) => calls.some((call) => isWithinClause(clause, call.clause));
  const reasons = new Map<ClauseAddress, string>();
  for (const clause of Object.keys(clauses)) {
    if (isMade(clause)) reasons.set(clause, 'receiver');
    else if (clausePoint(clause) === '1') reasons.set(clause, 'prose');
    else if (clausePoint(clause) !== '7') reasons.set(clause, 'elsewhere');
  }
  return reasons;
}
