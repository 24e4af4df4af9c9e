import type { Entity } from '@nonet/language';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { behaviourHash } from '../migrate/versions.ts';
import type { PlanIndex } from '../plan-index.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { refusalOf } from '../run/database-refusal.ts';
import { removeForGood } from '../run/delete.ts';
import { finish } from '../run/finish.ts';
import { fromThis, perform, THIS } from '../run/write.ts';
import { readingWrite } from '../timers/read-times.ts';
import { column } from '../sql/identifiers.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { type Pool, type Queryable, run, transaction } from '../store/pool.ts';
import { forgetFailure, type Task, type WorkerFailures } from '../worker/worker-failures.ts';
import { isPast } from './is-past.ts';
import { removeTraces } from './remove-traces.ts';

/** The maximum number of records that one read answers, so that a sweep never holds more than these. */
const MOST_READ = 100;

/** The maximum number of records of an entity that one round of the worker deletes. */
const MOST_AT_ONCE = 500;

export interface RetentionOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: (clause: string, roles: readonly string[]) => void;
  readonly failures: WorkerFailures;
}

type Kept = Entity & { readonly keptFor: NonNullable<Entity['keptFor']> };

/**
 * Deletes the records whose time has passed (3, `kept for`), each in its own transaction, with its owned children, its
 * history, its calls and its notices. A record that something refers to stays, and is tried again by the next sweep.
 * Answers whether that was all; else the next round of the worker continues, so that timers don't wait for it. The
 * version of the document that is in use decides alone: a process of a former one deletes nothing.
 */
export async function removeExpired(options: RetentionOptions, isStopped: () => boolean): Promise<boolean> {
  let isAll = true;
  for (const entity of options.index.plan.entities) {
    if (!isKept(entity)) continue;
    const removed = await options.failures.attempt(taskOf(entity, null), () => sweep(options, entity, isStopped));
    if (removed === MOST_AT_ONCE) isAll = false;
  }
  return isAll;
}

async function sweep(options: RetentionOptions, entity: Kept, isStopped: () => boolean): Promise<number> {
  let removed = 0;
  let after: string | null = null;
  for (;;) {
    const due = await readDue(options, entity, after);
    for (const id of due) {
      if (isStopped() || removed === MOST_AT_ONCE) return removed;
      if (await removeOrNote(options, entity, id)) removed += 1;
    }
    after = due.at(-1) ?? null;
    if (due.length < MOST_READ || after === null) return removed;
  }
}

/** The records whose time has passed, by id: one that stays is not read again in the same sweep. */
async function readDue(options: RetentionOptions, entity: Kept, after: string | null): Promise<readonly string[]> {
  const write = readingWrite(options);
  try {
    const rows = await perform<{ id: string }>(
      write,
      `expired ${entity.name} ${after !== null}`,
      (parameters) => `select ${column(THIS, 'id')} as id ${fromThis(entity.name)}
        where ${isPast(write, parameters, entity.name)}${after === null ? '' : ` and ${column(THIS, 'id')} > ${parameters.slot('after', 'uuid')}`}
        order by 1 limit ${MOST_READ}`,
      after === null ? {} : { after },
    );
    return rows.map(({ id }) => id);
  } catch (error) {
    // A duration that is not shown deletes nothing; each sweep that it stops is counted.
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED' && error.clause !== null)
      options.hit(error.clause, []);
    throw error;
  }
}

async function removeOrNote(options: RetentionOptions, entity: Kept, id: string): Promise<boolean> {
  const task = taskOf(entity, id);
  try {
    return await removeOne(options, entity, id);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    await options.failures.note(task, (await refusalOf(options.pool, options.index, error)) ?? error);
    return false;
  }
}

async function removeOne(options: RetentionOptions, entity: Kept, id: string): Promise<boolean> {
  return transaction(
    options.pool,
    async (client) => {
      if (!(await isInUse(client, options.index))) return false;
      const write = beginSystemWrite(options.index, client, options.clock);
      // Another process may be at it, or a hold has been put on it meanwhile.
      const [row] = await perform(
        write,
        `take expired ${entity.name}`,
        (parameters) => `select ${column(THIS, 'id')} as id ${fromThis(entity.name)}
          where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${isPast(write, parameters, entity.name)} for update of ${THIS} skip locked`,
        { id },
      );
      if (row === undefined) return false;
      await removeForGood(write, entity.name, id, { cause: 'delete', action: 'expire', clause: entity.keptFor.clause });
      await finish(write, async () => null);
      await removeTraces(write);
      await forgetFailure(client, taskOf(entity, id));
      return true;
    },
    { isolation: 'serializable', attempts: 12 },
  );
}

/** Whether this process has the document that is in use: a former one may have kept records for a shorter time. */
async function isInUse(client: Queryable, index: PlanIndex): Promise<boolean> {
  const [last] = await run<{ own: boolean }>(client, {
    text: 'select behaviour_hash = $1 as own from nonet.version order by number desc limit 1',
    values: [hashOf(index)],
  });
  return last?.own ?? false;
}

const hashes = new WeakMap<PlanIndex, string>();

function hashOf(index: PlanIndex): string {
  let hash = hashes.get(index);
  if (hash === undefined) hashes.set(index, (hash = behaviourHash(index.plan)));
  return hash;
}

function isKept(entity: Entity): entity is Kept {
  return entity.keptFor !== null;
}

function taskOf({ keptFor }: Kept, record: string | null): Task {
  return { task: 'retention', clause: keptFor.clause, record };
}
