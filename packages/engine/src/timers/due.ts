import type { Actor, Event, Transition, Workflow } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { databaseRefusal } from '../run/database-refusal.ts';
import { finish } from '../run/finish.ts';
import { fireRows } from '../run/fire.ts';
import { clauseContext, fromThis, type Performing, perform, THIS, type Write } from '../run/write.ts';
import { compileExpression } from '../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { afterWorkingDays } from '../sql/operators.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Pool, type Queryable, run, transaction } from '../store/pool.ts';

export interface TimerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

interface Timer {
  readonly workflow: Workflow;
  readonly event: Event;
  readonly row: Transition;
  readonly actor: Extract<Actor, { kind: 'after' | 'at' | 'every' }>;
}

const BATCH = 100;

/** Every row of point 4 whose `by` is a time. */
function timersOf(index: PlanIndex): Timer[] {
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
 * guard or a rule doesn't hold) stays where it is, and is tried again later. `refused` keeps those apart.
 */
export async function fireDueTimers(options: TimerOptions, refused: Map<string, string>): Promise<number> {
  let fired = 0;
  for (const timer of timersOf(options.index)) {
    for (const due of await dueRecords(options, timer, refused)) {
      const key = `${timer.row.clause} ${due.id}`;
      try {
        if (await fireOne(options, timer, due.id)) fired += 1;
      } catch (error) {
        const refusal = error instanceof Refusal ? error : databaseRefusal(options.index, error);
        if (timer.actor.kind === 'every' && refusal !== null) {
          // Its next time comes, whatever refused it this time; that its guard does not hold is no fault.
          await noteFired(options.pool, timer, due.id, options.clock());
          if (refusal.clause === timer.row.clause) continue;
        } else refused.set(key, due.version);
        options.onFault(
          refusal === null
            ? error
            : new Error(`${timer.row.clause} could not fire: ${refusal.message}`, { cause: refusal }),
        );
      }
    }
  }
  return fired;
}

/** When the next timer's time comes; null where none waits. */
export async function nextTimerDue(options: TimerOptions): Promise<string | null> {
  let next: string | null = null;
  for (const timer of timersOf(options.index)) {
    const write = readingWrite(options);
    const [row] = await perform<{ due: string | null }>(
      write,
      `next ${timerKey(timer)}`,
      (parameters) =>
        `select min(${dueSql(write, parameters, timer)}) as due ${fromThis(timer.workflow.entity)} where ${waitsSql(parameters, timer)}`,
    );
    const due = row?.due ?? null;
    if (due !== null && (next === null || due < next)) next = due;
  }
  return next;
}

async function dueRecords(
  options: TimerOptions,
  timer: Timer,
  refused: ReadonlyMap<string, string>,
): Promise<{ id: string; version: string }[]> {
  const write = readingWrite(options);
  // What was refused is not tried again before it has changed.
  const refusedHere = [...refused].flatMap(([key, version]) => {
    const [clause, id] = key.split(' ');
    return clause === timer.row.clause ? [`${id} ${version}`] : [];
  });
  return perform<{ id: string; version: string }>(
    write,
    `due ${timerKey(timer)}`,
    (
      parameters,
    ) => `select ${column(THIS, 'id')} as id, ${column(THIS, 'version')}::text as version ${fromThis(timer.workflow.entity)}
      where ${waitsSql(parameters, timer)} and ${dueSql(write, parameters, timer)} <= ${parameters.slot('now', 'timestamptz')}
      and not (${column(THIS, 'id')}::text || ' ' || ${column(THIS, 'version')}::text = any(${parameters.slot('refused', 'text[]')}))
      order by ${dueSql(write, parameters, timer)}, ${column(THIS, 'id')} limit ${BATCH}`,
    { refused: refusedHere },
  );
}

async function fireOne(options: TimerOptions, timer: Timer, id: string): Promise<boolean> {
  return transaction(
    options.pool,
    async (client) => {
      const write = beginSystemWrite(options.index, client, options.clock);
      const { entity } = timer.workflow;
      // Another process may be at it, or it is not due any more.
      const [row] = await perform(
        write,
        `take ${timerKey(timer)}`,
        (
          parameters,
        ) => `select ${column(THIS, 'id')} ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}
          and ${waitsSql(parameters, timer)} and ${dueSql(write, parameters, timer)} <= ${parameters.slot('now', 'timestamptz')} for update of ${THIS} skip locked`,
        { id },
      );
      if (row === undefined) return false;
      await fireRows(write, entity, id, timer.event, [timer.row]);
      if (timer.actor.kind === 'every') await noteFired(client, timer, id, write.now);
      await finish(write, async () => null);
      return true;
    },
    { isolation: 'serializable', attempts: 12 },
  );
}

function timerKey(timer: Timer): string {
  return `timer ${timer.row.clause} ${timer.row.by.indexOf(timer.actor)}`;
}

/** A record on which the row's time may come: it lives, and is in a state that the row starts from. */
function waitsSql(parameters: Parameters, timer: Timer): string {
  const alive = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
  const { from } = timer.row;
  if (timer.workflow.field === null || from === null || from === 'new') return alive;
  return `${alive} and ${column(THIS, timer.workflow.field)} = any(${parameters.bind(from, 'text[]')})`;
}

/** The instant at which the row fires: calendar durations and dates are read in TIME_ZONE (4). */
function dueSql(write: Pick<Write, 'index' | 'reader'>, parameters: Parameters, timer: Timer): string {
  const context = clauseContext(write, parameters, timer.workflow.entity);
  const zone = parameters.bind(write.index.plan.settings.timeZone, 'text');
  if (timer.actor.kind === 'at') {
    const at = compileExpression(timer.actor.at, context);
    return timer.actor.at.type.kind === 'date' ? `((${at})::timestamp at time zone ${zone})` : `(${at})`;
  }
  const duration = compileExpression(timer.actor.duration, context);
  if (timer.actor.kind === 'every') return repeatedSql(parameters, timer, duration, zone);
  const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);
  if (timer.actor.duration.type.kind === 'working days')
    return afterWorkingDays(entered, 'datetime', '+', duration, context);
  return `(((${entered} at time zone ${zone}) + ${duration}) at time zone ${zone})`;
}

/**
 * The next time of a timer that repeats: the first of its times, counted from when the record entered its state, that
 * lies behind the last one. What went by while nothing ran is made up for once.
 */
function repeatedSql(parameters: Parameters, timer: Timer, duration: string, zone: string): string {
  const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);
  const last = `(select r.fired_at from nonet.repeated_timer r where r.clause = ${parameters.bind(timer.row.clause, 'text')} and r.record = ${column(THIS, 'id')} and r.fired_at >= ${entered})`;
  // How often it has gone by, nearly: months are not all as long.
  const about = `extract(epoch from v.last - v.entered) / nullif(extract(epoch from v.span), 0)`;
  const times = `generate_series(greatest(1, floor((${about}) * 0.95) - 1)::bigint, ceil((${about}) * 1.05)::bigint + 2)`;
  const at = `((v.entered at time zone ${zone}) + n * v.span) at time zone ${zone}`;
  const values = `select ${entered} as entered, ${duration} as span, coalesce(${last}, ${entered}) as last offset 0`;
  return `(select min(${at}) from (${values}) v, ${times} n where ${at} > v.last and v.span > interval '0')`;
}

async function noteFired(client: Queryable, timer: Timer, record: string, at: string): Promise<void> {
  await run(client, {
    text: `insert into nonet.repeated_timer (clause, record, fired_at) values ($1, $2, $3)
           on conflict (clause, record) do update set fired_at = excluded.fired_at`,
    values: [timer.row.clause, record, at],
  });
}

function readingWrite(options: TimerOptions): Performing {
  return { index: options.index, client: options.pool, now: options.clock(), reader: { userId: null, roles: [] } };
}
