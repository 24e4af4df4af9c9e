import { Temporal } from 'temporal-polyfill';
import { instantAt } from './calendar.ts';

/**
 * The instant at which clocks in a time zone show this time of a date, both as texts; where they show it twice, the later one.
 * In a file of its own, whose types name no library.
 */
export function instantOfTime(date: string, time: string, timeZone: string): string {
  return instantAt(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time), timeZone).toString();
}
