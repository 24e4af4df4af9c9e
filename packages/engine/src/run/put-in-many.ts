import { Refusal } from '../refusal.ts';
import { databaseRefusal } from './database-refusal.ts';
import { finish } from './finish.ts';
import { type PutIn, putInAlone } from './put-in-alone.ts';
import type { Write } from './write.ts';

/** The records that were created of rows together. */
export interface PutInTogether {
  /** The id of each row's record, in order. */
  readonly ids: readonly string[];
  /** The ids of those that were left out because a value that must be unique is in use. */
  readonly leftOut: ReadonlySet<string>;
  /** By the id of an owned child, the record of the row that it is in. */
  readonly owners: ReadonlyMap<string, string>;
}

/** The ways to create records from rows. */
export interface PutInMany<Row> {
  /**
   * Creates a record of each row, for they don't decide about each other. `leavesOut`: whether those are left out that
   * repeat what must be unique. Null where rows decide about each other.
   */
  readonly together: ((own: Write, rows: readonly Row[], leavesOut: boolean) => Promise<PutInTogether>) | null;
  readonly alone: (own: Write, row: Row) => Promise<string>;
}

/** Fewer rows are not worth a try together. */
const FEWEST = 4;

/**
 * Creates a record from each row, each as if it were the only one. Rows that can be judged together are, as long as
 * nothing is refused. Else those that are wrong are judged alone, and those between them together; where nothing tells
 * which ones that are, each half of the rows is tried, down to the few that are judged alone.
 */
export async function putInMany<Row>(write: Write, rows: readonly Row[], how: PutInMany<Row>): Promise<PutIn[]> {
  const { together } = how;
  if (together !== null && rows.length >= FEWEST) {
    const tried = await tryTogether(write, rows, together);
    if ('ids' in tried) return tried.ids.map((id) => ({ ok: true, id }));
    const results: PutIn[] = [];
    for (const part of partsAround(rows, tried.refused))
      results.push(...(await putInMany(write, part, part.length === 1 ? { ...how, together: null } : how)));
    return results;
  }
  const results: PutIn[] = [];
  for (const row of rows) results.push(await putInAlone(write, (own) => how.alone(own, row)));
  return results;
}

/** Each row at a place alone, and those between them together; two halves where there are no places. */
function partsAround<Row>(rows: readonly Row[], places: readonly number[]): (readonly Row[])[] {
  if (places.length === 0) {
    const half = Math.ceil(rows.length / 2);
    return [rows.slice(0, half), rows.slice(half)];
  }
  const parts: (readonly Row[])[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(rows.slice(from, place), rows.slice(place, place + 1));
    from = place + 1;
  }
  return [...parts, rows.slice(from)].filter(({ length }) => length > 0);
}

/** The ids of all records; or, if anything is refused, the places of the rows that are to blame, as far as known. */
type Tried = { readonly ids: readonly string[] } | { readonly refused: readonly number[] };

/** Creates records together; if anything is refused, nothing of them remains. */
async function tryTogether<Row>(
  write: Write,
  rows: readonly Row[],
  together: NonNullable<PutInMany<Row>['together']>,
): Promise<Tried> {
  const first = await attempt(write, rows, together, false);
  if (!('isConflict' in first) || !first.isConflict) return first;
  // The database names one of the values that are in use: this finds all of their rows.
  return attempt(write, rows, together, true);
}

async function attempt<Row>(
  write: Write,
  rows: readonly Row[],
  together: NonNullable<PutInMany<Row>['together']>,
  leavesOut: boolean,
): Promise<Tried | (Tried & { readonly isConflict: boolean })> {
  const broken = new Set<string>();
  const own: Write = { ...write, touched: new Map(), rowsBefore: new Map(), sent: [], broken };
  const takeBack = write.numbers?.mark();
  let inserted: PutInTogether = { ids: [], leftOut: new Set(), owners: new Map() };
  const undo = async () => {
    await own.client.query('rollback to savepoint many');
    takeBack?.();
    const { leftOut, owners } = inserted;
    const wrong = new Set([...leftOut, ...[...broken].map((id) => owners.get(id) ?? id)]);
    return inserted.ids.flatMap((id, place) => (wrong.has(id) ? [place] : []));
  };
  await own.client.query('savepoint many');
  try {
    inserted = await together(own, rows, leavesOut);
    await finish(own, async () => null);
    if (inserted.leftOut.size > 0) return { refused: await undo() };
    await own.client.query('release savepoint many');
    return { ids: inserted.ids };
  } catch (last) {
    const sent = await Promise.allSettled(own.sent);
    const error: unknown = sent.find((work) => work.status === 'rejected')?.reason ?? last;
    const refusal = error instanceof Refusal ? error : databaseRefusal(own.index, error);
    if (refusal === null || refusal.code === 'UNAVAILABLE') throw error;
    return { refused: await undo(), isConflict: refusal.code === 'NOT_UNIQUE' };
  }
}
