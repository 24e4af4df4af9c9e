import type { Proof } from '@nonet/proof';
import type { Plan } from '@nonet/language';
import { causeOf, type Fault } from './fault.ts';

/**
 * Carries out the derived tests of a product on an empty database, until they end or the signal is aborted. `cli` knows how
 * such a product is started, and no package knows `cli`, so that whoever runs products gives it.
 */
export type Prove = (plan: Plan, databaseUrl: string, options: ProveOptions) => Promise<Proof>;

export interface ProveOptions {
  readonly signal: AbortSignal;
  /** Only cases of these clauses; all where there are none. */
  readonly only: readonly string[];
}

/** How long (ms) the derived tests of one product may take. */
const PATIENCE = 240_000;

/** `nonet test` without a browser: it ends, nothing of it breaks down, and it finds nothing. */
export async function derivedFaults(
  prove: Prove,
  plan: Plan,
  databaseUrl: string,
  only: readonly string[],
): Promise<Fault[]> {
  const proof = await prove(plan, databaseUrl, { signal: AbortSignal.timeout(PATIENCE), only });
  // An example that the document itself refutes is the document's, and is told as it should be.
  const wrong = proof.failures.filter(({ derived }) => derived.steps.every(({ kind }) => kind !== 'denial'));
  const faults: Fault[] = wrong.map(({ derived, result }) => ({
    stage: 'derived tests',
    cause: causeOf(result.reason),
    detail: [`${derived.clauses.join(', ')}: ${derived.title}`, result.reason, ...exchange(result)].join('\n'),
    clauses: derived.clauses,
  }));
  for (const why of proof.broken) faults.push({ stage: 'derived tests', cause: causeOf(why), detail: why });
  if (proof.isStopped) {
    const detail = `${proof.cases.length} cases in ${PATIENCE / 1000} s, and no end`;
    faults.push({ stage: 'derived tests', cause: 'the derived tests do not end', detail });
  }
  return faults;
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
