import { type Queryable, run } from '../store/pool.ts';
import { NAMED_RECORDS } from './change.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal, type RefusedChange } from './refusals.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/** Which records are judged: all, or those that were written since they were judged before. */
type Among = 'all' | 'touched';

/**
 * Refuses what would lose stored data, by reading alone: the change is judged as if it were done.
 * @throws {MigrationRefusal}
 */
export async function judge(
  { client }: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  among: Among,
): Promise<void> {
  const refused = await readRefused(client, change, rows, { among });
  if (refused.length > 0) throw new MigrationRefusal(refused);
}

/**
 * What stored data forbids of a change, for the first forbidden step; whether the next one is forbidden can't be known before.
 * `limit`: how many records each names; null: all.
 */
export async function readRefused(
  client: Queryable,
  change: PlannedChange,
  rows: StoredRows,
  { among, limit = NAMED_RECORDS }: { readonly among: Among; readonly limit?: number | null },
): Promise<readonly RefusedChange[]> {
  if (change.conversions.refused.length > 0) return change.conversions.refused;
  for (const [step, changes] of change.steps.entries()) {
    const refused: RefusedChange[] = [];
    for (const { clause, obstacle } of changes) {
      if (obstacle === null) continue;
      const { which } = obstacle;
      let { count } = obstacle;
      if (among === 'touched') {
        const changed = obstacle.entity === null ? undefined : change.tables.get(obstacle.entity);
        // What is not about single records (a value twice) an index refuses meanwhile.
        if (changed === undefined) continue;
        const { text, values } = count;
        const table = placeOf(changed)?.table ?? null;
        if (table !== null)
          count = {
            text: `${text} and this_."id" in (select record from nonet.touched where table_name = $${values.length + 1}::text)`,
            values: [...values, table],
            prepare: false,
          };
      }
      const reading = step === 0 ? 'former' : 'next';
      const [row] = await run<{ count: string | number }>(client, rows.over(reading, count));
      const found = Number(row?.count ?? 0);
      if (found === 0) continue;
      const named = await run<{ id: string }>(
        client,
        rows.over(reading, { ...which, text: `${which.text} limit ${limit ?? 'all'}` }),
      );
      refused.push({
        clause,
        words: obstacle.words(found),
        count: found,
        ids: named.map(({ id }) => id),
        remedy: obstacle.remedy,
      });
    }
    if (refused.length > 0) return refused;
  }
  return [];
}
