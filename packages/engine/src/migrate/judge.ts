import { type Queryable, run, type Statement } from '../store/pool.ts';
import { quote } from '../sql/identifiers.ts';
import { NAMED_RECORDS, type Obstacle } from './change.ts';
import { correctableFields } from './correctable-fields.ts';
import { MADE_FROM } from './made/made-rows.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal, type RefusedChange } from './refusals.ts';
import type { MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';
import type { TouchedRecords } from './touched.ts';

/** The records that are judged: all, or those that were written since they were judged. */
type Among = 'all' | TouchedRecords;

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
  const titles = {
    inUse: change.before.plan.title,
    now: change.after.plan.title,
  };
  if (refused.length > 0) throw new MigrationRefusal(refused, { titles, isBack: change.isBack });
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
      const count = among === 'all' ? obstacle.count : countAmong(change, obstacle, among);
      if (count === null) continue;
      const reading = step === 0 ? 'former' : 'next';
      const counted = among === 'all' ? rows : rows.eachSource();
      const [row] = await run<{ count: string | number }>(client, counted.over(reading, count));
      const found = Number(row?.count ?? 0);
      if (found === 0) continue;
      const named = await run<{ id: string }>(
        client,
        rows.over(reading, {
          ...which,
          text: `${which.text} limit ${limit ?? 'all'}`,
        }),
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

/**
 * Counts what forbids a change among some records alone; null where none of them can. The ids are values of the
 * statement: of a table of notes PostgreSQL doesn't know how many it has, and may read all records instead.
 */
function countAmong(change: PlannedChange, { records }: Obstacle, touched: TouchedRecords): Statement | null {
  // An obstacle without single records (the same value twice) is refused by an index meanwhile.
  if (records === null) return null;
  const { text, values } = records.ids;
  const made = change.made.get(records.entity);
  const changed = change.tables.get(records.entity);
  const conditions: string[] = [];
  const bound: unknown[] = [...values];
  const bind = (value: unknown) => `$${bound.push(value)}`;
  if (made !== undefined)
    for (const table of new Set(made.origins.map((origin) => origin.table))) {
      const ids = touched.get(table) ?? [];
      if (ids.length > 0)
        conditions.push(
          `(this_.${quote(MADE_FROM.table)} = ${bind(table)}::text and this_.${quote(MADE_FROM.record)} = any(${bind(ids)}::uuid[]))`,
        );
    }
  const ids = changed === undefined ? [] : (touched.get(placeOf(changed)?.table ?? '') ?? []);
  if (ids.length > 0) conditions.push(`this_."id" = any(${bind(ids)}::uuid[])`);
  if (conditions.length === 0) return null;
  return {
    text: `select count(*) as count from (${text} and (${conditions.join(' or ')})) found_`,
    values: bound,
    prepare: false,
  };
}
