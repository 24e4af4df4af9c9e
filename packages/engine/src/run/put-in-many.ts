import { Refusal } from '../refusal.ts';
import { databaseRefusal } from './database-refusal.ts';
import { finish } from './finish.ts';
import { type PutIn, putInAlone } from './put-in-alone.ts';
import type { Write } from './write.ts';

/** The ways to create records from rows. */
export interface PutInMany<Row> {
  /**
   * Creates a record of each row, for they don't decide about each other; answers their ids in order. Null where they
   * do.
   */
  readonly together: ((own: Write, rows: readonly Row[]) => Promise<readonly string[]>) | null;
  readonly alone: (own: Write, row: Row) => Promise<string>;
}

/** Fewer rows are not worth a try together. */
const FEWEST = 4;

/**
 * Creates a record from each row, each as if it were the only one. Rows that can be judged together are, as long as
 * nothing is refused; else each half of them, down to the rows that are wrong, which are judged alone.
 */
export async function putInMany<Row>(write: Write, rows: readonly Row[], how: PutInMany<Row>): Promise<PutIn[]> {
  const { together } = how;
  if (together !== null && rows.length >= FEWEST) {
    const ids = await tryTogether(write, (own) => together(own, rows));
    if (ids !== null) return ids.map((id) => ({ ok: true, id }));
    const half = Math.ceil(rows.length / 2);
    const first = await putInMany(write, rows.slice(0, half), how);
    return [...first, ...(await putInMany(write, rows.slice(half), how))];
  }
  const results: PutIn[] = [];
  for (const row of rows) results.push(await putInAlone(write, (own) => how.alone(own, row)));
  return results;
}

/** The ids of records that are created together; null if anything is refused, and then nothing of them remains. */
async function tryTogether(
  write: Write,
  insert: (own: Write) => Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  const own: Write = { ...write, touched: new Map(), rowsBefore: new Map(), sent: [] };
  const takeBack = write.numbers?.mark();
  await own.client.query('savepoint many');
  try {
    const ids = await insert(own);
    await finish(own, async () => null);
    await own.client.query('release savepoint many');
    return ids;
  } catch (last) {
    const sent = await Promise.allSettled(own.sent);
    const error: unknown = sent.find((work) => work.status === 'rejected')?.reason ?? last;
    const refusal = error instanceof Refusal ? error : databaseRefusal(own.index, error);
    if (refusal === null || refusal.code === 'UNAVAILABLE') throw error;
    await own.client.query('rollback to savepoint many');
    takeBack?.();
    return null;
  }
}
