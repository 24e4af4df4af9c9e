import { run } from '../store/pool.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal, type RefusedChange } from './refusals.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * Refuses what would lose stored data, by reading alone: the change is judged as if it were done. `touched`: among the
 * records that were written since they were judged before.
 * @throws {MigrationRefusal}
 */
export async function judge(
  { client }: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  among: 'all' | 'touched',
): Promise<void> {
  for (const [step, changes] of change.steps.entries()) {
    const obstacles: RefusedChange[] = [];
    for (const { obstacle } of changes) {
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
      const [row] = await run<{ count: string | number }>(client, rows.over(step === 0 ? 'former' : 'next', count));
      const found = Number(row?.count ?? 0);
      if (found === 0) continue;
      const named = await run<{ id: string }>(client, rows.over(step === 0 ? 'former' : 'next', which));
      obstacles.push({
        words: obstacle.words(found),
        count: found,
        ids: named.map(({ id }) => id),
        remedy: obstacle.remedy,
      });
    }
    if (obstacles.length > 0) throw new MigrationRefusal(obstacles);
  }
}
