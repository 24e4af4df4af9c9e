import {
  type Event,
  type EveryTrigger,
  type Expression,
  occurrencesOf,
  storedRecurrence,
  type Transition,
} from '@nonet/language';
import { beginTransaction } from './transaction.ts';
import type { ExpectedCall } from './expected-call.ts';
import { entityOf, evaluate } from './evaluate.ts';
import { fireRows } from './fire.ts';
import type { Lookup } from './lookup.ts';
import { type Outcome, run } from './perform.ts';
import { plain } from './plain.ts';
import { dateIn } from './insert.ts';
import { instantOf, scheduledCalls } from './schedules.ts';
import { isExpired, keptEntities, withoutExpired } from './retention.ts';
import type { Stored } from './stored.ts';
import type { World } from './world.ts';

export interface Timer {
  readonly entity: string;
  readonly event: Event;
  readonly row: Transition;
  readonly trigger: Extract<Transition['by'][number], { kind: 'after' | 'at' | 'every' }>;
}

export function timersOf({ lookup }: Pick<World, 'lookup'>): Timer[] {
  return lookup.plan.states.flatMap(({ entity, events }) =>
    events.flatMap((event) =>
      event.transitions.flatMap((row) =>
        row.by.flatMap((trigger) =>
          trigger.kind === 'after' || trigger.kind === 'at' || trigger.kind === 'every'
            ? [{ entity, event, row, trigger }]
            : [],
        ),
      ),
    ),
  );
}

/**
 * The world at a later time: every timer that is due by then has fired, in the order of their times, and scheduled
 * calls are queued (4, 7). The changes of one timer decide when the others of its record are due, so each round fires
 * one per record.
 * @param only Fires the timers of this record alone, for a search about it.
 */
export function advance(
  world: World,
  until: string,
  only: string | null = null,
): { world: World; calls: readonly ExpectedCall[] } {
  const then = world.fork();
  then.now = until;
  let current = withoutExpired(then, only);
  const calls: ExpectedCall[] = [];
  const lastFired = new Map<string, string>();
  for (let isLast = false; !isLast; ) {
    const fired = new Set<string>();
    for (const { timer, id, key } of dueInOrder(current, until, only, lastFired)) {
      const due = fired.has(id) ? null : dueBy(current, timer, id, until);
      if (due === null) continue;
      const outcome = fireTimer(current, timer, id);
      if (outcome.refused === null) {
        current = outcome.world;
        calls.push(...outcome.calls);
        fired.add(id);
        lastFired.set(key, due);
      } else if (timer.trigger.kind !== 'every') current.noteRefused(key, id);
      // A time at which the guard doesn't hold is passed over.
      if (timer.trigger.kind === 'every') current.noteTime(timeOf(timer, current.get(id)), until);
      else if (outcome.refused === null) current.noteTime(timeOf(timer, current.get(id)), due);
    }
    isLast = fired.size === 0;
  }
  if (only === null) calls.push(...scheduledCalls(current));
  return { world: current, calls };
}

/** The time after which a refused timer is tried again if its record has not changed meanwhile. */
const RETRY_MILLISECONDS = 3_600_000;

interface DueTimer {
  readonly timer: Timer;
  readonly id: string;
  readonly key: string;
  readonly due: number;
}

/**
 * Due timers of existing records, the earliest first; at the same time, in the document's order.
 * @param lastFired By timer and record, the time for which it has fired last.
 */
function dueInOrder(
  world: World,
  until: string,
  only: string | null,
  lastFired: ReadonlyMap<string, string>,
): DueTimer[] {
  const found: DueTimer[] = [];
  for (const timer of only === null ? timersOf(world) : (timersFor(world.lookup).get(entityOf(only)) ?? []))
    for (const { id } of only === null ? world.living(timer.entity) : [{ id: only }]) {
      const due = dueBy(world, timer, id, until);
      if (due === null) continue;
      const key = `${timer.row.clause} ${timer.row.by.indexOf(timer.trigger)} ${id}`;
      const last = lastFired.get(key);
      // A timer that is due again at the same time would fire without an end.
      if (last !== undefined && Date.parse(due) <= Date.parse(last)) continue;
      const refusedAt = world.refusedAt(key, id);
      if (refusedAt !== null && Date.parse(until) - Date.parse(refusedAt) < RETRY_MILLISECONDS) continue;
      found.push({ timer, id, key, due: Date.parse(due) });
    }
  return found.toSorted((one, other) => one.due - other.due);
}

/** The result of firing a timer for a record in the present world, due or not. */
export function fireTimer(world: World, { event, row }: Timer, id: string): Outcome {
  return run(beginTransaction(world, null, true), (transaction) => {
    fireRows(transaction, id, event, [row]);
    return id;
  });
}

/**
 * Whether the time of a timer has passed already for one of these records (a past time means at once, 4), or the time
 * for which it is kept (3).
 */
export function isOverdue(world: World, ids: Iterable<string>): boolean {
  const timers = timersFor(world.lookup);
  const isKept = keptEntities(world.lookup).length > 0;
  for (const id of timers.size > 0 || isKept ? ids : []) {
    if (isKept && isExpired(world, id)) return true;
    for (const timer of timers.get(entityOf(id)) ?? []) if (dueBy(world, timer, id, world.now) !== null) return true;
  }
  return false;
}

/** Whether a timer is due, or a record's time has passed. The product fires it as soon as its time has come, be it while a case is carried out. */
export function isTimerDue(world: World): boolean {
  const kept = keptEntities(world.lookup).flatMap(({ name }) => world.rows(name));
  return kept.some(({ id }) => isExpired(world, id)) || dueInOrder(world, world.now, null, new Map()).length > 0;
}

const timersOfEntities = new WeakMap<Lookup, Map<string, Timer[]>>();

function timersFor(lookup: Lookup): Map<string, Timer[]> {
  let timers = timersOfEntities.get(lookup);
  if (timers === undefined)
    timersOfEntities.set(lookup, (timers = Map.groupBy(timersOf({ lookup }), ({ entity }) => entity)));
  return timers;
}

/** A timer's time for a record that waits for it, where it has come. */
function dueBy(world: World, timer: Timer, id: string, until: string): string | null {
  const record = world.get(id);
  if (record === null || !world.isLiving(record) || !waits(world, timer, record)) return null;
  const due = dueAt(world, timer, record);
  return due === null || Date.parse(due) > Date.parse(until) ? null : due;
}

function waits(world: World, { entity, row }: Timer, record: Stored): boolean {
  const field = world.lookup.workflow(entity)?.field ?? null;
  if (field === null || row.from === null || row.from === 'new') return true;
  return row.from.includes(String(record.values[field]));
}

/** When a timer comes for a record; null if the record does not wait for it. */
export function dueTime(world: World, timer: Timer, id: string): string | null {
  const record = world.get(id);
  return record === null || !waits(world, timer, record) ? null : dueAt(world, timer, record);
}

/** A key that identifies a timer of a record while the record stays in its state. */
function timeOf({ row }: Timer, record: Stored | null): string {
  return `${row.clause} ${record?.id} ${record?.enteredAt}`;
}

/** The next time of a timer for a record; null if there is none. */
function dueAt(world: World, timer: Timer, record: Stored): string | null {
  const { trigger } = timer;
  const last = world.lastTime(timeOf(timer, record));
  if (trigger.kind === 'every' && trigger.duration.type.kind === 'recurrence')
    return nextDate(world, trigger, record, last ?? record.enteredAt);
  if (trigger.kind === 'every') return repeated(world, trigger.duration, record, last ?? record.enteredAt);
  const due =
    trigger.kind === 'at' ? named(world, trigger.at, record) : later(world, trigger.duration, record, record.enteredAt);
  // The timer fires once for each time, and again if the record gets a later one.
  return due === null || last === null || Date.parse(due) > Date.parse(last) ? due : null;
}

/** The instant that a record states; null if its field is empty. */
function named(world: World, expression: Expression, { id }: Stored): string | null {
  const at = evaluate(world, expression, { this: world.view(id), user: null });
  if (at === null) return null;
  return expression.type.kind === 'date'
    ? instantOf(plain(at), '00:00', world.lookup.plan.settings.timeZone)
    : plain(at);
}

/** The first of repeating dates, at their time of day, that is later than an instant; null if there is none. */
function nextDate(world: World, { duration, at }: EveryTrigger, { id }: Stored, last: string): string | null {
  const { timeZone } = world.lookup.plan.settings;
  const names = { this: world.view(id), user: null };
  const text = evaluate(world, duration, names);
  const time = at === null ? '00:00' : evaluate(world, at, names);
  const dates = text === null ? null : storedRecurrence(plain(text));
  if (dates === null || time === null) return null;
  return (
    occurrencesOf(dates, dateIn(last, timeZone), LAST_DATE, 2)
      .map((date) => instantOf(date, plain(time), timeZone))
      .find((instant) => Date.parse(instant) > Date.parse(last)) ?? null
  );
}

const LAST_DATE = '9999-12-31';

/** A timer with a shorter interval never fires (4). */
const SHORTEST_MILLISECONDS = 1000;

/** The first time behind the last one: what went by while nothing ran is made up for once. */
function repeated(world: World, duration: Expression, record: Stored, last: string): string | null {
  let due = later(world, duration, record, record.enteredAt);
  if (due !== null && Date.parse(due) - Date.parse(record.enteredAt) < SHORTEST_MILLISECONDS) return null;
  while (due !== null && Date.parse(due) <= Date.parse(last)) {
    const next = later(world, duration, record, due);
    if (next !== null && Date.parse(next) <= Date.parse(due)) return null;
    due = next;
  }
  return due;
}

/** An instant and a duration behind it; null if the duration is not shown (9): what waits for it never comes. */
function later(world: World, duration: Expression, { id }: Stored, value: string): string | null {
  const type = { kind: 'datetime', nullable: false } as const;
  const left: Expression = { kind: 'literal', value, type };
  const sum: Expression = { kind: 'binary', operator: '+', left, right: duration, type };
  const at = evaluate(world, sum, { this: world.view(id), user: null });
  return at === null ? null : plain(at);
}
