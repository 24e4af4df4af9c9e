import { dateIn } from '../reference/insert.ts';
import { instantOf } from '../reference/schedules.ts';
import type { World } from '../reference/world.ts';

/** Results by a day and an offset: a search asks for the same ones repeatedly. */
const DAYS = new Map<string, string>();
const MOST_DAYS = 10_000;

export function dayAt(world: World, offset: number): string {
  const today = dateIn(world.now, world.lookup.plan.settings.timeZone);
  const key = `${today} ${offset}`;
  let day = DAYS.get(key);
  if (day === undefined) {
    day = new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
    if (DAYS.size >= MOST_DAYS) DAYS.clear();
    DAYS.set(key, day);
  }
  return day;
}

/** A day, the one before and the one after. */
export function around(day: string): string[] {
  return [0, -1, 1].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10));
}

/** The instant of a time of day, as drafts write it: without milliseconds. */
export function atTime({ lookup }: World, day: string, time: string): string {
  return withoutFraction(instantOf(day, time, lookup.plan.settings.timeZone));
}

const TEN_MINUTES = 600_000;

/** A full ten minutes later today, if the noon of today is over: what asks for a time of today that is to come needs it. */
export function soon(world: World): string[] {
  const now = Date.parse(world.now);
  if (now < Date.parse(`${dayAt(world, 0)}T12:00:00Z`)) return [];
  const later = new Date((Math.ceil(now / TEN_MINUTES) + 1) * TEN_MINUTES).toISOString();
  return dateIn(later, world.lookup.plan.settings.timeZone) === dayAt(world, 0) ? [withoutFraction(later)] : [];
}

function withoutFraction(instant: string): string {
  return instant.replace('.000Z', 'Z');
}
