import type { CallCause, OutboundCall, Schedule } from '@nonet/language';
import { beginSystemWrite } from '../run/begin.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { findFailingRecords, isDataError } from '../worker/failing-records.ts';
import type { WorkerFailures } from '../worker/worker-failures.ts';
import { clauseContext, fromThis, perform, type Performing, SYSTEM, THIS } from '../run/write.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { type PoolClient, run, transaction } from '../store/pool.ts';
import { lastTime } from './last-time.ts';
import { queueCall } from './queue.ts';
import type { CallWorkerOptions } from './options.ts';

type Scheduling = Pick<CallWorkerOptions, 'index' | 'pool' | 'clock' | 'hit'> & { readonly failures: WorkerFailures };
type Scheduled = CallCause & { readonly schedule: Schedule };

/**
 * Queues scheduled calls whose time has come (7), each time once for all processes. If several times passed while no
 * process ran, only the last one counts. A new schedule begins with its next time.
 */
export async function queueScheduledCalls(options: Scheduling): Promise<number> {
  let queued = 0;
  for (const call of options.index.plan.calls) {
    for (const cause of call.when.filter(isScheduled)) {
      const task = {
        task: 'schedule',
        clause: call.clause,
        record: null,
      } as const;
      queued += (await options.failures.attempt(task, () => queueAt(options, call, cause))) ?? 0;
    }
  }
  return queued;
}

function isScheduled(cause: CallCause): cause is Scheduled {
  return cause.schedule !== null;
}

async function queueAt(options: Scheduling, call: OutboundCall, cause: Scheduled): Promise<number> {
  const now = options.clock();
  const time = await lastTime(options.pool, cause.schedule, options.index.plan.settings.timeZone, now);
  const known = await run<{ queued_for: string }>(options.pool, {
    text: KNOWN,
    values: [call.clause, keyOf(cause)],
  });
  const before = known[0]?.queued_for;
  if (before !== undefined && Date.parse(before) >= Date.parse(time)) return 0;
  const queue = (failing: readonly string[]) =>
    transaction(
      options.pool,
      async (client) => {
        if (!(await take(client, call, cause, time))) return 0;
        const write = beginSystemWrite(options.index, client, options.clock);
        const records = await recordsOf(write, call, cause, {
          without: failing,
        });
        for (const { id } of records) await queueCall(write, { entity: cause.entity, id, deleted: false }, call, cause);
        for (const clause of write.hits) options.hit(clause, []);
        return records.length;
      },
      { isolation: 'serializable', attempts: 12 },
    );
  try {
    return await queue([]);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const failing = await failingRecords(options, call, cause);
    if (failing.size === 0) throw error;
    for (const [record, problem] of failing) {
      const task = { task: 'schedule', clause: call.clause, record } as const;
      await options.failures.note(task, databaseRefusal(options.index, problem) ?? problem);
    }
    return queue([...failing.keys()]);
  }
}

/** The records on which the condition can't be computed: they delay no other. */
async function failingRecords(options: Scheduling, call: OutboundCall, cause: Scheduled) {
  const reading = readingOf(options);
  const all = await perform<{ id: string }>(
    reading,
    `standing ${cause.entity}`,
    () =>
      `select ${column(THIS, 'id')} as id ${fromThis(cause.entity)} where ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`,
  );
  return findFailingRecords(
    all.map(({ id }) => id),
    (among) => recordsOf(reading, call, cause, { among }),
  );
}

function readingOf({ index, pool, clock }: Scheduling): Performing {
  return { index, client: pool, now: clock(), actor: SYSTEM };
}

const KNOWN = `select to_char(queued_for at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as queued_for
  from nonet.scheduled_call
  where clause = nonet.stored_name('scheduled_call.clause', $1) and schedule = nonet.stored_name('scheduled_call.schedule', $2)`;

export function keyOf(cause: Pick<CallCause, 'event' | 'entity'>): string {
  return `${cause.event} for ${cause.entity}`;
}

/** Notes that this time is queued; false if it was already, or if the schedule is new. */
async function take(client: PoolClient, call: OutboundCall, cause: Scheduled, time: string): Promise<boolean> {
  const rows = await run<{ isNew: boolean }>(client, {
    text: `insert into nonet.scheduled_call as s (clause, schedule, queued_for) values ($1, $2, $3)
           on conflict (clause, schedule) do update set queued_for = excluded.queued_for where s.queued_for < excluded.queued_for
           returning (xmax = 0) as "isNew"`,
    values: [call.clause, keyOf(cause), time],
  });
  return rows[0]?.isNew === false;
}

/** Some of an entity's records, by their ids. */
type Some = { readonly among: readonly string[] } | { readonly without: readonly string[] };

/** The records on which the condition of the cause holds now. */
async function recordsOf(
  write: Performing,
  call: OutboundCall,
  cause: Scheduled,
  some: Some,
): Promise<{ id: string }[]> {
  const [test, ids] = 'among' in some ? (['= any', some.among] as const) : (['<> all', some.without] as const);
  const isWhole = !('among' in some) && ids.length === 0;
  return perform<{ id: string }>(
    write,
    `scheduled ${call.name} ${call.when.indexOf(cause)} ${isWhole ? '' : test}`,
    (parameters) => {
      parameters.carryOut(call.clause);
      const holds =
        cause.condition === null
          ? 'true'
          : compileCondition(cause.condition, clauseContext(write, parameters, cause.entity));
      const chosen = `${column(THIS, 'id')} ${test}(${parameters.listSlot('ids', 'uuid')})`;
      const all = fromThis(cause.entity);
      // The offset keeps PostgreSQL from computing anything of the others.
      const from = isWhole ? all : `from (select ${THIS}.* ${all} where ${chosen} offset 0) ${THIS}`;
      return `select ${column(THIS, 'id')} as id ${from}
        where ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null and ${holds} order by ${column(THIS, 'id')}`;
    },
    { ids },
  );
}
