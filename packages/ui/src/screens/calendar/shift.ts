import { toInstant, toLocal } from '../../format/zone.ts';
import type { Source } from './entries.ts';

/** The end of an entry that is moved by itself. */
export type Edge = 'from' | 'to';

/**
 * The changes that move a record by days and minutes, or only its beginning or end; both count on the clocks of the
 * product's zone, so that an instant that is moved by days keeps its time of day.
 */
export function shifted(
  { from, to, instant }: Pick<Source, 'from' | 'to' | 'instant'>,
  record: Readonly<Record<string, unknown>>,
  { days, minutes = 0 }: { readonly days: number; readonly minutes?: number },
  timeZone: string,
  edge: Edge | null = null,
): Record<string, string> {
  const changes: Record<string, string> = {};
  const ends = to === null ? [from] : [from, to];
  for (const field of edge === null ? ends : edge === 'from' ? [from] : ends.slice(1)) {
    const value = record[field];
    if (typeof value !== 'string') continue;
    const local = instant ? toLocal(value, timeZone) : value;
    const moved = movedBy(local, days, minutes);
    changes[field] = instant ? toInstant(moved, timeZone) : moved;
  }
  return changes;
}

const MINUTE_MILLISECONDS = 60_000;
const MINUTES_A_DAY = 1440;

/** A date, or a date and time, moved on its own clock. */
function movedBy(local: string, days: number, minutes: number): string {
  const at = Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`);
  const moved = new Date(at + (days * MINUTES_A_DAY + minutes) * MINUTE_MILLISECONDS).toISOString();
  return moved.slice(0, local.length);
}
