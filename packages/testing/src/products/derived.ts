import type { Proof } from '@nonet/proof';
import type { Plan } from '@nonet/language';
import { causeOf, type Fault } from './fault.ts';

/**
 * Carries out the derived tests of a product on an empty database, until they end or the signal is aborted. `cli`
 * knows how to start such a product, and no package may import `cli`, so the caller passes this function.
 */
export type Prove = (plan: Plan, databaseUrl: string, options: ProveOptions) => Promise<Proof>;

export interface ProveOptions {
  readonly signal: AbortSignal;
  /** Only cases of these clauses; all if there are none. */
  readonly only: readonly string[];
}

/**
 * The maximum processor time of one product's derived tests, in seconds, which does not depend on other work of the
 * machine.
 */
const MOST_WORK = 240;
/** The maximum duration of all of them, in seconds, in case something waits without an end. */
const LONGEST = 1800;

/** `nonet test` without a browser: it ends, nothing of it breaks down, and it finds nothing. */
export async function derivedFaults(
  prove: Prove,
  plan: Plan,
  databaseUrl: string,
  { only, until = Number.POSITIVE_INFINITY }: { readonly only: readonly string[]; readonly until?: number },
): Promise<Fault[]> {
  const limit = limitWork(Math.min(LONGEST * 1000, Math.max(0, until - Date.now())));
  const proof = await prove(plan, databaseUrl, { signal: limit.signal, only }).finally(limit.end);
  // An example that the document itself refutes is the document's, and is reported as it should be.
  const wrong = proof.failures.filter(({ derived }) => derived.steps.every(({ kind }) => kind !== 'denial'));
  const faults: Fault[] = wrong.map(({ derived, result }) => ({
    stage: 'derived tests',
    cause: causeOf(result.reason.text),
    detail: [`${derived.clauses.join(', ')}: ${derived.title}`, result.reason.text, ...exchange(result)].join('\n'),
    clauses: derived.clauses,
  }));
  for (const why of proof.broken) faults.push({ stage: 'derived tests', cause: causeOf(why), detail: why });
  if (proof.isStopped) {
    const detail = `${proof.cases.length} cases in ${limit.spent().toFixed(0)} s of a processor, and no end`;
    faults.push({ stage: 'derived tests', cause: 'the derived tests do not end', detail });
  }
  return faults;
}

/** Is aborted when this thread has worked too long from now on, or after so many milliseconds. */
function limitWork(longest: number): {
  readonly signal: AbortSignal;
  readonly spent: () => number;
  readonly end: () => void;
} {
  const began = process.threadCpuUsage();
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000_000;
  };
  const over = new AbortController();
  const watch = setInterval(() => {
    if (spent() > MOST_WORK) over.abort();
  }, 1000);
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(Math.ceil(longest))]);
  return { signal, spent, end: () => clearInterval(watch) };
}

/** The request that went wrong and its answer, where it was one. */
function exchange({ request, answer, expected }: Proof['failures'][number]['result']): string[] {
  if (request === null) return [];
  const body = request.body === null ? '' : ` ${JSON.stringify(request.body)}`;
  return [
    `${request.method} ${request.path} as ${request.as ?? 'nobody'}${body}`,
    ...(answer === null ? [] : [`${answer.status ?? 'page'} ${answer.body.slice(0, 600)}`]),
    ...(expected === undefined ? [] : [`expected: ${expected.slice(0, 600)}`]),
  ];
}
