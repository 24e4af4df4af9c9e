import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { findFailingRecords, isDataError } from '../worker/failing-records.ts';
import type { Task, WorkerFailures } from '../worker/worker-failures.ts';
import { fromThis, type Performing, perform, SYSTEM, THIS } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import type { Pool, Queryable } from '../store/pool.ts';
import { type Due, dueSql, fromStanding, mayBeDue, type Timer, waitsSql } from './times.ts';

export interface TimerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly failures: WorkerFailures;
}

/** The refusals of this process, each valid until its record changes. */
export interface Tried {
  /** By timer and record: the record's version that was refused, and the time of the refusal. */
  readonly refused: Map<string, { readonly version: string; readonly at: string }>;
  /** The refusals among them that are stored as failures: deleting one there lets it be tried again. */
  readonly failed: Set<string>;
}

/** The maximum number of due records that one read answers for a timer. */
export const MOST_READ = 100;

/** A record whose time has come, and its version. */
export type DueRecord = Due & { readonly version: string };

/** Every row of point 4 whose `by` is a time. */
export function timersOf(index: PlanIndex): Timer[] {
  return index.plan.states.flatMap((workflow) =>
    workflow.events.flatMap((event) =>
      event.transitions.flatMap((row) =>
        row.by.flatMap((trigger) =>
          trigger.kind === 'role' || trigger.kind === 'field' || trigger.kind === 'system'
            ? []
            : [{ workflow, event, row, trigger }],
        ),
      ),
    ),
  );
}

/** Callers that ask for the next time ask again within this number of seconds. */
const AHEAD_SECONDS = 60;

/**
 * When the next timer's time comes; null if none comes within `AHEAD_SECONDS`, as far as that is known without
 * computing each.
 */
export async function nextTimerDue(options: TimerOptions, tried: Tried): Promise<string | null> {
  let next: string | null = null;
  for (const timer of timersOf(options.index)) {
    const write = readingWrite(options);
    const rows = await options.failures.attempt(taskOf(timer, null), () =>
      withoutFailing(options, timer, tried, () => {
        const refused = refusedBy(timer, tried.refused);
        return perform<{ due: string | null }>(
          write,
          `next ${timerKey(timer)} ${refused.length > 0}`,
          (parameters) =>
            `select min(${dueSql(write, parameters, timer)}) as due ${fromStanding(write, parameters, timer, refused.length > 0)} where ${waitsSql(write, parameters, timer)} and ${mayBeDue(write, parameters, timer, AHEAD_SECONDS)}`,
          { refused },
        );
      }),
    );
    const due = rows?.[0]?.due ?? null;
    if (due !== null && (next === null || due < next)) next = due;
  }
  return next;
}

/**
 * Reads the times of a timer. If the time of a record can't be computed (a date out of range), stores that as this
 * record's failure, and reads the times of the others.
 */
async function withoutFailing<Result>(
  options: TimerOptions,
  timer: Timer,
  tried: Tried,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isDataError(error)) throw error;
    const versions = await standingRecords(options, timer, tried.refused);
    const failing = await findFailingRecords([...versions.keys()], (ids) => computeTimes(options, timer, ids));
    for (const [id, problem] of failing) {
      const key = keyOf(timer, id);
      tried.refused.set(key, { version: versions.get(id) ?? '', at: options.clock() });
      tried.failed.add(key);
      await options.failures.note(taskOf(timer, id), databaseRefusal(options.index, problem) ?? problem);
    }
    return read();
  }
}

/**
 * The records for which a timer may fire, each with its version, except for those that were refused in this version.
 */
async function standingRecords(
  options: TimerOptions,
  timer: Timer,
  refused: Tried['refused'],
): Promise<ReadonlyMap<string, string>> {
  const write = readingWrite(options);
  const rows = await perform<{ id: string; version: string }>(
    write,
    `standing ${timerKey(timer)}`,
    (parameters) =>
      `select ${column(THIS, 'id')} as id, ${column(THIS, 'version')}::text as version ${fromStanding(write, parameters, timer, true)} order by ${column(THIS, 'id')}`,
    { refused: refusedBy(timer, refused) },
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Computes the times of some records, to see whether that can be done. */
async function computeTimes(options: TimerOptions, timer: Timer, ids: readonly string[]): Promise<void> {
  const write = readingWrite(options);
  await perform(
    write,
    `times ${timerKey(timer)}`,
    (parameters) =>
      `select count(${dueSql(write, parameters, timer)}) from (select ${THIS}.* ${fromThis(timer.workflow.entity)} where ${column(THIS, 'id')} = any(${parameters.listSlot('ids', 'uuid')}) offset 0) ${THIS} where ${waitsSql(write, parameters, timer)}`,
    { ids },
  );
}

/** The records that a timer's row was refused for, each with the version that it had. */
function refusedBy({ row }: Timer, refused: Tried['refused']): readonly string[] {
  return [...refused].flatMap(([key, { version }]) => {
    const [clause, id] = key.split(' ');
    return clause === row.clause ? [`${id} ${version}`] : [];
  });
}

/** A timer and a record, as a key of `Tried`. */
export function keyOf({ row }: Timer, id: string): string {
  return `${row.clause} ${id}`;
}

/** The records whose time has come, the earliest first; one whose time can't be computed is kept as failed. */
export async function dueRecords(options: TimerOptions, timer: Timer, tried: Tried): Promise<DueRecord[]> {
  return withoutFailing(options, timer, tried, () => readDue(options, timer, tried.refused));
}

async function readDue(options: TimerOptions, timer: Timer, tried: Tried['refused']): Promise<DueRecord[]> {
  const write = readingWrite(options);
  // A refused record is not tried again before it has changed.
  const refused = refusedBy(timer, tried);
  return perform<DueRecord>(
    write,
    `due ${timerKey(timer)} ${refused.length > 0}`,
    (
      parameters,
    ) => `select ${column(THIS, 'id')} as id, ${column(THIS, 'version')}::text as version, ${dueSql(write, parameters, timer)} as due ${fromStanding(write, parameters, timer, refused.length > 0)}
      where ${waitsSql(write, parameters, timer)} and ${mayBeDue(write, parameters, timer, 0)} and ${dueSql(write, parameters, timer)} <= ${parameters.slot('now', 'timestamptz')}
      order by due, ${column(THIS, 'id')} limit ${MOST_READ}`,
    { refused },
  );
}

/** The task of a timer, for one record or (null) for all. */
export function taskOf({ row }: Timer, record: string | null): Task {
  return { task: 'timer', clause: row.clause, record };
}

/** Part of a statement's key: which timer it is about. */
export function timerKey(timer: Timer): string {
  return `timer ${timer.row.clause} ${timer.row.by.indexOf(timer.trigger)}`;
}

/** The parts of a write that a statement needs to read as the product itself. */
export function readingWrite(
  options: Pick<TimerOptions, 'index' | 'clock'> & { readonly pool: Queryable },
): Performing {
  return { index: options.index, client: options.pool, now: options.clock(), actor: SYSTEM };
}
