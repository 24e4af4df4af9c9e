import type { PlanIndex } from '../plan-index.ts';
import type { Clock } from '../clock.ts';
import { listWorkerFailures } from '../worker/worker-failures.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { isDataError } from '../worker/failing-records.ts';
import { fromThis, perform, THIS } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import { type Pool, type Queryable, run } from '../store/pool.ts';
import { readingWrite, timerKey, timersOf } from './read-times.ts';
import { dueSql, type Timer, waitsSql } from './times.ts';

/** One time of a row of point 4, for the operator. */
export interface ListedTimer {
  /** `4.Loan.status.remind` */
  readonly clause: string;
  readonly entity: string;
  readonly event: string;
  /** The number of records that wait for their time, and of those that are due; null if that can't be known. */
  readonly waiting: number | null;
  readonly due: number | null;
  /** The instant at which the next one's time comes; null if none waits, or it can't be known. */
  readonly next: string | null;
  /** Why the timer fires for no record at all; null if it does. */
  readonly problem: string | null;
  /** The records for which it could not fire. */
  readonly failures: readonly { readonly record: string; readonly problem: string; readonly since: string }[];
}

interface ListOptions {
  readonly index: PlanIndex;
  readonly pool: Queryable;
  readonly clock: Clock;
}

/** Every timer of the document: which records wait for it, and where it has failed. */
export async function listTimers(options: ListOptions): Promise<readonly ListedTimer[]> {
  const failures = (await listWorkerFailures(options.pool)).filter(({ task }) => task === 'timer');
  const listed: ListedTimer[] = [];
  for (const timer of timersOf(options.index)) {
    const { clause } = timer.row;
    const own = failures.filter((failure) => failure.clause === clause);
    let counted: Counted | null = null;
    let problem = own.find(({ record }) => record === null)?.problem ?? null;
    try {
      counted = await countWaiting(
        options,
        timer,
        own.flatMap(({ record }) => record ?? []),
      );
    } catch (error) {
      if (isUnreachable(error)) throw error;
      problem ??= error instanceof Error ? error.message : String(error);
    }
    listed.push({
      clause,
      entity: timer.workflow.entity,
      event: timer.event.name,
      waiting: counted?.waiting ?? null,
      due: counted?.due ?? null,
      next: counted?.next ?? null,
      problem,
      failures: own.flatMap(({ record, problem: why, since }) =>
        record === null ? [] : [{ record, problem: why, since }],
      ),
    });
  }
  return listed;
}

interface Counted {
  readonly waiting: number;
  readonly due: number;
  readonly next: string | null;
}

/**
 * Counts the records that wait for a timer. Failed records whose time can't be computed count as waiting, and not as
 * due.
 */
async function countWaiting(options: ListOptions, timer: Timer, failed: readonly string[]): Promise<Counted> {
  const write = readingWrite(options);
  const count = async (without: readonly string[]): Promise<Counted> => {
    const [counted] = await perform<Counted>(
      write,
      `list ${timerKey(timer)} ${without.length > 0}`,
      (parameters) => {
        const others = `${column(THIS, 'id')} <> all(${parameters.listSlot('without', 'uuid')})`;
        const entity = fromThis(timer.workflow.entity);
        const from =
          without.length === 0 ? entity : `from (select ${THIS}.* ${entity} where ${others} offset 0) ${THIS}`;
        return `select count(due)::int as waiting, count(due) filter (where due <= ${parameters.slot('now', 'timestamptz')})::int as due, min(due) as next
           from (select ${dueSql(write, parameters, timer)} as due ${from} where ${waitsSql(write, parameters, timer)}) t`;
      },
      { without },
    );
    return counted ?? { waiting: 0, due: 0, next: null };
  };
  try {
    return await count([]);
  } catch (error) {
    if (!isDataError(error) || failed.length === 0) throw error;
    const counted = await count(failed);
    return { ...counted, waiting: counted.waiting + failed.length };
  }
}

/** Makes failed records of a timer due now, for any process; returns the number of records. */
export async function retryTimer(pool: Pool, clause: string): Promise<number> {
  const rows = await run(pool, {
    text: `delete from nonet.worker_failure where task = 'timer' and clause = $1 returning record`,
    values: [clause],
  });
  return rows.length;
}
