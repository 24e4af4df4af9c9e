import { quote } from '../sql/identifiers.ts';
import { type LockMode, withTables } from './locks.ts';
import type { MigrationSession } from './session.ts';

/** Records that were written while a change was prepared: their ids by the table's name at that time. */
export type TouchedRecords = ReadonlyMap<string, readonly string[]>;

/** The kinds of writes, with the records as the trigger sees them. */
const TRIGGERS = {
  _next_insert: ['insert', 'new'],
  _next_update: ['update', 'new'],
  _next_delete: ['delete', 'old'],
} as const;
/** Waits for present writers, and for no reader. */
const MODE: LockMode = 'share row exclusive';

/**
 * From now on, notes which records of a table are written (`nonet.touched`), so that they are judged and filled again.
 */
export async function noteTouched(session: MigrationSession, table: string, deletes: boolean): Promise<void> {
  const { rows } = await session.client.query<{ name: string }>(
    `select tgname as name from pg_trigger where tgrelid = $1::regclass and tgname like '\\_next\\_%'`,
    [`product.${quote(table)}`],
  );
  const missing = Object.entries(TRIGGERS).filter(
    ([name, [done]]) => (deletes || done !== 'delete') && !rows.some((row) => row.name === name),
  );
  if (missing.length === 0) return;
  await withTables(session, [table], MODE, async () => {
    for (const [name, [done, seen]] of missing)
      await session.client.query(
        `create trigger ${quote(name)} after ${done} on product.${quote(table)} referencing ${seen} table as changed_ for each statement execute function nonet.note_touched()`,
      );
  });
}

/** The statements that end the notes, by the table's name at that time. */
export function noteNoLonger(table: string): string[] {
  return Object.keys(TRIGGERS).map((name) => `drop trigger if exists ${quote(name)} on product.${quote(table)}`);
}

/** So many records are taken from the notes together. */
export const TOUCHED_AT_ONCE = 500;

/** How many notes there are of records that were written. */
export async function countTouched({ client }: Pick<MigrationSession, 'client'>): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from nonet.touched');
  return rows[0]?.count ?? 0;
}

/**
 * Takes notes away, at most `limit` (null: all), and answers the records that they are about. What somebody writes from
 * then on has a note of its own: that record is taken with the next ones.
 */
export async function takeTouched(
  { client }: Pick<MigrationSession, 'client'>,
  limit: number | null,
): Promise<TouchedRecords> {
  const { rows } = await client.query<{ table_name: string; record: string }>(
    `with taken as (delete from nonet.touched where ctid = any(array(select ctid from nonet.touched limit $1)) returning table_name, record)
     select distinct table_name, record from taken`,
    [limit],
  );
  return new Map(
    [...Map.groupBy(rows, ({ table_name }) => table_name)].map(([name, own]) => [
      name,
      own.map(({ record }) => record),
    ]),
  );
}

/** The records of both. */
export function bothTouched(some: TouchedRecords, others: TouchedRecords): TouchedRecords {
  return new Map(
    [...new Set([...some.keys(), ...others.keys()])].map((name) => [
      name,
      [...new Set([...(some.get(name) ?? []), ...(others.get(name) ?? [])])],
    ]),
  );
}
