import { isUnreachable } from '../../store/connection-errors.ts';
import { records } from '../change.ts';

/** The number of records concerned, and the ids of the first of them. */
export interface ConcernedRecords {
  readonly count: number;
  readonly ids: readonly string[];
}

/** An effect names so many records. */
const NAMED = 3;

/** The columns that a statement selects for `ConcernedRecords`. `id`: SQL of the id. */
export function concernedColumns(id: string, named: number | null = NAMED): string {
  const ids = `(array_agg(${id}::text order by ${id}))${named === null ? '' : `[1:${named}]`}`;
  return `count(*)::int as count, coalesce(${ids}, '{}') as ids`;
}

/** `3 records (0194…, 0195… and one more)`. */
export function wordsOfRecords({ count, ids }: ConcernedRecords, of: string): string {
  const more = count - ids.length;
  const named = `${ids.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return `${records(count)} of ${of}${ids.length === 0 ? '' : ` (${named})`}`;
}

/**
 * The count, or the reason why it failed. A failure does not prevent the start, because the document is in use
 * already.
 */
export async function counted(count: () => Promise<ConcernedRecords>): Promise<ConcernedRecords | string> {
  try {
    return await count();
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
