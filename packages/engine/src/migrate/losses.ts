import { type Queryable, run } from '../store/pool.ts';
import type { Change, Loss } from './change.ts';
import type { PlannedChange } from './planned-change.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * The stored data that the document deletes by name (`Gone`), in words, by change; changes without stored data are left
 * out.
 */
export async function readLosses(
  client: Queryable,
  change: PlannedChange,
  rows: StoredRows,
): Promise<ReadonlyMap<Change, string>> {
  const losses = new Map<Change, string>();
  const count = async ({ count: counting, isKept }: Loss) => {
    const statement = isKept === true ? counting : rows.over('former', counting);
    const [row] = await run<{ count: string | number }>(client, statement);
    return Number(row?.count ?? 0);
  };
  for (const each of change.steps.flat()) {
    const { loses } = each;
    const found = loses === undefined ? 0 : await count(loses);
    if (loses !== undefined && found > 0) losses.set(each, loses.words(found));
  }
  return losses;
}
