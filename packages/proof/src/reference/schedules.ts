import { type CallCause, instantOfTime, itemAt, type OutboundCall, type Schedule } from '@nonet/language';
import { callsOn } from './calls.ts';
import type { ExpectedCall } from './expected-call.ts';
import { holds } from './evaluate.ts';
import { dateIn } from './insert.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

interface Scheduled {
  readonly call: OutboundCall;
  readonly cause: CallCause;
  readonly schedule: Schedule;
}

export function schedulesOf({ lookup }: World): Scheduled[] {
  return lookup.plan.calls.flatMap((call) =>
    call.when.flatMap((cause) => (cause.schedule === null ? [] : [{ call, cause, schedule: cause.schedule }])),
  );
}

/** The scheduled calls that are due. If several of their times have passed, only the last one counts (7). */
export function scheduledCalls(world: World): ExpectedCall[] {
  return schedulesOf(world).flatMap(({ call, cause, schedule }) => {
    const what = `${call.clause} ${cause.event} ${cause.entity}`;
    const time = lastOf(world, schedule);
    if (Date.parse(time) <= Date.parse(world.lastTime(what) ?? world.begun)) return [];
    world.noteTime(what, time);
    return world.living(cause.entity).flatMap(({ id }) => {
      const names = { this: world.view(id), user: null, old: null, event: cause.event };
      return cause.condition === null || holds(world, cause.condition, names) ? callsOn(world, call, id, names) : [];
    });
  });
}

/** The first time of a schedule that is still to come. */
export function nextOf(world: World, schedule: Schedule): string {
  const times = timesAround(world, schedule, [0, 1, 2, 3, 4, 5, 6, 7]);
  return itemAt(
    times.filter((time) => Date.parse(time) > Date.parse(world.now)),
    0,
  );
}

function lastOf(world: World, schedule: Schedule): string {
  const times = timesAround(world, schedule, [0, -1, -2, -3, -4, -5, -6, -7]);
  return itemAt(
    times.filter((time) => Date.parse(time) <= Date.parse(world.now)),
    0,
  );
}

/** Its times on days around today, in their order. */
function timesAround(world: World, { weekday, time }: Schedule, days: readonly number[]): string[] {
  const { timeZone } = world.lookup.plan.settings;
  const today = Date.parse(`${dateIn(world.now, timeZone)}T00:00:00Z`);
  return days.flatMap((day) => {
    const date = new Date(today + day * DAY);
    // Sunday is 7.
    const isItsDay = weekday === null || (date.getUTCDay() || 7) === weekday;
    return isItsDay ? [instantOf(date.toISOString().slice(0, 10), time, timeZone)] : [];
  });
}

/** Instants by what they are asked for: working one out takes long. */
const INSTANTS = new Map<string, string>();
const MOST_INSTANTS = 10_000;

/** A time of day of a date on the clocks of a zone. */
export function instantOf(date: string, time: string, timeZone: string): string {
  const key = `${date} ${time} ${timeZone}`;
  const known = INSTANTS.get(key);
  if (known !== undefined) return known;
  const instant = instantOfTime(date, time, timeZone);
  if (INSTANTS.size >= MOST_INSTANTS) INSTANTS.clear();
  INSTANTS.set(key, instant);
  return instant;
}
