import { addDays, toInstant, toLocal } from '../../format/zone.ts';
import type { Source } from './entries.ts';

/** The end of an entry that is moved by itself. */
export type Edge = 'from' | 'to';

/**
 * The changes that move a record by whole days, or only its beginning or end; an instant keeps its time of day in the
 * product's zone.
 */
export function shifted(
  { from, to, instant }: Pick<Source, 'from' | 'to' | 'instant'>,
  record: Readonly<Record<string, unknown>>,
  days: number,
  timeZone: string,
  edge: Edge | null = null,
): Record<string, string> {
  const changes: Record<string, string> = {};
  const ends = to === null ? [from] : [from, to];
  for (const field of edge === null ? ends : edge === 'from' ? [from] : ends.slice(1)) {
    const value = record[field];
    if (typeof value !== 'string') continue;
    const local = instant ? toLocal(value, timeZone) : value;
    const moved = addDays(local.slice(0, 10), days) + local.slice(10);
    changes[field] = instant ? toInstant(moved, timeZone) : moved;
  }
  return changes;
}
