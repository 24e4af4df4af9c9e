import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { finish } from '../run/finish.ts';
import { fireRows } from '../run/fire.ts';
import { lockTargets } from '../run/lock-targets.ts';
import {
  forgetFailure,
  isUnreachable,
  listWorkerFailures,
  type Task,
  type WorkerFailures,
} from '../run/worker-failures.ts';
import { fromThis, type Performing, perform, THIS } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import { type Pool, transaction } from '../store/pool.ts';
import { comesAgain, type Due, dueSql, noteFired, type Timer, waitsSql } from './times.ts';

export interface TimerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly failures: WorkerFailures;
}

/** What was tried in vain by this process, until it changes. */
export interface Tried {
  /** By timer and record, the version of the record that was refused. */
  readonly refused: Map<string, string>;
  /** Of these, those that are kept as failures: who forgets one there lets it be tried again. */
  readonly failed: Set<string>;
}

const BATCH = 100;

type DueRecord = Due & { readonly version: string };

/** Every row of point 4 whose `by` is a time. */
export function timersOf(index: PlanIndex): Timer[] {
  return index.plan.states.flatMap((workflow) =>
    workflow.events.flatMap((event) =>
      event.transitions.flatMap((row) =>
        row.by.flatMap((actor) =>
          actor.kind === 'role' || actor.kind === 'field' || actor.kind === 'system'
            ? []
            : [{ workflow, event, row, actor }],
        ),
      ),
    ),
  );
}

/**
 * Fires what is due, each record in a transaction of its own, and answers how many fired. A record that refuses (its
 * guard or a rule doesn't hold) stays where it is, and is tried again later; a timer whose time can't be told fires for
 * none. Neither holds up the others.
 */
export async function fireDueTimers(options: TimerOptions, tried: Tried): Promise<number> {
  let fired = 0;
  await forgetRetried(options, tried);
  for (const timer of timersOf(options.index)) {
    const due = await options.failures.attempt(taskOf(timer, null), () => dueRecords(options, timer, tried.refused));
    for (const record of due ?? []) if (await fireOrKeep(options, timer, record, tried)) fired += 1;
  }
  return fired;
}

/** Fires for one record; where it is refused or fails, that is kept with the record's version. */
async function fireOrKeep(options: TimerOptions, timer: Timer, due: DueRecord, tried: Tried): Promise<boolean> {
  const key = `${timer.row.clause} ${due.id}`;
  try {
    return await fireOne(options, timer, due, tried.failed.has(key));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const refusal = error instanceof Refusal ? error : databaseRefusal(options.index, error);
    // The next time of one that repeats comes, whatever refused it this time.
    if (timer.actor.kind === 'every' && refusal !== null) await noteFired(options.pool, timer, due, options.clock());
    else tried.refused.set(key, due.version);
    // That its guard does not hold is no fault.
    if (refusal?.clause === timer.row.clause) return false;
    tried.failed.add(key);
    await options.failures.note(taskOf(timer, due.id), refusal ?? error);
    return false;
  }
}

/** What somebody wants to be tried again is not kept as a failure any more. */
async function forgetRetried({ pool }: TimerOptions, { failed, refused }: Tried): Promise<void> {
  if (failed.size === 0) return;
  const kept = new Set((await listWorkerFailures(pool)).map(({ clause, record }) => `${clause} ${record}`));
  for (const key of failed) {
    if (kept.has(key)) continue;
    failed.delete(key);
    refused.delete(key);
  }
}

function taskOf({ row }: Timer, record: string | null): Task {
  return { task: 'timer', clause: row.clause, record };
}

/** When the next timer's time comes; null where none waits. */
export async function nextTimerDue(options: TimerOptions): Promise<string | null> {
  let next: string | null = null;
  for (const timer of timersOf(options.index)) {
    const write = readingWrite(options);
    const rows = await options.failures.attempt(taskOf(timer, null), () =>
      perform<{ due: string | null }>(
        write,
        `next ${timerKey(timer)}`,
        (parameters) =>
          `select min(${dueSql(write, parameters, timer)}) as due ${fromThis(timer.workflow.entity)} where ${waitsSql(write, parameters, timer)}`,
      ),
    );
    const due = rows?.[0]?.due ?? null;
    if (due !== null && (next === null || due < next)) next = due;
  }
  return next;
}

async function dueRecords(
  options: TimerOptions,
  timer: Timer,
  refused: ReadonlyMap<string, string>,
): Promise<DueRecord[]> {
  const write = readingWrite(options);
  // What was refused is not tried again before it has changed.
  const refusedHere = [...refused].flatMap(([key, version]) => {
    const [clause, id] = key.split(' ');
    return clause === timer.row.clause ? [`${id} ${version}`] : [];
  });
  return perform<DueRecord>(
    write,
    `due ${timerKey(timer)}`,
    (
      parameters,
    ) => `select ${column(THIS, 'id')} as id, ${column(THIS, 'version')}::text as version, ${dueSql(write, parameters, timer)} as due ${fromThis(timer.workflow.entity)}
      where ${waitsSql(write, parameters, timer)} and ${dueSql(write, parameters, timer)} <= ${parameters.slot('now', 'timestamptz')}
      and not (${column(THIS, 'id')}::text || ' ' || ${column(THIS, 'version')}::text = any(${parameters.slot('refused', 'text[]')}))
      order by due, ${column(THIS, 'id')} limit ${BATCH}`,
    { refused: refusedHere },
  );
}

async function fireOne(options: TimerOptions, timer: Timer, { id }: Due, hasFailed: boolean): Promise<boolean> {
  return transaction(
    options.pool,
    async (client) => {
      const write = beginSystemWrite(options.index, client, options.clock);
      const { entity } = timer.workflow;
      // Another process may be at it, or it is not due any more.
      const [row] = await perform<Due>(
        write,
        `take ${timerKey(timer)}`,
        (
          parameters,
        ) => `select ${column(THIS, 'id')} as id, ${dueSql(write, parameters, timer)} as due ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}
          and ${waitsSql(write, parameters, timer)} and ${dueSql(write, parameters, timer)} <= ${parameters.slot('now', 'timestamptz')} for update of ${THIS} skip locked`,
        { id },
      );
      if (row === undefined) return false;
      await lockTargets(write, entity, id, [timer.row]);
      await fireRows(write, entity, id, timer.event, [timer.row]);
      if (comesAgain(timer)) await noteFired(client, timer, row, write.now);
      await finish(write, async () => null);
      if (hasFailed) await forgetFailure(client, taskOf(timer, id));
      return true;
    },
    { isolation: 'serializable', attempts: 12 },
  );
}

export function timerKey(timer: Timer): string {
  return `timer ${timer.row.clause} ${timer.row.by.indexOf(timer.actor)}`;
}

export function readingWrite(options: Omit<TimerOptions, 'failures'>): Performing {
  return { index: options.index, client: options.pool, now: options.clock(), reader: { userId: null, roles: [] } };
}
