import { type Entity, itemAt } from '@nonet/language';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { behaviourHash } from '../migrate/versions.ts';
import type { PlanIndex } from '../plan-index.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { refusalOf } from '../run/database-refusal.ts';
import { removeForGood } from '../run/delete.ts';
import { finish } from '../run/finish.ts';
import { fromThis, perform, THIS, type Write } from '../run/write.ts';
import { column } from '../sql/identifiers.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { type Pool, type Queryable, run, transaction } from '../store/pool.ts';
import { forgetFailure, type Task, type WorkerFailures } from '../worker/worker-failures.ts';
import { isPast } from './is-past.ts';
import { removeTraces } from './remove-traces.ts';

/** The maximum number of records that one transaction deletes. */
const MOST_TOGETHER = 50;

/** The maximum number of records of an entity that one round of the worker deletes. */
const MOST_AT_ONCE = 500;

export interface RetentionOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: (clause: string, roles: readonly string[]) => void;
  readonly failures: WorkerFailures;
}

/** The last record of each entity that a sweep has tried: what could not be deleted is not tried again in the same sweep. */
export type SweepProgress = Map<string, string>;

type Kept = Entity & { readonly keptFor: NonNullable<Entity['keptFor']> };

/**
 * Deletes the records whose time has passed (3, `kept for`) with their owned children, their history, their calls and
 * their notices, some in one transaction, in the order of their ids. A record that something refers to stays, and is
 * tried again by the next sweep. Answers whether that was all; else the next round of the worker continues with the
 * same `progress`, so that timers don't wait for it. Of several processes one deletes at a time: they would try the same
 * records, and each other's transactions would fail. The version of the document that is in use decides alone: a
 * process of a former one deletes nothing.
 */
export async function removeExpired(
  options: RetentionOptions,
  isStopped: () => boolean,
  progress: SweepProgress,
): Promise<boolean> {
  let isAll = true;
  for (const entity of options.index.plan.entities) {
    if (!isKept(entity)) continue;
    const isDone = await options.failures.attempt(taskOf(entity, null), () =>
      sweep(options, entity, isStopped, progress),
    );
    if (isDone === false) isAll = false;
  }
  if (isAll) progress.clear();
  return isAll;
}

/** Answers whether nothing of the entity is left to try. */
async function sweep(
  options: RetentionOptions,
  entity: Kept,
  isStopped: () => boolean,
  progress: SweepProgress,
): Promise<boolean> {
  for (let tried = 0; tried < MOST_AT_ONCE && !isStopped(); ) {
    const after = progress.get(entity.name) ?? null;
    const found = await removeSome(options, entity, after);
    if (found.length > 0) progress.set(entity.name, itemAt(found, found.length - 1));
    tried += found.length;
    if (found.length < MOST_TOGETHER) return true;
  }
  return false;
}

/**
 * Deletes the next records whose time has passed together; if one of them can't be deleted, each by itself. Answers
 * their ids; none if there are no more, or another process is at it.
 */
async function removeSome(options: RetentionOptions, entity: Kept, after: string | null): Promise<readonly string[]> {
  let found: readonly string[] = [];
  try {
    await removeInTransaction(options, entity, { after }, (ids) => (found = ids));
    return found;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // A duration that is not shown deletes nothing; each sweep that it stops is counted.
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED' && error.clause !== null && found.length === 0)
      options.hit(error.clause, []);
    if (found.length === 0) throw error;
  }
  for (const id of found) await removeOrNote(options, entity, id);
  return found;
}

async function removeOrNote(options: RetentionOptions, entity: Kept, id: string): Promise<void> {
  try {
    await removeInTransaction(options, entity, { id }, () => undefined);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    await options.failures.note(taskOf(entity, id), (await refusalOf(options.pool, options.index, error)) ?? error);
  }
}

/** The records that a transaction deletes: one, or the next ones after another. */
type Which = { readonly id: string } | { readonly after: string | null };

async function removeInTransaction(
  options: RetentionOptions,
  entity: Kept,
  which: Which,
  take: (ids: readonly string[]) => void,
): Promise<void> {
  const change = { cause: 'delete', action: 'expire', clause: entity.keptFor.clause } as const;
  await transaction(
    options.pool,
    async (client) => {
      if (!(await takesTurn(client, entity.name)) || !(await isInUse(client, options.index))) return;
      const write = beginSystemWrite(options.index, client, options.clock);
      const ids = await lockDue(write, entity.name, which);
      take(ids);
      if (ids.length === 0) return;
      for (const id of ids) await removeForGood(write, entity.name, id, change);
      await finish(write, async () => null);
      await removeTraces(write);
      for (const id of ids) await forgetFailure(client, taskOf(entity, id));
    },
    { isolation: 'serializable', attempts: 12 },
  );
}

/** Locks records whose time has passed. One that somebody else holds is left to the next sweep, and so is one whose hold was set meanwhile. */
async function lockDue(write: Write, entity: string, which: Which): Promise<readonly string[]> {
  const id = column(THIS, 'id');
  const key = 'id' in which ? 'id' : which.after === null ? 'first' : 'after';
  const rows = await perform<{ id: string }>(
    write,
    `take expired ${entity} ${key}`,
    (parameters) => {
      parameters.carryOut(write.index.entity(entity).clause, 'kept_for');
      const place = key === 'id' ? ` and ${id} = ${parameters.slot('id', 'uuid')}` : '';
      const later = key === 'after' ? ` and ${id} > ${parameters.slot('after', 'uuid')}` : '';
      return `select ${id} as id ${fromThis(entity)} where ${isPast(write, parameters, entity)}${place}${later}
        order by 1 limit ${MOST_TOGETHER} for update of ${THIS} skip locked`;
    },
    'id' in which ? { id: which.id } : which.after === null ? {} : { after: which.after },
  );
  return rows.map((row) => row.id);
}

/** Whether no other process deletes records of the entity; until the end of the transaction none does then. */
async function takesTurn(client: Queryable, entity: string): Promise<boolean> {
  const [turn] = await run<{ taken: boolean }>(client, {
    text: `select pg_try_advisory_xact_lock(hashtextextended('nonet.retention ' || $1::text, 0)) as taken`,
    values: [entity],
  });
  return turn?.taken ?? false;
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
