import type { Entry } from './entries.ts';

export const MINUTES_A_DAY = 1440;
/** Entries are moved, and free times chosen, in steps of so many minutes. */
export const STEP = 15;
/** An entry is never drawn shorter than this. */
const SHORTEST = 25;

/** An entry on one day, in minutes from midnight, and its place among those at the same time. */
export interface Timed {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
  /** Its place from the begin of the line, among so many beside each other. */
  readonly place: number;
  readonly beside: number;
}

/** The entries that have times of a day, beside each other if they are at the same time. */
export function timedOn(entries: readonly Entry[], day: string): readonly Timed[] {
  const spans = entries
    .flatMap((entry) => spanOf(entry, day) ?? [])
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  const timed: Timed[] = [];
  let cluster: { entry: Entry; start: number; end: number; place: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const span of cluster) timed.push({ ...span, beside: ends.length });
    cluster = [];
    ends = [];
  };
  for (const span of spans) {
    if (ends.every((end) => end <= span.start)) close();
    const free = ends.findIndex((end) => end <= span.start);
    const place = free < 0 ? ends.length : free;
    ends[place] = span.end;
    cluster.push({ ...span, place });
  }
  close();
  return timed;
}

/** The part of an entry that is on a day; null if there is none. */
function spanOf(entry: Entry, day: string): { entry: Entry; start: number; end: number } | null {
  const { from, to, at, until } = entry;
  if (at === null || until === null || from > day || (to < day && from !== day)) return null;
  const start = from < day ? 0 : minutesOf(at);
  const end = to > day ? MINUTES_A_DAY : to < day ? start : minutesOf(until);
  if (end === 0 && from < day) return null;
  const drawn = Math.max(end, start + SHORTEST);
  return { entry, start: Math.min(start, MINUTES_A_DAY - SHORTEST), end: Math.min(drawn, MINUTES_A_DAY) };
}

/** `09:30` as minutes from midnight. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** Minutes from midnight as `09:30`. */
export function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Minutes in whole steps. */
export function stepped(minutes: number): number {
  return Math.round(minutes / STEP) * STEP;
}
