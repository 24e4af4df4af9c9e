import { addDays, toInstant, toLocal } from '../../format/zone.ts';
import type { Source } from './entries.ts';

/** The changes that move a record by whole days; an instant keeps its time of day in the product's zone. */
export function shifted(
  { from, to, instant }: Pick<Source, 'from' | 'to' | 'instant'>,
  record: Readonly<Record<string, unknown>>,
  days: number,
  timeZone: string,
): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const field of to === null ? [from] : [from, to]) {
    const value = record[field];
    if (typeof value !== 'string') continue;
    const local = instant ? toLocal(value, timeZone) : value;
    const moved = addDays(local.slice(0, 10), days) + local.slice(10);
    changes[field] = instant ? toInstant(moved, timeZone) : moved;
  }
  return changes;
}
