import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { type Pool, type Queryable, run } from '../store/pool.ts';

/** One thing that the worker does by itself, whose failure stops nothing else. */
export interface Task {
  readonly task: 'timer' | 'schedule' | 'calls' | 'papers' | 'feeds' | 'retention' | 'cleanup';
  /** The clause of a timer or a schedule; the name of what no document states. */
  readonly clause: string;
  /** The record of a timer or a retention; null if all of them are concerned. */
  readonly record: string | null;
}

/** The tasks that failed at the worker's last try. */
export interface WorkerFailure extends Task {
  readonly problem: string;
  /** Since when it fails, and when it was tried last: instants. */
  readonly since: string;
  readonly triedAt: string;
}

/**
 * A refusal by the document, or a gap, in a task without a person. It is no fault of the product, so it needs no
 * stack.
 */
export class RefusedTask extends Error {
  readonly refusal: Refusal;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.name = 'RefusedTask';
    this.refusal = refusal;
  }
}

/** A failure that stays the same is reported again after so long. */
const SILENCE_MILLISECONDS = 24 * 3_600_000;

const UNREACHABLE = 'database';

/** The maximum number of reported failures that a process remembers; the table has them all. */
const MOST_REPORTED = 10_000;

export interface WorkerFailures {
  /**
   * Does one task. If it fails, stores and reports the failure and answers null: the other tasks continue. If the
   * database can't be reached, the error is thrown on, because every other task would fail as well.
   */
  attempt<Result>(task: Task, work: () => Promise<Result>): Promise<Result | null>;
  /** Keeps and reports why a task has failed. */
  note(task: Task, error: unknown): Promise<void>;
  /** Reports a fault that belongs to no task, once while it stays the same. */
  report(error: unknown): void;
  /** Notes that the database answered: its next failure will be reported again. */
  reached(): void;
}

/** Stores failures in the database, for the operator, and reports each once until it changes or a day has passed. */
export function createWorkerFailures(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  onFault: (error: unknown) => void,
): WorkerFailures {
  const reported = new Map<string, { readonly problem: string; readonly at: number }>();
  // A failure that a former process has noted is forgotten when this process succeeds in the task.
  const done = new Set<string>();

  const isNews = (key: string, problem: string): boolean => {
    const known = reported.get(key);
    const now = Date.parse(clock());
    if (known?.problem === problem && now - known.at < SILENCE_MILLISECONDS) return false;
    if (reported.size >= MOST_REPORTED) reported.clear();
    reported.set(key, { problem, at: now });
    return true;
  };
  const note = async (task: Task, error: unknown): Promise<void> => {
    const problem = problemOf(error);
    const key = keyOf(task);
    done.delete(key);
    if (isNews(key, problem)) onFault(faultOf(task, problem, error));
    await run(pool, {
      text: `insert into nonet.worker_failure as f (task, clause, record, problem, since, tried_at) values ($1, $2, $3, $4, $5, $5)
             on conflict (task, clause, record) do update set problem = excluded.problem, tried_at = excluded.tried_at`,
      values: [task.task, task.clause, task.record ?? '', problem, clock()],
    });
  };
  return {
    note,
    async attempt(task, work) {
      try {
        const result = await work();
        const key = keyOf(task);
        if (!done.has(key)) await forgetFailure(pool, task);
        done.add(key);
        reported.delete(key);
        return result;
      } catch (error) {
        if (isUnreachable(error)) throw error;
        await note(task, error);
        return null;
      }
    },
    report(error) {
      const key = isUnreachable(error) ? UNREACHABLE : `fault ${problemOf(error)}`;
      if (isNews(key, problemOf(error))) onFault(error);
    },
    reached: () => void reported.delete(UNREACHABLE),
  };
}

/** The tasks that have failed and not succeeded since, the oldest first. */
export async function listWorkerFailures(client: Queryable): Promise<readonly WorkerFailure[]> {
  const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  return run<WorkerFailure>(client, {
    text: `select task, clause, nullif(record, '') as record, problem, ${instant('since')} as since, ${instant('tried_at')} as "triedAt"
           from nonet.worker_failure order by worker_failure.since, clause, record`,
    values: [],
  });
}

export async function forgetFailure(client: Queryable, { task, clause, record }: Task): Promise<void> {
  await run(client, {
    text: 'delete from nonet.worker_failure where task = $1 and clause = $2 and record = $3',
    values: [task, clause, record ?? ''],
  });
}

/** Deletes failures that were not tried again for two hours: their cause no longer exists. */
export async function forgetOldFailures(client: Queryable, now: string): Promise<void> {
  await run(client, {
    text: `delete from nonet.worker_failure where tried_at < $1::timestamptz - interval '2 hours'`,
    values: [now],
  });
}

function keyOf({ task, clause, record }: Task): string {
  return `${task} ${clause} ${record ?? ''}`;
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function faultOf(task: Task, problem: string, error: unknown): unknown {
  const about = task.record === null ? '' : ` for ${task.record}`;
  const what = `The ${task.task} ${task.clause} failed${about}`;
  return error instanceof Refusal
    ? new RefusedTask(`${what}: ${problem}`, error)
    : new Error(`${what}: ${problem}`, { cause: error });
}
