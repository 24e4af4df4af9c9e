import { type Queryable, run } from '../store/pool.ts';
import { quote } from '../sql/identifiers.ts';
import { NAMED_RECORDS } from './change.ts';
import { correctableFields } from './correctable-fields.ts';
import { MADE_FROM } from './made/made-rows.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal, type RefusedChange } from './refusals.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';

/** The records that are judged: all, or those that were written since they were judged. */
type Among = 'all' | 'touched';

/**
 * Refuses a change that would lose stored data. It only reads, and judges the change as if it were done.
 * @throws {MigrationRefusal}
 */
export async function judge(
  { client }: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  among: Among,
): Promise<void> {
  const refused = await readRefused(client, change, rows, { among });
  const titles = { inUse: change.before.plan.title, now: change.after.plan.title };
  if (refused.length > 0) throw new MigrationRefusal(refused, titles);
}

/**
 * The reasons in stored data that forbid a change, for its first forbidden step; the following steps can't be judged
 * before that one. `limit`: the number of records that each reason names; null: all.
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
        const { records } = obstacle;
        // An obstacle without single records (the same value twice) is refused by an index meanwhile.
        if (records === null) continue;
        const changed = change.tables.get(records.entity);
        const { text, values } = records.ids;
        if (change.made.has(records.entity))
          count = {
            text: `select count(*) as count from (${text} and (this_.${quote(MADE_FROM.table)}, this_.${quote(MADE_FROM.record)}) in (select table_name, record from nonet.touched)) found_`,
            values,
            prepare: false,
          };
        else if (changed === undefined) continue;
        const table = changed === undefined ? null : (placeOf(changed)?.table ?? null);
        if (table !== null)
          count = {
            text: `select count(*) as count from (${text}) found_ where found_.id in (select record from nonet.touched where table_name = $${values.length + 1}::text)`,
            values: [...values, table],
            prepare: false,
          };
      }
      const reading = step === 0 ? 'former' : 'next';
      const counted = among === 'touched' ? rows.eachSource() : rows;
      const [row] = await run<{ count: string | number }>(client, counted.over(reading, count));
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
        correctable: correctableFields(change, { clause, obstacle }),
      });
    }
    if (refused.length > 0) return refused;
  }
  return [];
}
