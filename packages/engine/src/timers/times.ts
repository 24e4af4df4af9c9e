import { type Event, parseDuration, type Transition, type Workflow } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { clauseContext, fromThis, THIS, type Write } from '../run/write.ts';
import { compileExpression } from '../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { constantValue } from '../sql/values.ts';
import { afterWorkingDays } from '../sql/operators.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Queryable, run } from '../store/pool.ts';

/** One time of a row of point 4. */
export interface Timer {
  readonly workflow: Workflow;
  readonly event: Event;
  readonly row: Transition;
  readonly trigger: Extract<Transition['by'][number], { kind: 'after' | 'at' | 'every' }>;
}

/** A record, and the time that has come for it. */
export interface Due {
  readonly id: string;
  readonly due: string;
}

type Reading = Pick<Write, 'index' | 'actor'>;

/** The instant at which a waiting record's time comes: calendar durations and dates are read in TIME_ZONE (4). */
export function dueSql(write: Reading, parameters: Parameters, timer: Timer): string {
  const { trigger } = timer;
  const context = clauseContext(write, parameters, timer.workflow.entity);
  const zone = parameters.bind(write.index.plan.settings.timeZone, 'text');
  if (trigger.kind === 'at') {
    const at = compileExpression(trigger.at, context);
    return trigger.at.type.kind === 'date' ? `((${at})::timestamp at time zone ${zone})` : `(${at})`;
  }
  const duration = compileExpression(trigger.duration, context);
  if (trigger.kind === 'every' && trigger.duration.type.kind === 'recurrence')
    return nextDateSql(parameters, timer, duration, {
      zone,
      time: trigger.at === null ? `time '00:00'` : compileExpression(trigger.at, context),
    });
  if (trigger.kind === 'every') return repeatedSql(parameters, timer, duration, zone);
  const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);
  if (trigger.duration.type.kind === 'working days')
    return afterWorkingDays(entered, 'datetime', '+', duration, context);
  return `(((${entered} at time zone ${zone}) + ${duration}) at time zone ${zone})`;
}

/** Clocks that are set forward or back, and zones that change, make a duration shorter by less than this. */
const ZONE_SECONDS = 2 * 86_400;
const LONGEST_KNOWN_SECONDS = 100 * 365 * 86_400;

/**
 * The least that a record has to be in its state before a timer's time comes, in seconds, where that is the same for all
 * records; else null.
 */
export function leastWait(index: PlanIndex, { trigger }: Timer): number | null {
  if (trigger.kind !== 'after' || trigger.duration.type.kind !== 'duration') return null;
  const { duration } = trigger;
  const isKnown = duration.kind === 'literal' || duration.kind === 'constant';
  if (!isKnown || (duration.kind === 'constant' && index.constant(duration.name).value.kind === 'open')) return null;
  const value = duration.kind === 'literal' ? duration.value : constantValue(index, duration.name);
  const parsed = typeof value === 'string' ? parseDuration(value) : null;
  if (parsed === null) return null;
  const seconds = (parsed.months * 28 + parsed.days) * 86_400 + parsed.microseconds / 1_000_000 - ZONE_SECONDS;
  return seconds > 0 && seconds < LONGEST_KNOWN_SECONDS ? Math.floor(seconds) : null;
}

/**
 * A condition that holds for every record whose time has come, or comes within `ahead` seconds, and for few others: of a
 * table in which many wait, an index finds these alone.
 */
export function mayBeDue(write: Reading, parameters: Parameters, timer: Timer, ahead: number): string {
  const least = leastWait(write.index, timer);
  if (least === null) return 'true';
  return `${column(THIS, SYSTEM_COLUMNS.enteredAt)} <= ${parameters.slot('now', 'timestamptz')} - make_interval(secs => ${parameters.bind(least - ahead, 'double precision')})`;
}

/**
 * A record for which the row's time may come: it exists, is in a state that the row starts from, and the row has not
 * fired for this time or a later one since the record entered that state.
 */
export function waitsSql(write: Reading, parameters: Parameters, timer: Timer): string {
  parameters.carryOut(timer.row.clause);
  const conditions = [standsSql(write, parameters, timer)];
  if (timer.trigger.kind !== 'every' && comesAgain(timer))
    conditions.push(
      `not exists (select ${firedSql(parameters, timer)} and r.due_at >= ${dueSql(write, parameters, timer)})`,
    );
  return conditions.join(' and ');
}

/** The condition that a record lives and is in a state that the row starts from; it does not depend on time. */
function standsSql({ index }: Reading, parameters: Parameters, { workflow, row }: Timer): string {
  const conditions = [`${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`];
  const state = index.stateField(workflow.entity);
  if (state !== null && row.from !== null && row.from !== 'new')
    conditions.push(`${column(THIS, state)} = any(${parameters.bind(row.from, 'text[]')})`);
  return conditions.join(' and ');
}

/**
 * The records for which the timer may fire, without those of the slot `refused` (each `id version`) if there are any:
 * their times are not computed, because that might fail.
 */
export function fromStanding(write: Reading, parameters: Parameters, timer: Timer, excludes: boolean): string {
  if (!excludes) return fromThis(timer.workflow.entity);
  const excluded = `${versionedId} = any(${parameters.listSlot('refused', 'text')})`;
  // The offset keeps PostgreSQL from computing anything of a record before it is excluded.
  return `from (select ${THIS}.* ${fromThis(timer.workflow.entity)} where ${standsSql(write, parameters, timer)} and not (${excluded}) offset 0) ${THIS}`;
}

/** A record and its version, as one text. */
const versionedId = `(${column(THIS, 'id')}::text || ' ' || ${column(THIS, SYSTEM_COLUMNS.version)}::text)`;

/**
 * Whether a record may still wait for the row after it has fired: the stored time then decides whether it fires again.
 */
export function comesAgain({ workflow, row: { from, to, effects }, trigger }: Timer): boolean {
  if (trigger.kind === 'every' || workflow.field === null || to === 'same') return true;
  const mayLeadBack = effects.some(({ kind }) => kind !== 'set');
  return mayLeadBack || (from !== null && from.includes(to));
}

/** A record may state a shorter time than a document can: such a timer never fires (4). */
const SHORTEST_SECONDS = 1;
/** The maximum difference, in seconds, of a clock that was set forward or back. */
const CLOCK_SECONDS = 14_400;

/**
 * The next time of a repeating timer: the first of its times, counted from when the record entered its state, that is
 * later than the last one. Times that passed while nothing ran are made up for once.
 */
function repeatedSql(parameters: Parameters, timer: Timer, duration: string, zone: string): string {
  const entered = column(THIS, SYSTEM_COLUMNS.enteredAt);
  const last = `(select r.fired_at ${firedSql(parameters, timer)})`;
  // The approximate number of past repetitions; null if the timer would repeat without a pause.
  const seconds = 'extract(epoch from v.span)';
  const about = `(extract(epoch from v.last - v.entered) / case when ${seconds} >= ${SHORTEST_SECONDS} then ${seconds} end)`;
  // Months and years are not all as long; if there are none, clocks are set by some hours at most.
  const isOfDays = 'extract(year from v.span) = 0 and extract(month from v.span) = 0';
  const slack = `(2 + case when ${isOfDays} then ${CLOCK_SECONDS} / ${seconds} else ${about} * 0.05 end)`;
  const times = `generate_series(greatest(1, floor(${about} - ${slack}))::bigint, ceil(${about} + ${slack})::bigint)`;
  const at = `((v.entered at time zone ${zone}) + n * v.span) at time zone ${zone}`;
  const values = `select ${entered} as entered, ${duration} as span, coalesce(${last}, ${entered}) as last offset 0`;
  return `(select min(${at}) from (${values}) v, ${times} n where ${at} > v.last)`;
}

/**
 * The next time of a timer with repeating dates: the first of them, at their time of day, that is later than when it fired
 * last, or the record entered its state. Dates that passed while nothing ran are made up for once.
 */
function nextDateSql(
  parameters: Parameters,
  timer: Timer,
  recurrence: string,
  { zone, time }: { readonly zone: string; readonly time: string },
): string {
  const last = `coalesce((select r.fired_at ${firedSql(parameters, timer)}), ${column(THIS, SYSTEM_COLUMNS.enteredAt)})`;
  const day = `((${last}) at time zone ${zone})::date`;
  // The time of that day itself may be to come.
  const dates = `nonet.occurrences(v.dates, v.day, date '9999-12-31', 2)`;
  const values = `select ${recurrence} as dates, ${time} as time, ${last} as last, ${day} as day offset 0`;
  return `(select min((d.date + v.time) at time zone ${zone}) from (${values}) v, unnest(${dates}) d (date) where (d.date + v.time) at time zone ${zone} > v.last)`;
}

/** The condition that the row has fired on the record since the record came into its state. */
function firedSql(parameters: Parameters, { row }: Timer): string {
  return `from nonet.repeated_timer r where r.clause = nonet.stored_name('repeated_timer.clause', ${parameters.bind(row.clause, 'text')}) and r.record = ${column(THIS, 'id')} and r.fired_at >= ${column(THIS, SYSTEM_COLUMNS.enteredAt)}`;
}

/** Keeps when a row fired, and for which time. */
export async function noteFired(client: Queryable, { row }: Timer, { id, due }: Due, at: string): Promise<void> {
  await run(client, {
    text: `insert into nonet.repeated_timer (clause, record, fired_at, due_at) values ($1, $2, $3, $4)
           on conflict (clause, record) do update set fired_at = excluded.fired_at, due_at = excluded.due_at`,
    values: [row.clause, id, at, due],
  });
}
