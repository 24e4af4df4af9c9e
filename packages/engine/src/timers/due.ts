import { Refusal } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { finish } from '../run/finish.ts';
import { fireRows } from '../run/fire.ts';
import { lockTargets } from '../run/lock-targets.ts';
import { forgetFailure, isUnreachable, listWorkerFailures } from '../run/worker-failures.ts';
import { fromThis, perform, THIS } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import { transaction } from '../store/pool.ts';
import {
  type DueRecord,
  dueRecords,
  keyOf,
  taskOf,
  type TimerOptions,
  timerKey,
  timersOf,
  type Tried,
} from './read-times.ts';
import { comesAgain, type Due, dueSql, noteFired, type Timer, waitsSql } from './times.ts';

/**
 * Fires what is due, each record in a transaction of its own, and answers how many fired. A record that refuses (its
 * guard or a rule doesn't hold), or whose time can't be computed, stays where it is, and is tried again later; a timer
 * whose time can't be known at all fires for none. None holds up the others.
 */
export async function fireDueTimers(options: TimerOptions, tried: Tried): Promise<number> {
  let fired = 0;
  await forgetRetried(options, tried);
  for (const timer of timersOf(options.index)) {
    const due = await options.failures.attempt(taskOf(timer, null), () => dueRecords(options, timer, tried));
    for (const record of due ?? []) if (await fireOrKeep(options, timer, record, tried)) fired += 1;
  }
  return fired;
}

/** Fires for one record; where it is refused or fails, that is kept with the record's version. */
async function fireOrKeep(options: TimerOptions, timer: Timer, due: DueRecord, tried: Tried): Promise<boolean> {
  const key = keyOf(timer, due.id);
  try {
    return await fireOne(options, timer, due, tried.failed.has(key));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const refusal = error instanceof Refusal ? error : databaseRefusal(options.index, error);
    // The next time of one that repeats comes, whatever refused it this time.
    if (timer.trigger.kind === 'every' && refusal !== null) await noteFired(options.pool, timer, due, options.clock());
    else tried.refused.set(key, due.version);
    // A guard that does not hold is no fault.
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
