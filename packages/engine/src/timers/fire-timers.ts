import { beginSystemWrite } from '../run/begin.ts';
import { refusalOf } from '../run/database-refusal.ts';
import { finish } from '../run/finish.ts';
import { fireRows } from '../run/events/fire.ts';
import { lockTargets } from '../run/events/lock-targets.ts';
import { forgetFailure, listWorkerFailures } from '../worker/worker-failures.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { fromThis, perform, THIS } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import { transaction } from '../store/pool.ts';
import {
  type DueRecord,
  dueRecords,
  keyOf,
  MOST_READ,
  taskOf,
  type TimerOptions,
  timerKey,
  timersOf,
  type Tried,
} from './read-times.ts';
import { comesAgain, type Due, dueSql, noteFired, type Timer, waitsSql } from './times.ts';

/**
 * Fires due timers in the order of their times, each record in its own transaction, and returns how many fired. A
 * record that refuses (its guard or a rule doesn't hold), or whose time can't be computed, is tried again later; a
 * timer whose time can't be computed at all fires for no record. None of them delays the others. One call fires at
 * most one timer of a record: its changes decide when the others are due, which the next call reads.
 */
export async function fireDueTimers(options: TimerOptions, tried: Tried): Promise<number> {
  await forgetRetried(options, tried);
  forgetLongRefused(options, tried);
  const fired = new Set<string>();
  for (const { timer, record } of await readInOrder(options, tried))
    if (!fired.has(record.id) && (await fireOrKeep(options, timer, record, tried))) fired.add(record.id);
  return fired.size;
}

/** The due timers, the earliest first; at the same time, in the document's order. */
async function readInOrder(
  options: TimerOptions,
  tried: Tried,
): Promise<readonly { readonly timer: Timer; readonly record: DueRecord }[]> {
  // One time for all: timers that fall due during the reading wait for the next call; otherwise a later time could come
  // first.
  const now = options.clock();
  const reading = { ...options, clock: () => now };
  const all: { timer: Timer; record: DueRecord }[] = [];
  let until: string | null = null;
  for (const timer of timersOf(options.index)) {
    const due = await options.failures.attempt(taskOf(timer, null), () => dueRecords(reading, timer, tried));
    all.push(...(due ?? []).map((record) => ({ timer, record })));
    // If there are more than one read returns, the records behind the last of these are not in order yet.
    const last = due?.length === MOST_READ ? (due.at(-1)?.due ?? null) : null;
    if (last !== null && (until === null || last < until)) until = last;
  }
  const inReach = all.filter(({ record }) => until === null || record.due <= until);
  // Instants are texts of one length.
  return inReach.toSorted(({ record: one }, { record: other }) =>
    one.due === other.due ? 0 : one.due < other.due ? -1 : 1,
  );
}

/** Fires for one record; where it is refused or fails, that is kept with the record's version. */
async function fireOrKeep(options: TimerOptions, timer: Timer, due: DueRecord, tried: Tried): Promise<boolean> {
  const key = keyOf(timer, due.id);
  try {
    return await fireOne(options, timer, due, tried.failed.has(key));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const refusal = await refusalOf(options.pool, options.index, error);
    // A repeating timer proceeds to its next time, even if it was refused this time.
    if (timer.trigger.kind === 'every' && refusal !== null) await noteFired(options.pool, timer, due, options.clock());
    else tried.refused.set(key, { version: due.version, at: options.clock() });
    // A guard that does not hold is no fault, nor is a condition of all events.
    const guards = [timer.row, ...(timer.row.conditions ?? [])];
    if (guards.some(({ clause }) => clause === refusal?.clause)) return false;
    tried.failed.add(key);
    await options.failures.note(taskOf(timer, due.id), refusal ?? error);
    return false;
  }
}

/** Drops the stored failures of timers that are to be tried again. */
async function forgetRetried({ pool }: TimerOptions, { failed, refused }: Tried): Promise<void> {
  if (failed.size === 0) return;
  const kept = new Set((await listWorkerFailures(pool)).map(({ clause, record }) => `${clause} ${record}`));
  for (const key of failed) {
    if (kept.has(key)) continue;
    failed.delete(key);
    refused.delete(key);
  }
}

/**
 * The time after which a refused timer is tried again without a change of its record: its guard may read other
 * records, or the time.
 */
const RETRY_MILLISECONDS = 3_600_000;

function forgetLongRefused({ clock }: TimerOptions, { refused }: Tried): void {
  if (refused.size === 0) return;
  const now = Date.parse(clock());
  for (const [key, { at }] of refused) if (now - Date.parse(at) >= RETRY_MILLISECONDS) refused.delete(key);
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
